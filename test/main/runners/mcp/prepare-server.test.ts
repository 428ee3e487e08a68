import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mcpRunner, prepareServer } from '#main/runners/mcp/mcp-runner'
import type { PlanContext } from '#main/runners/runner'
import { textOf } from '#shared/messages/message'
import { describeServer, type McpServer } from '#shared/skill/mcp-server'
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

it('names in the review and in the plan what a server may read beside its folders', async () => {
  const dir = makeTempDir()
  mkdirSync(join(dir, 'venv', 'bin'), { recursive: true })
  const [script, python] = [join(dir, 'server.py'), join(dir, 'venv', 'bin', 'tool')]
  for (const file of [script, python]) writeFileSync(file, '')
  const start = { kind: 'command' as const, command: process.execPath, env: [], folders: [], network: false }
  const read = async (args: string[]) => {
    const server = { skill: 'sample', name: 'a', start: { ...start, args } } as unknown as McpServer
    const runtime = { kind: 'mcp', server, tool: 'act', listed: '' } as const
    const at = { sandbox: 'none', hidden: { homes: [] }, secretVersion: () => null } as unknown as PlanContext
    const planned = await mcpRunner.plan({ runtime, dir }, {}, at)
    return [describeServer(server).reads, planned.ok && 'grants' in planned && planned.grants.read]
  }
  expect(await read([script])).toEqual([[dir], [dir]])
  expect(await read([python])).toEqual([[join(dir, 'venv')], [join(dir, 'venv')]])
  expect(await read(['--verbose'])).toEqual([[], []])
  const ofHome = { ...start, args: ['/home/ada/server.py', '/home/ada/Documents/server.js'] }
  expect(describeServer({ skill: 'a', name: 'a', start: ofHome }).reads).toEqual([
    '/home/ada/server.py',
    '/home/ada/Documents',
  ])
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
