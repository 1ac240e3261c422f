declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string
  export function readFileSync(path: string): Uint8Array
  export function readdirSync(path: string, how?: { recursive: boolean }): string[]
  export function mkdtempSync(prefix: string): string
  export function mkdirSync(path: string): void
  export function copyFileSync(from: string, to: string): void
  export function writeFileSync(path: string, text: string | Uint8Array): void
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
declare module 'node:zlib' {
  export function gzipSync(text: Uint8Array, how: { level: number }): Uint8Array
  export function brotliCompressSync(text: Uint8Array): Uint8Array
}
