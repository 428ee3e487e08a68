import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = dirname(import.meta.dirname)
const biome = join(root, 'node_modules', '.bin', 'biome')

/** A place in the tree, an import it must refuse, and one it must allow. */
const BORDERS = [
  ['src/shared', 'node:fs', './json.ts'],
  ['src/preload', '#main/index', '#shared/requests/requests'],
  ['src/main/formats', 'node:fs', 'yaml'],
  ['src/main/gate', 'node:fs', 'node:crypto'],
  ['src/main/gate', '#main/runners/process/supervise', '#shared/call/plan'],
  ['src/main/agent', 'ollama', '#shared/facts'],
  ['src/main/agent', 'node:crypto', './ports.ts'],
  ['src/main/skills', 'node:child_process', 'node:fs/promises'],
  ['src/main/install', 'node:child_process', 'node:fs/promises'],
  ['src/main/trust', 'yauzl', 'node:fs/promises'],
  ['src/main/runners/process', 'electron', 'execa'],
  ['src/main/runners/process', '#main/gate/judge', '#shared/call/plan'],
  ['src/main/runners', 'node:fs', '#main/gate/rule-match'],
  ['src/main/runners/http', 'node:dns/promises', '#main/network/resolve-host'],
  ['src/main/runners/prompt', '#main/gate/judge', '#shared/call/action'],
  ['src/main/runners/mcp', 'node:http', '#main/runners/process/find-binary'],
  ['src/main/servers', 'node:child_process', '@modelcontextprotocol/client'],
  ['src/main/programs', 'electron', '@modelcontextprotocol/server'],
  ['src/main/programs', '#main/cli/open', '#main/open-core'],
  ['src/main/network', 'node:child_process', 'node:dns/promises'],
  ['src/main/launchers', '#main/runners/process/supervise', '#main/runners/process/find-binary'],
  ['src/main/models/ollama', 'node:http', 'ollama'],
  ['src/main/ledger', 'node:child_process', 'better-sqlite3'],
  ['src/main/electron', 'better-sqlite3', 'electron'],
  ['src/main/electron', 'node:child_process', 'node:path'],
  ['src/main/cli', 'electron', '#main/open-core'],
  ['src/main/cli', '#main/electron/window', 'node:util'],
  ['src/main', 'execa', '#main/ledger/open-ledger'],
  ['src/main', 'node:child_process', 'node:path'],
  ['src/main/calls', 'execa', '#main/gate/judge'],
  ['src/main/triggers', 'electron', '#main/calls/run-call'],
  ['src/main/chat', 'electron', '#main/agent/turn'],
  ['src/main/requests', 'better-sqlite3', '#main/open-core'],
  ['src/main/models', 'ollama', '#main/models/ollama/models'],
  ['src/main/data-folder', 'node:child_process', 'node:fs/promises'],
  ['src/main/secrets', 'electron', 'node:crypto'],
  ['src/main/settings', 'node:fs', '#shared/settings/settings'],
  ['src/renderer', 'electron', 'react'],
  ['src/renderer/store', 'react', 'zustand'],
  ['src/renderer/views', 'zustand', 'react'],
  ['src/renderer/parts', '#renderer/store/store.ts', 'react'],
] as const

const OTHER_RULES = [
  ['a default export', 'src/main/gate/planted.ts', 'export default 1\n', 'noDefaultExport'],
  ['any', 'src/main/gate/planted.ts', 'export const planted: any = 1\n', 'noExplicitAny'],
  ['a file over 300 lines', 'src/main/gate/planted.ts', lines(301), 'noExcessiveLinesPerFile'],
  ['a test over 300 lines', 'test/planted.test.ts', lines(301), 'noExcessiveLinesPerFile'],
  ['a module mock', 'test/planted.test.ts', "import { vi } from 'vitest'\n\nvi.mock('./x.ts')\n", 'plugin'],
  ['a sleep', 'test/planted.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 50))\n', 'plugin'],
] as const

let copy: string

beforeAll(() => {
  // Inside the repository, so that the plugin and the schema are found, and ignored by git.
  mkdirSync(join(root, 'out'), { recursive: true })
  copy = mkdtempSync(join(root, 'out', 'borders-'))
  const commented = readFileSync(join(root, 'biome.jsonc'), 'utf8')
  const config = JSON.parse(commented.replace(/^\s*\/\/.*$/gm, ''))
  config.vcs = { enabled: false }
  config.root = true
  config.plugins = [join(root, 'scripts', 'house-rules.grit')]
  config.formatter.enabled = false
  config.assist = { enabled: false }
  delete config.$schema
  delete config.files
  writeFileSync(join(copy, 'biome.json'), JSON.stringify(config))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('the borders between the folders', () => {
  it.each(BORDERS)('%s refuses %s and allows %s', (folder, refused, allowed) => {
    expect(lint(`${folder}/planted.ts`, `export * as planted from '${refused}'\n`)).toContain('noRestrictedImports')
    expect(lint(`${folder}/planted.ts`, `export * as planted from '${allowed}'\n`)).not.toContain('noRestrictedImports')
  })

  it('have a rule for every folder of src', () => {
    const folders = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, entry.parentPath))
    const ruled = new Set<string>(BORDERS.map(([folder]) => folder))
    const isRuled = (folder: string): boolean =>
      ruled.has(folder) ||
      (folder.split('/').length > (folder.startsWith('src/main') ? 3 : 2) && isRuled(dirname(folder)))
    expect([...new Set(folders)].filter((folder) => !isRuled(folder))).toEqual([])
  })
})

describe('the rules of the house', () => {
  it.each(OTHER_RULES)('refuse %s', (_what, file, text, rule) => {
    expect(lint(file, text)).toContain(rule)
  })
})

function lint(file: string, text: string): string {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const run = spawnSync(biome, ['lint', '--reporter=json', file], { cwd: copy, encoding: 'utf8' })
  rmSync(path)
  const report = JSON.parse(run.stdout) as { diagnostics: { category: string }[] }
  return report.diagnostics.map(({ category }) => category).join(' ')
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `export const line${index} = ${index}\n`).join('')
}
