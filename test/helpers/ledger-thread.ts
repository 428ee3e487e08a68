import { hash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'
import { root } from './root.ts'

const STARTS = "'./worker.ts'"
const OPENS = join(root, 'src', 'main', 'ledger', 'open-ledger.ts')

/** Runs the ledger's thread from one file, as the app does: most tests start one, and its sources take three times as long. */
export function bundleLedgerThread(): Plugin {
  let made: Promise<string> | undefined
  return {
    name: 'ledger-thread',
    enforce: 'pre',
    // Vitest's cache knows this one source only, and would keep an old thread after a change to any other.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (id === OPENS ? false : undefined)),
    async transform(code, id) {
      if (id !== OPENS) return null
      if (!code.includes(STARTS)) throw new Error(`${id} does not start ${STARTS}`)
      made ??= bundle()
      return code.replace(STARTS, JSON.stringify(pathToFileURL(await made).href))
    },
  }
}

/** Named by its content: other test runs may use another one at the same time. */
async function bundle(): Promise<string> {
  const built = await build({
    ...{ root, configFile: false, logLevel: 'error' },
    build: {
      ...{ ssr: join(root, 'src', 'main', 'ledger', 'worker.ts'), write: false },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [{ code }] = (built as Rollup.RollupOutput).output
  const folder = join(root, 'node_modules', '.cache', 'ledger-thread')
  const file = join(folder, `${hash('sha256', code)}.mjs`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, code)
  renameSync(unfinished, file)
  return file
}
