import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeProxy } from '#main/network/proxy'
import { GATE_PIPE, GATE_PORT, GATE_PROGRAM, type GateMode, passGate } from '#main/runners/process/sandbox/gate-program'
import { makeOwnSeccompProgram } from '#main/runners/process/sandbox/seccomp-program'
import type { FilteredMachine } from '#main/runners/process/sandbox/seccomp-table'
import { startRawServer } from '#test/helpers/raw-server'
import { root } from '#test/helpers/root'
import { describeEnforced } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

const SOURCE = join(root, 'src', 'main', 'runners', 'process', 'sandbox', 'gate-program.c')
const COMPILERS = { x64: 'x86_64-linux-gnu-gcc', arm64: 'aarch64-linux-gnu-gcc' }
/** The bytes were made by this release; another may choose other instructions for the same source. */
const COMPILER_RELEASE = /^12\./
const FLAGS = [
  ...'-Os -static -nostdlib -nostartfiles -ffreestanding -fno-stack-protector -fno-asynchronous-unwind-tables'.split(
    ' ',
  ),
  ...'-fno-ident -fno-pie -no-pie -Wl,--build-id=none -Wl,-z,noseparate-code -Wl,-z,norelro'.split(' '),
  ...'-Wl,-z,noexecstack -Wl,-n -s'.split(' '),
]

const isHere = (program: string) => spawnSync(program, ['--version']).status === 0
const own = process.arch === 'arm64' ? 'arm64' : 'x64'

function build(machine: FilteredMachine): string {
  const file = join(makeTempDir(), 'gate')
  execFileSync(COMPILERS[machine], [
    ...FLAGS,
    ...(machine === 'x64' ? ['-fcf-protection=none'] : []),
    '-o',
    file,
    SOURCE,
  ])
  return file
}

function write(bytes: Buffer): string {
  const file = join(makeTempDir(), 'gate')
  writeFileSync(file, bytes)
  chmodSync(file, 0o755)
  return file
}

