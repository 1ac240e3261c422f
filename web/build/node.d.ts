declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string
  export function readdirSync(path: string): string[]
  export function mkdtempSync(prefix: string): string
  export function mkdirSync(path: string): void
  export function copyFileSync(from: string, to: string): void
  export function writeFileSync(path: string, text: string): void
}
declare module 'node:os' {
  export function tmpdir(): string
}
declare module 'node:crypto' {
  interface Hash {
    update(text: string): Hash
    digest(as: 'hex'): string
  }
  export function createHash(kind: 'sha256'): Hash
}
