import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { prepareServer } from '#main/runners/mcp/mcp-runner'
import { textOf } from '#shared/messages/message'
import { describeServer } from '#shared/skill/mcp-server'
import { makeTempDir } from '#test/helpers/temp-dir'

/** A server of one file, on a computer with this home. */
const prepare = (home: string, command: string, ...args: string[]) =>
  prepareServer(
    {
      ...{ skill: 'sample', name: 'a' },
      start: { kind: 'command', command, args, env: [], folders: [], network: false },
    },
    makeTempDir(),
    {
      sandbox: 'enforced',
      hidden: { closesNetwork: true, dataFolder: null, secrets: () => [], sockets: [], homes: [home] },
      secretVersion: () => null,
      findBinary: async () => expect.fail('no name is looked up'),
    },
  )

/** What it may see beside its skill. */
async function foldersFor(home: string, file: string) {
  const prepared = await prepare(home, process.execPath, file)
  if (!prepared.ok) throw new Error(prepared.error.code)
  return prepared.confinement?.folders?.slice(1).map(({ path, access, isFile }) => ({ path, access, isFile }))
}

it('lets a server read what lies next to its program, but no home as a whole', async () => {
  const home = makeTempDir()
  mkdirSync(join(home, 'tools'))
  for (const file of ['server.py', 'tools/server.py']) writeFileSync(join(home, file), '')
  expect(await foldersFor(home, join(home, 'tools', 'server.py'))).toEqual([
    { path: join(home, 'tools'), access: 'read', isFile: undefined },
  ])
  expect(await foldersFor(home, join(home, 'server.py'))).toEqual([
    { path: join(home, 'server.py'), access: 'read', isFile: true },
  ])
})

it('names in the review what a server may read beside its folders', () => {
  const start = { kind: 'command' as const, command: process.execPath, env: [], folders: [], network: false }
  const read = (...args: string[]) => describeServer({ skill: 'sample', name: 'a', start: { ...start, args } }).reads
  expect(read('/srv/server.py')).toEqual(['/srv'])
  expect(read('/srv/venv/bin/tool')).toEqual(['/srv/venv'])
  expect(read('/srv/node_modules/a/index.js', '--verbose')).toEqual(['/srv/node_modules'])
  expect(read('/home/ada/server.py', '/home/ada/Documents/server.js')).toEqual([
    '/home/ada/server.py',
    '/home/ada/Documents',
  ])
  // This took minutes once, for a skill that nobody had reviewed.
  expect(read(`/srv${'/node_modules'.repeat(80_000)}`)).toEqual([])
})

it('says what is where the command of a server should be', async () => {
  const home = makeTempDir()
  const said = [join(home, 'gone'), home].map(async (command) => {
    const prepared = await prepare(home, command)
    return prepared.ok ? '' : textOf(prepared.error.message)
  })
  expect(await Promise.all(said)).toEqual([
    `No program named ${join(home, 'gone')} was found.`,
    `No program named ${home} was found. ${home} is a folder.`,
  ])
})