interface Gate {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

/** In the place of the channel the gate gets what Node gives its children; the answer is the app's to give. */
function start(command: string[], extra: { fd: number; bytes: Buffer }[] = []): Gate {
  const stdio: ('pipe' | 'ignore' | 'ipc')[] = ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', 'ignore', 'ipc']
  for (const { fd } of extra) stdio[fd] = 'pipe'
  const child = spawn(command[0] ?? '', command.slice(1), { stdio, env: { PATH: '/usr/bin:/bin' } })
  onTestFinished(() => void child.kill('SIGKILL'))
  for (const { fd, bytes } of extra) (Array.from<unknown>(child.stdio)[fd] as Socket).end(bytes)
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  return { child, output: () => text, ended: once(child, 'close').then(([code]) => code as number | null) }
}

describe.each(['x64', 'arm64'] as const)('the gate for %s', (machine) => {
  const compiler = COMPILERS[machine]
  const release = isHere(compiler) ? execFileSync(compiler, ['-dumpfullversion'], { encoding: 'utf8' }).trim() : ''

  it.skipIf(!COMPILER_RELEASE.test(release))('equals what its source compiles to', () => {
    expect(readFileSync(build(machine)).toString('base64')).toBe(GATE_PROGRAM[machine].toString('base64'))
  })

  it('is a small program for this machine, and needs no library', () => {
    const bytes = GATE_PROGRAM[machine]
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('\u007fELF\u0002')
    expect(bytes.readUInt16LE(18)).toBe(machine === 'x64' ? 62 : 183)
    expect(bytes.length).toBeLessThan(1_500)
    expect(bytes.includes('/lib')).toBe(false)
  })

  const emulator = machine === own ? [] : ['/usr/bin/qemu-aarch64-static']
  it.skipIf(process.platform !== 'linux' || !emulator.every(existsSync))(
    'starts the program after the app answered',
    async () => {
      const gate = start([
        ...emulator,
        ...passGate(write(GATE_PROGRAM[machine]), 'waits', [
          '/bin/sh',
          '-c',
          'echo "$0 ran"; cd /proc/self/fd; echo *',
          'it',
        ]),
      ])
      expect(await once(gate.child, 'message')).toEqual(['gate', undefined])
      expect(gate.output()).toBe('')
      gate.child.send('go')
      expect(await gate.ended).toBe(0)
      expect(gate.output()).toMatch(/^it ran\n0 1 2( 3)?\n$/)
    },
  )
})

describe.skipIf(process.platform !== 'linux')('the gate', () => {
  const gate = () => write(GATE_PROGRAM[own])

  it('starts nothing for an app that closed the channel', async () => {
    const { child, output } = start(passGate(gate(), 'waits', ['/bin/echo', 'ran']))
    await once(child, 'message')
    child.disconnect()
    expect([await once(child, 'exit'), output()]).toEqual([[125, null], ''])
  })

  it('starts nothing for an app that was killed', async () => {
    const canary = join(makeTempDir(), 'canary')
    const command = JSON.stringify(passGate(gate(), 'waits', ['/bin/touch', canary]))
    const code = `
      const [file, ...args] = ${command}
      const stdio = ['ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ipc']
      const child = require('node:child_process').spawn(file, args, { stdio, detached: true })
      child.once('message', () => console.log(child.pid))`
    const app = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [pid] = await once(app.stdout, 'data')
    app.kill('SIGKILL')
    // What nobody collected is still listed, without a command.
    const at = `/proc/${Number(pid)}/cmdline`
    await expect.poll(() => existsSync(at) && readFileSync(at, 'utf8')).toSatisfy((found) => !found)
    expect(existsSync(canary)).toBe(false)
  })

  it.each<[string, string[], number]>([
    ['is told too little', ['6', 'w'], 125],
    ['has no channel', ['9', 'w', '/bin/echo', 'ran'], 125],
  ])('ends where it %s', async (_what, args, code) => {
    const { output, ended } = start([gate(), ...args])
    expect([await ended, output()]).toEqual([code, ''])
  })

  it('exits with 127 if there is no such program', async () => {
    const { child, ended } = start(passGate(gate(), 'waits', ['/no/such/program']))
    await once(child, 'message')
    child.send('go')
    expect(await ended).toBe(127)
  })
})

describeEnforced('the gate in a sandbox without a network', () => {
  const inSandbox = (mode: GateMode, script: string) => {
    const filter = makeOwnSeccompProgram()
    const bwrap = [
      ...[
        'bwrap',
        '--ro-bind',
        '/',
        '/',
        '--dev',
        '/dev',
        '--unshare-net',
        '--unshare-pid',
        '--proc',
        '/proc',
        '--die-with-parent',
      ],
      ...['--cap-drop', 'ALL', '--perms', '0555', '--ro-bind-data', '4', '/tmp', '--unsetenv', 'NODE_CHANNEL_FD'],
    ]
    const at = join(makeTempDir(), 'gate')
    writeFileSync(at, '')
    const args = bwrap.map((word) => (word === '/tmp' ? at : word))
    const command = [...args, '--seccomp', '5', '--', ...passGate(at, mode, ['/bin/sh', '-c', script])]
    return start(command, [
      { fd: 4, bytes: GATE_PROGRAM[own] },
      { fd: 5, bytes: filter ?? Buffer.alloc(0) },
    ])
  }

  it.skipIf(!existsSync('/usr/bin/curl'))('leads to the granted host alone, through the app', async () => {
    const { port } = await startRawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nreached'))
    const proxies = `http_proxy=http://127.0.0.1:${GATE_PORT}`
    const ask = (url: string) => `${proxies} curl -s ${url}; echo;`
    const script = `${ask(`http://ok.test:${port}/`)} ${ask('http://evil.test/')} curl -s --max-time 2 http://127.0.0.1:${port}/ || echo closed`
    const { child, output, ended } = inSandbox('listens', script)
    const stop = new AbortController()
    const refused: string[] = []
    const origin = `http://ok.test:${port}`
    const proxy = makeProxy({
      ...{ hosts: [origin], inner: [origin], signal: stop.signal, onRefused: ({ code }) => void refused.push(code) },
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const [message, door] = (await once(child, 'message')) as [string, Server]
    onTestFinished(() => {
      stop.abort()
      door.close()
    })
    expect(message).toBe('gate')
    door.on('connection', (socket) => proxy.serve(socket))
    expect(await ended).toBe(0)
    expect(output()).toMatch(/^reached\nSkillet: .*evil\.test.*\n\nclosed\n$/)
    expect(refused).toEqual(['http-not-granted'])
  })

  it('leaves the program no channel to the app', async () => {
    const { child, output, ended } = inSandbox('waits', 'cd /proc/self/fd; echo *; echo "<$NODE_CHANNEL_FD>"')
    await once(child, 'message')
    child.send('go')
    expect(await ended).toBe(0)
    expect(output()).toMatch(/^0 1 2( 3)?\n<>\n$/)
  })

  it('uses the given descriptor', () => {
    expect(passGate('/run/gate', 'waits', ['a', 'b'])).toEqual(['/run/gate', `${GATE_PIPE}`, 'w', 'a', 'b'])
  })
})
