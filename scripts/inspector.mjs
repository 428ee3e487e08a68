// `npm run test:inspector`: the official inspector's command line against `skillet mcp`. Its 120 packages are installed
// into a folder of their own, by a lock of their own, so that `npm ci` does not fetch them for everyone.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, findNode, root, runNpm, say } from './ensure.mjs'

const folder = join(root, 'test', 'inspector', 'package')
const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
const stamp = join(folder, 'node_modules', '.skillet-lock')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  say('installing the inspector (npm ci)')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (runNpm(args, { cwd: folder }).status !== 0) fail('npm ci did not finish; its own message above says why.')
  writeFileSync(stamp, lock)
}
const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const args = [runner, 'run', '--config', 'test/inspector/vitest.config.ts', ...process.argv.slice(2)]
process.exit(spawnSync(findNode(), args, { cwd: root, stdio: 'inherit' }).status ?? 1)
