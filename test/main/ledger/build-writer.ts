import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Bundles crash-writer.ts as the app is bundled, its worker beside it: it starts in half the time of the sources. */
export async function buildWriter(folder: string): Promise<string> {
  const outDir = join(folder, 'built')
  mkdirSync(outDir)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      rollupOptions: {
        input: {
          writer: join(ROOT, 'test/main/ledger/crash-writer.ts'),
          'ledger-worker': join(ROOT, 'src/main/ledger/worker.ts'),
        },
        external: ['better-sqlite3'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return join(outDir, 'writer.js')
}
