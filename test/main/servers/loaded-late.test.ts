import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { plainEnv, ROOT } from '#test/main/cli/run-cli'

/** Opens a core, as the window and the command line do, and prints which packages of the protocol were asked for. */
const PROGRAM = `
import { registerHooks } from 'node:module'
const asked = new Set()
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@modelcontextprotocol/')) asked.add(specifier)
    return next(specifier, context)
  },
})
const { openCore } = await import('#main/open-core')
const { openPrograms } = await import('#main/programs/open-programs')
const home = process.argv[1]
const { core } = await openCore({ home, cwd: home, skills: [] })
const programs = await openPrograms(core, { XDG_RUNTIME_DIR: home }, '1')
programs.close()
await core.close()
console.log(JSON.stringify([...asked]))
await import('#main/programs/loopback')
console.log(asked.size > 0)
`

it('loads nothing of the protocol before the first server or program is used', () => {
  const home = makeTempDir()
  const args = ['--input-type=module', '-e', PROGRAM, home]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env: plainEnv(home), encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: '[]\ntrue\n', stderr: '' })
})
