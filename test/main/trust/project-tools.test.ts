import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { example, makeProject } from '#test/helpers/rye-project'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli } from '#test/main/cli/run-cli'

const HELLO = { 'tools/utility/hello_world.py': example('001', 25) }

/** What the command line says of a folder that is named with --folder. */
function start() {
  const dir = makeProject({ ...HELLO, 'config/keys/signing/private_key.pem': 'mine', 'state/log.txt': 'x' })
  const [home, cwd] = [makeTempDir(), makeTempDir()]
  const run = (...args: string[]) => callCli([...args, '--home', home, '--no-bundled'], { cwd })
  const noted = async (folder = dir) =>
    (await run('plan', 'utility_hello_world', '--folder', folder)).stderr
      .split('\n')
      .filter((line) => line.includes('tools'))
  return { dir, home, run, noted }
}

it('proposes the tools of a folder as long as they are not installed in this form', async () => {
  const { dir, run, noted, home } = start()
  expect(await noted()).toContainEqual(`${dir} has tools of its own: skillet skills install ${dir}`)
  expect((await run('run', 'utility_hello_world', '--folder', dir)).stderr).toContain('has tools of its own')
  expect(await run('skills', 'install', dir)).toMatchObject({ code: 0 })
  expect((await noted()).join()).not.toContain('of its own')
  appendFileSync(join(dir, '.ai', 'tools', 'utility', 'hello_world.py'), '#')
  expect((await noted()).join()).toContain(
    `has other tools than those you installed: skillet skills install ${dir} --replace`,
  )
  expect(await run('skills', 'install', dir, '--replace')).toMatchObject({ code: 0 })
  expect((await noted()).join()).not.toContain('than those you installed')
  mkdirSync(join(home, 'empty'))
  expect((await noted(join(home, 'empty'))).join()).not.toContain('of its own')
})

it('copies a project’s tools and their configuration, and no keys', async () => {
  const { dir, home, run } = start()
  writeFileSync(join(dir, '.ai', 'config', 'a.yaml'), 'x: 1\n')
  await run('skills', 'install', dir)
  const installed = readdirSync(join(home, 'skills', 'sample', '.ai'), { recursive: true, withFileTypes: true })
  expect(installed.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort()).toEqual(['a.yaml', 'hello_world.py'])
})
