import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

/** What src/main/index.ts shares with other files. In one file, because each file delays the window by a millisecond. */
const BEFORE_WINDOW = [
  ...['main/data-folder/home', 'shared/visible', 'shared/requests/requests', 'shared/requests/window-requests'],
  ...['shared/messages/diagnostic', 'shared/messages/message', 'shared/messages/say'],
  ...['shared/call/call-state', 'shared/call/describe-action'],
]
const isBeforeWindow = (id: string) => BEFORE_WINDOW.some((name) => id.endsWith(`/src/${name}.ts`))

export default defineConfig({
  main: {
    build: {
      // One file is read faster than hundreds; only what is native, or rarely needed, stays outside.
      externalizeDeps: {
        exclude: [
          '@modelcontextprotocol/client',
          'ajv',
          'diff',
          'execa',
          'jsonrepair',
          'ollama',
          're2js',
          'string-width',
          'yauzl',
        ],
      },
      rollupOptions: {
        input: {
          index: resolve('src/main/index.ts'),
          skillet: resolve('src/main/cli/skillet.ts'),
          'ledger-worker': resolve('src/main/ledger/worker.ts'),
          'gate-worker': resolve('src/main/gate/worker.ts'),
          'chat-file-worker': resolve('src/main/chat/chat-file-worker.ts'),
        },
        // Flat, so that a worker stands beside whichever chunk starts it.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // The engine keeps all source text, and one letter beyond Latin-1 doubles a file. Names stay, for bug reports.
          minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
          charset: 'ascii',
          codeSplitting: { groups: [{ name: 'start', test: isBeforeWindow }] },
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: true,
      rollupOptions: {
        input: resolve('src/preload/index.ts'),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve('src/renderer'),
    plugins: [react()],
    // The browser's variant of this package assigns innerHTML, which the page's policy forbids.
    resolve: {
      alias: {
        'decode-named-character-reference': resolve('node_modules/decode-named-character-reference/index.js'),
      },
    },
    build: {
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      minify: true,
      // The limit is meant for downloads; these files are read from the disk.
      chunkSizeWarningLimit: 1024,
      rollupOptions: {
        input: { index: resolve('src/renderer/index.html') },
        // With any letter beyond Latin-1, the page would keep its source text at twice the size.
        output: { charset: 'ascii' },
      },
    },
  },
})
