import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type CallNumbers, FORBIDDEN_CALLS } from '#main/runners/process/sandbox/seccomp-table'
import { supervise } from '#main/runners/process/supervise'
import type { Confinement } from '#shared/call/plan'
import { textOf } from '#shared/messages/message'
import { confine, describeEnforced, makeShellCommand } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

const has = (program: string) => existsSync(`/usr/bin/${program}`)
const numberOf = ([, x64, arm64]: CallNumbers) => (process.arch === 'arm64' ? arm64 : x64)
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97]

async function tell(script: string, grants?: Partial<Confinement>): Promise<string> {
  const { stdout, stderr, failure } = await supervise(confine(makeShellCommand(script), grants))
  return (stdout.text + stderr.text + textOf(failure?.message ?? '')).trim()
}

/** Makes system calls by their numbers, as no library would, and tells the error of each. */
const perl = (calls: (number | null)[][]) =>
  tell(`perl -e '${calls.map((call) => `$! = 0; syscall(${call.join(', ')}); print $! + 0, " ";`).join('')}'`)

async function listenInFolder(): Promise<{ folder: string; path: string; heard: () => number }> {
  const folder = join(process.cwd(), 'out', `socket-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 's')
  let heard = 0
  const server = createServer((socket) => {
    heard += 1
    socket.end('reached')
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  onTestFinished(() => void server.close())
  return { folder, path, heard: () => heard }
}

const connectTo = (path: string) =>
  `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) or die "no socket: ", $! + 0; connect(S, sockaddr_un("${path}")) or die "no connection"; print <S>'`

describeEnforced('the filter of system calls, in a real sandbox', () => {
  it.skipIf(!has('perl'))('forbids every call of the table', async () => {
    // Without the right arguments some of them would end in another error before any rule was asked.
    const calls = FORBIDDEN_CALLS.filter((call) => numberOf(call) !== null).map((call) => [numberOf(call), -1, 0, 0])
    const errors = (await perl(calls)).split(' ').map(Number)
    expect(errors).toEqual(calls.map(() => EPERM))
  })

  it.skipIf(!has('perl'))('hides the calls that would pass it by', async () => {
    expect(await perl([[435, 0, 0], [425, 0, 0], [470], [0x4000_0000 + 39]])).toBe(Array(4).fill(ENOSYS).join(' '))
  })

  it.skipIf(!has('perl'))('lets no program reach a socket in a folder it sees', async () => {
    const { folder, path, heard } = await listenInFolder()
    expect(await tell(connectTo(path), { writable: [folder], network: true })).toContain(`no socket: ${EAFNOSUPPORT}`)
    const datagrams = `perl -MSocket -e 'socketpair(A, B, AF_UNIX, SOCK_DGRAM, 0) or print "no pair: ", $! + 0'`
    expect(await tell(datagrams, { writable: [folder] })).toBe(`no pair: ${EPERM}`)
    expect(heard()).toBe(0)
  })

  it.skipIf(!has('perl'))('leaves the sockets to programs that only pass a wish on', async () => {
    const { folder, path } = await listenInFolder()
    expect(await tell(connectTo(path), { word: 'partial', writable: [folder] })).toBe('reached')
  })

  it('lets nobody create a namespace, a mount or another sandbox', async () => {
    expect(await tell('unshare --user true; unshare --map-root-user --mount true')).toMatch(/unshare.*\n.*unshare/)
    expect(await tell('bwrap --unshare-user --ro-bind / / echo inside')).not.toContain('inside')
    expect(await tell('unshare --user echo inside', { word: 'partial', processes: true })).not.toContain('inside')
  })

  it('gives the program no extra descriptor', async () => {
    const script = 'cd /proc/self/fd && echo *'
    const bare = await supervise(makeShellCommand(script))
    const [inside, outside] = [await tell(script), bare.stdout.text].map((list) => new Set(list.trim().split(' ')))
    expect(inside?.size).toBeGreaterThan(3)
    expect([...(inside ?? [])].filter((descriptor) => !outside?.has(descriptor))).toEqual([])
  })

  it('starts nothing if the filter is broken', async () => {
    const command = confine(makeShellCommand('echo ran'))
    if (!command.wrapped) throw new Error('There is no sandbox.')
    const broken = { ...command, wrapped: { ...command.wrapped, filter: Buffer.from('nonsense').toString('base64') } }
    expect(await supervise(broken)).toMatchObject({ stdout: { text: '' }, failure: { code: 'SPAWN_FAILED' } })
  })

  it.skipIf(!has('git'))('leaves git to its work', async () => {
    const script =
      'git init -q . && git -c user.name=a -c user.email=b commit -q --allow-empty -m c && git log --oneline'
    const home = makeTempDir()
    const command = makeShellCommand(script, { cwd: home })
    const run = await supervise(confine(command, { writable: [home] }))
    expect([run.exitCode, run.stderr.text]).toEqual([0, ''])
  })

  it('leaves Node its threads, its children and its sockets', async () => {
    const code = `
      const { Worker } = require('node:worker_threads')
      const { execFileSync, fork } = require('node:child_process')
      const server = require('node:net').createServer((socket) => socket.end('net ')).listen(0, '127.0.0.1', () => {
        require('node:net').connect(server.address().port, '127.0.0.1').on('data', (data) => {
          process.stdout.write(data)
          process.stdout.write(execFileSync('/bin/echo', ['child']))
          new Worker("process.stdout.write('thread')", { eval: true }).on('exit', () => process.exit())
        })
      })`
    const command = makeShellCommand('', { path: process.execPath, args: ['-e', code] })
    const run = await supervise(confine(command))
    expect([run.exitCode, run.stdout.text]).toEqual([0, 'net child\nthread'])
  })

  it.skipIf(!has('python3'))('leaves Python its pools', async () => {
    const code =
      'import asyncio, multiprocessing as m; print(sum(m.Pool(2).map(abs, range(9)))); asyncio.run(asyncio.sleep(0))'
    expect(await tell(`python3 -c '${code}'`)).toBe('36')
  })
})
