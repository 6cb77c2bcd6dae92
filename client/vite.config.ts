/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { boardOf, sharedBy } from './tools/chunks.ts'
import { shell } from './tools/shell.ts'

// The server that `npm run dev` passes API calls on to.
const server = process.env.RIVERTABLE_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), shell()],
  build: {
    outDir: '../src/rivertable/table/static',
    emptyOutDir: true,
    manifest: true,
    // What others wrote goes into the pages with its licence.
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    // The table's content security policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // The server names the second one in its page only while it prepares faster play.
      input: ['index.html', 'src/preparing.ts'],
      output: {
        entryFileNames: (chunk) => (chunk.name === 'preparing' ? 'preparing.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: sharedBy, priority: 1, debugName: 'what first loads share' },
            { name: boardOf, debugName: 'boards' },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
})
