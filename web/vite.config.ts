import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { appPlugin } from './build/app.ts'
import { chunksPlugin } from './build/chunks.ts'
import { packedPlugin } from './build/packed.ts'
import { wordsPlugin } from './build/words.ts'

const server = 'http://127.0.0.1:8420'

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), wordsPlugin(), appPlugin(), chunksPlugin(), packedPlugin()],
  build: {
    outDir: '../src/tablee/server/page',
    emptyOutDir: true,
    target: ['es2022', 'safari16.4', 'chrome111', 'firefox115'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/worker.ts' },
      // A worker has one address for ever.
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: 'jsdom',
    setupFiles: ['tests/setup.ts'],
    include: ['tests/**/*.test.ts', 'src/games/**/*.test.ts'],
  },
}))
