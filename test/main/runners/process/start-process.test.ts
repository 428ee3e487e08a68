import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { supervise } from '#main/runners/process/supervise'
import { fixtureFolder, makeCommand } from '#test/helpers/fixture-bin'
import { makeShellCommand } from '#test/helpers/sandbox-here'

describe('a started program', () => {
  it('receives its arguments unchanged, and no shell looks at them', async () => {
    const args = ['', ' ', '$(id)', '`id`', '; ls', "'", '"', '*', '\\', '-n', '--', 'é 世界', '$HOME', '\t']
    const run = await supervise(makeCommand('echo-argv', args))
    expect(run.stdout.text).toBe(args.map((arg) => `[${arg}]\n`).join(''))
  })

  it('sees the given environment and the marker of its run, and nothing of ours', async () => {
    const { env } = makeCommand('print-env')
    const marker = randomUUID()
    const run = await supervise(makeCommand('print-env', [], { env: { ...env, GREETING: 'grüße' }, marker }))
    expect(JSON.parse(run.stdout.text)).toEqual({ ...env, GREETING: 'grüße', SKILLET_RUN: marker })
  })

  it('is in the given folder', async () => {
    expect((await supervise(makeCommand('print-cwd'))).stdout.text).toBe(`${fixtureFolder}\n`)
  })

  it('has no terminal', async () => {
    expect((await supervise(makeCommand('open-terminal'))).stdout.text).toBe('no terminal\n')
  })

  it('finds its standard input at its end', async () => {
    const run = await supervise(makeCommand('read-stdin'))
    expect(run).toMatchObject({ exitCode: 0, stdout: { text: '<end>\n' } })
  })

  it.each([
    ['a short text', 'grüße\n'],
    ['no text at all', ''],
    ['more than a pipe holds', `${'0123456789'.repeat(100_000)}\n`],
  ])('reads %s on standard input, and its end', async (_, stdin) => {
    const run = await supervise(makeCommand('read-stdin', [], { stdin }))
    expect(run.exitCode).toBe(0)
    expect(run.stdout.bytes).toBe(Buffer.byteLength(stdin) + '<end>\n'.length)
    expect(run.stdout.text.startsWith(stdin.slice(0, 1000))).toBe(true)
  })

  it('may leave its input unread', async () => {
    const run = await supervise(makeCommand('ignore-stdin', [], { stdin: 'x'.repeat(5_000_000) }))
    expect(run).toMatchObject({ exitCode: 0, signal: null, stdout: { text: 'done\n' } })
  })

  it('keeps its two outputs apart', async () => {
    const run = await supervise(makeCommand('write-both'))
    expect(run.stdout).toEqual({ text: 'out\nout again\n', bytes: 14, truncated: false, isBinary: false })
    expect(run.stderr).toEqual({ text: 'err\n', bytes: 4, truncated: false, isBinary: false })
  })

  it.each([false, true])('gets a pipe for its result if one is requested (%s)', async (wished) => {
    const script = 'test -e /proc/self/fd/4 && echo open; echo result >&4; echo printed'
    const run = await supervise(makeShellCommand(script, { givesResult: wished }))
    expect(run.stdout.text).toBe(wished ? 'open\nprinted\n' : 'printed\n')
    expect(run.result?.text).toBe(wished ? 'result\n' : undefined)
  })

  it('may write more into it than is kept, and the pipe ends with the program', async () => {
    const shown: string[] = []
    const script = 'head -c 20000000 /dev/zero | tr "\\0" x >&4; sleep 600 >/dev/null 2>&1 &'
    const run = await supervise(makeShellCommand(script, { givesResult: true }), {
      onChunk: (_, text) => shown.push(text),
    })
    expect(run.result).toMatchObject({ bytes: 20_000_000, truncated: true })
    expect(run.result?.text.length).toBeLessThan(8.1 * 1024 * 1024)
    expect(run.leftovers).toHaveLength(1)
    expect(shown).toEqual([])
  })
})

describe('how it ended', () => {
  it.each([0, 1, 2, 3, 42, 125, 126, 127, 128, 129, 137, 143, 254, 255])('is exit code %i', async (code) => {
    const run = await supervise(makeCommand('exit-with', [`${code}`]))
    expect(run).toMatchObject({ exitCode: code, signal: null, timedOut: false, canceled: false })
    expect(run).not.toHaveProperty('failure')
  })

  it.each(['HUP', 'INT', 'QUIT', 'ABRT', 'KILL', 'USR1', 'SEGV', 'PIPE', 'ALRM', 'TERM'])(
    'is signal %s',
    async (name) => {
      const run = await supervise(makeCommand('signal-self', [name]))
      expect(run).toMatchObject({ exitCode: null, signal: `SIG${name}`, timedOut: false, canceled: false })
    },
  )

  it.runIf(process.platform === 'linux').each([34, 40, 64])(
    'is real-time signal %i, which Node calls exit code 0',
    async (number) => {
      const run = await supervise(makeCommand('signal-self', [`${number}`]))
      expect(run).toMatchObject({ exitCode: null, signal: `SIGRTMIN+${number - 34}` })
    },
  )
})
