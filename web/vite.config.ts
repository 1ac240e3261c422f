import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { wordsPlugin } from './build/words.ts'

const server = 'http://127.0.0.1:8420'

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), wordsPlugin()],
  build: {
    outDir: '../src/tablee/server/page',
    emptyOutDir: true,
    target: ['es2022', 'safari16.4', 'chrome111', 'firefox115'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: 'jsdom',
    setupFiles: ['tests/setup.ts'],
    include: ['tests/**/*.test.ts', 'src/games/**/*.test.ts'],
  },
}))
