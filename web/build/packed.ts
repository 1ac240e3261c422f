import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg|webmanifest)$/

/** Beside each text its compressed copies, of which the server sends what a browser can read: Brotli is a seventh smaller,
 *  and for secure pages only. */
export function packedPlugin(): Plugin {
  let folder = ''
  return {
    name: 'tablee-packed',
    apply: 'build',
    configResolved: ({ build }) => void (folder = build.outDir),
    writeBundle() {
      for (const name of readdirSync(folder, { recursive: true }).filter((one) => TEXT.test(one))) {
        const text = readFileSync(`${folder}/${name}`)
        writeFileSync(`${folder}/${name}.gz`, gzipSync(text, { level: 9 }))
        writeFileSync(`${folder}/${name}.br`, brotliCompressSync(text))
      }
    },
  }
}
