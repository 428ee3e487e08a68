import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Command, supervise } from '#main/runners/process/supervise'
import type { Confinement } from '#shared/call/plan'
import { textOf } from '#shared/messages/message'
import { fixtureBin, fixtureFolder, makeCommand } from '#test/helpers/fixture-bin'
import { confine, describeEnforced, makeShellCommand } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

const run = (command: Command, grants?: Partial<Confinement>, readable?: string[]) =>
  supervise(confine(command, grants, readable))

async function tell(script: string, grants?: Partial<Confinement>, changes?: Partial<Command>): Promise<string> {
  const { stdout, stderr } = await run(makeShellCommand(script, changes), grants)
  return (stdout.text + stderr.text).trim()
}

describeEnforced('a confined program', () => {
  it('gets exactly its arguments, its environment, its folder and its standard input', async () => {
    const args = ['', '-x', '--', 'a b', "'$(id)'", 'ä\n', '--dev', '/dev']
    const echoed = await run(makeCommand('echo-argv', args))
    expect(echoed.stdout.text).toBe(args.map((arg) => `[${arg}]\n`).join(''))
    expect((await run(makeCommand('print-cwd'))).stdout.text).toBe(`${fixtureFolder}\n`)
    expect((await run(makeCommand('read-stdin', [], { stdin: 'given' }))).stdout.text).toBe('given<end>\n')
    const { env } = makeCommand('print-env')
    const seen = JSON.parse((await run(makeCommand('print-env', [], { marker: 'm' }))).stdout.text)
    // The one name that is added says what the folder says.
    expect(seen).toEqual({ ...env, SKILLET_RUN: 'm', PWD: fixtureFolder })
  })

  it.each([0, 1, 2, 127, 128, 129, 255])('reports its exit code %i', async (code) => {
    expect(await run(makeCommand('exit-with', [`${code}`]))).toMatchObject({ exitCode: code, signal: null })
  })

  it('reports 128 plus the number if a signal of its own ended it, because no more is known', async () => {
    expect(await run(makeCommand('signal-self', ['SEGV']))).toMatchObject({ exitCode: 139, signal: null })
  })

  it('keeps two streams apart', async () => {
    expect(await run(makeCommand('write-both'))).toMatchObject({ stdout: { text: 'out\nout again\n' } })
  })

  it.each([
    ['forever', 'SIGTERM'],
    ['ignore-sigterm', 'SIGKILL'],
    ['stop-itself', 'SIGTERM'],
    ['double-fork', 'SIGTERM'],
  ])('%s that does not end in time is ended by %s, and nobody is left', async (name, signal) => {
    const ended = await run(makeCommand(name, [], { timeoutMs: 500 }))
    expect(ended).toMatchObject({ exitCode: null, signal, timedOut: true, survivors: [], leftovers: [] })
  })

  it('may clean up and keep its own exit code when it is asked to end', async () => {
    const ended = await run(makeCommand('exit-on-sigterm', [], { timeoutMs: 1000 }))
    expect(ended).toMatchObject({ exitCode: 0, signal: null, timedOut: true, stdout: { text: 'ready\ncleaned up\n' } })
  })

  it('is ended even if it is canceled at the moment of its start', async () => {
    const controller = new AbortController()
    const options = { signal: controller.signal, onStart: () => controller.abort() }
    const ended = await supervise(confine(makeCommand('forever')), options)
    expect(ended).toMatchObject({ exitCode: null, canceled: true, survivors: [] })
    expect(ended.signal).toMatch(/^SIG(TERM|KILL)$/)
  })

  it.each(['hold-stdout', 'spawn-child', 'setsid-daemon'])('%s leaves nobody behind at its end', async (name) => {
    const ended = await run(makeCommand(name))
    expect(ended).toMatchObject({ exitCode: 0, leftovers: [], survivors: [] })
  })

  it('that is missing, or has no interpreter, is named as such', async () => {
    const missing = await run(makeCommand('', [], { path: '/nowhere/at-all' }))
    expect(textOf(missing.failure?.message ?? '')).toContain('/nowhere/at-all does not exist')
    const lost = await run(makeCommand('missing-interpreter'))
    expect(lost).toMatchObject({ exitCode: null, failure: { code: 'SPAWN_FAILED' } })
    expect(textOf((await run(makeCommand('echo-argv', ['x'.repeat(200 * 1024)]))).failure?.message ?? '')).toContain(
      'too long',
    )
  })

  it('that is in a hidden place does not run, and the message says so', async () => {
    const folder = makeTempDir()
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\necho ran\n')
    chmodSync(program, 0o755)
    const ended = await run(makeCommand('', [], { path: program, cwd: '/' }), { hidden: [folder] })
    // The program's own place is shown, whatever is hidden around it.
    expect(ended.stdout.text).toBe('ran\n')
    const broken = confine(makeCommand('echo-argv'))
    const wrapped = { ...(broken.wrapped as NonNullable<Command['wrapped']>) }
    wrapped.args = wrapped.args.map((arg) => (arg === fixtureBin('echo-argv') ? '/nowhere/else' : arg))
    const failed = await supervise({ ...broken, wrapped })
    expect(failed).toMatchObject({ exitCode: null, failure: { code: 'SPAWN_FAILED' } })
    expect(textOf(failed.failure?.message ?? '')).toContain('could not be started in the sandbox')
    expect(textOf(failed.failure?.message ?? '')).toContain('No such file')
  })

  it('can change nothing that was not granted', async () => {
    const folder = makeTempDir()
    writeFileSync(join(folder, 'kept'), 'as it was')
    const attempts = [
      `echo x > ${folder}/new`,
      `echo x > ${folder}/kept`,
      `rm ${folder}/kept`,
      `mv ${folder}/kept ${folder}/b`,
    ]
    for (const attempt of [...attempts, 'touch /usr/skillet-test', 'touch /etc/skillet-test']) {
      expect(await tell(attempt, {}, { cwd: folder })).toMatch(/Read-only file system/)
    }
    expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('as it was')
    expect(existsSync(join(folder, 'new'))).toBe(false)
  })

  it('writes only where granted', async () => {
    const [granted, other] = [makeTempDir(), makeTempDir()]
    mkdirSync(join(granted, 'deep'))
    const script = `echo x > ${granted}/deep/new; echo y > ${other}/new`
    await tell(script, { writable: [granted] }, { cwd: join(granted, 'deep') })
    expect(readFileSync(join(granted, 'deep', 'new'), 'utf8')).toBe('x\n')
    expect(existsSync(join(other, 'new'))).toBe(false)
  })

  it('gives Deno a place for its cache, and no other program', () => {
    const nameOf = (path: string) => confine(makeCommand('', [], { path, cwd: '/' })).wrapped?.args.join(' ') ?? ''
    expect(nameOf('/usr/bin/deno')).toContain('--setenv DENO_DIR /dev/shm/deno')
    expect(nameOf('/usr/bin/env')).not.toContain('DENO_DIR')
  })

  it('has its own /tmp, in which it sees only what its arguments name', async () => {
    const folder = makeTempDir()
    const [named, other] = ['named', 'other'].map((name) => join(folder, name)) as [string, string]
    for (const file of [named, other]) writeFileSync(file, 'seen')
    symlinkSync('/etc/passwd', join(folder, 'link'))
    // The empty home and the folders of the search path are there too, where they lie in /tmp.
    const given = [homedir(), ...(process.env.PATH ?? '').split(delimiter)]
    const own = given.flatMap((path) => (path.startsWith('/tmp/') ? [path.split('/')[2]] : [])).join('\n')
    const script =
      'cat "$0"; ls /tmp | grep -vxF "$2" | wc -l; cat "$1" 2>&1 | grep -c root; touch /tmp/mine && ls /tmp/mine; echo x > "$0"'
    const args = ['-c', `${script}; cat ${folder}/oth*`, named, join(folder, 'link'), own]
    const { stdout, stderr } = await run(makeCommand('', args, { path: '/bin/sh', cwd: '/' }))
    expect(stdout.text).toBe('seen1\n0\n/tmp/mine\n')
    expect(stderr.text).toContain('Read-only file system')
    expect(existsSync('/tmp/mine')).toBe(false)
  })

  it('neither sees nor writes what is hidden, file or folder', async () => {
    const home = makeTempDir()
    mkdirSync(join(home, '.ssh'))
    mkdirSync(join(home, 'data/store/snapshot'), { recursive: true })
    for (const file of ['.ssh/id', 'data/ledger', '.netrc', 'data/store/snapshot/x.sh']) {
      writeFileSync(join(home, file), 'secret')
    }
    const hidden = ['.ssh', 'data', '.netrc'].map((name) => join(home, name))
    const script =
      'cat .netrc .ssh/id data/ledger; ls .ssh data; echo x > .ssh/new; echo x > .netrc; cat data/store/snapshot/x.sh; echo x > data/new'
    const shown = await supervise(
      confine(makeShellCommand(script, { cwd: home }), { writable: [home], hidden }, [join(home, 'data/store')]),
    )
    expect(shown.stdout.text).toBe('.ssh:\n\ndata:\nstore\nsecret')
    expect(shown.stderr.text.match(/No such file/g)).toHaveLength(2)
    expect(existsSync(join(home, '.ssh/new'))).toBe(false)
    expect(existsSync(join(home, 'data/new'))).toBe(false)
    expect(readFileSync(join(home, '.netrc'), 'utf8')).toBe('secret')
  })

  it('reaches no network unless granted', async () => {
    const server = createServer((socket) => socket.end('reached\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const code = `require('net').connect(${port}, '127.0.0.1').on('error', (e) => console.log(e.code)).pipe(process.stdout)`
    const command = makeCommand('', ['-e', code], { path: process.execPath, cwd: '/' })
    expect((await run(command)).stdout.text).toMatch(/^(ECONNREFUSED|ENETUNREACH|EADDRNOTAVAIL)\n$/)
    expect((await run(command, { network: true })).stdout.text).toBe('reached\n')
  })

  it('sees only its own processes, no devices, and has no rights to lose', async () => {
    expect(await tell('ls -d /proc/[0-9]* | wc -l')).toMatch(/^[1-6]$/)
    expect(await tell('ls /dev')).not.toMatch(/^(sd|vd|nvme|loop|mem|kmsg)/m)
    expect(await tell('grep -E "CapPrm|CapEff|NoNewPrivs" /proc/self/status | tr -d "\\t\\n"')).toBe(
      'CapPrm:0000000000000000CapEff:0000000000000000NoNewPrivs:1',
    )
    expect(await tell('mknod /tmp/x b 8 0 || chroot / true || echo refused')).toMatch(/^refused$/m)
  })

  it('may change no kernel setting, not even as root', async () => {
    const others = "-path '/proc/[0-9]*' -prune -o"
    const ofOthers = await tell(`find /proc /sys ${others} -writable ! -type l -print 2>/dev/null`)
    const own =
      process.getuid?.() === 0 ? [] : ofOthers.split('\n').filter((file) => /^\/proc\/(pressure|sys\/net)/.test(file))
    expect(ofOthers.split('\n').filter((file) => file !== '' && !own.includes(file))).toEqual([])
    const shared = await tell(`find /proc/sys -writable ! -type l -print`, { word: 'partial', processes: true })
    expect(shared).toBe('')
  })

  it('sees the machine’s processes if it must', async () => {
    const count = Number(await tell('ls -d /proc/[0-9]* | wc -l', { word: 'partial', processes: true }))
    expect(count).toBeGreaterThan(6)
    const ended = await run(makeCommand('double-fork', [], { timeoutMs: 500 }), { word: 'partial', processes: true })
    expect(ended).toMatchObject({ exitCode: null, signal: 'SIGTERM', survivors: [], leftovers: [] })
  })

  it('holds no open door to bubblewrap', async () => {
    const command = makeShellCommand('ls /proc/$$/fd; echo forged >&3')
    const [confined, bare] = [await run(command), await supervise(command)]
    expect(confined.stdout.text).toBe('0\n1\n2\n')
    expect(bare.stdout.text).toContain(confined.stdout.text)
    expect(confined.stderr.text).toContain('3: Bad file descriptor')
  })

  it('cannot fill a disk with one file, and leaves no dump of its memory', async () => {
    expect(await tell('ulimit -c; ulimit -f')).toMatch(/^0\n\d+$/)
  })
})

const maySwitchUser = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).error === undefined

describe.runIf(maySwitchUser)('a confined program of an ordinary user', () => {
  it('is confined in the same way, and may start only so many processes', () => {
    const code = `
        import { detectSandbox } from '#main/runners/process/sandbox'
        import { supervise } from '#main/runners/process/supervise'
        const sandbox = await detectSandbox('linux', ['/usr/bin', '/bin'])
        const script = 'id -u; touch /usr/x; ls -d /proc/[0-9]* | wc -l; ulimit -p 2>/dev/null || ulimit -u; exit 3'
        const command = { path: '/bin/sh', args: ['-c', script], cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdin: null, timeoutMs: 20000 }
        const nothing = { word: 'enforced', network: false, writable: [], hidden: [] }
        const wrapped = sandbox.wrap(command, nothing, [])
        const { exitCode, stdout, stderr, failure } = wrapped ? await supervise({ ...command, wrapped }) : {}
        console.log(JSON.stringify({ word: sandbox.word, reason: sandbox.reason, exitCode, stdout: stdout?.text, stderr: stderr?.text, failure }))`
    const words = [
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      process.execPath,
      '--input-type=module-typescript',
      '-e',
      code,
    ]
    const told = JSON.parse(
      execFileSync('setpriv', words, { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', HOME: '/' } }),
    )
    if (told.word !== 'enforced') {
      console.error(`SKIPPED: nothing is proved for a person who is not root: ${told.reason}`)
      return
    }
    expect(told).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Read-only file system') })
    expect(told.stdout).toMatch(/^65534\n[1-6]\n[1-9]\d{3,4}\n$/)
  })
})
