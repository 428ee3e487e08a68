import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { quoteArgv } from '#shared/call/quote'
import { hostile, openServerShop } from '#test/helpers/mcp-skill'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, listenTo, PROGRAM, plainEnv, readRecord, type Spoken, until } from '#test/main/cli/run-cli'

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0
const OURS = ['--no-bundled', '--skills', join(FIXTURES, 'plain'), '--home', 'h']
const SAY = ['run', 'say', '--args', '{"text": "a\\u001b[2Jb"}', ...OURS]

/** The real program on a pseudo-terminal; `answer` is typed once it asks. */
async function typeInto(
  args: string[],
  cwd: string,
  answer: string,
  env: Record<string, string> = {},
): Promise<Spoken> {
  const line = quoteArgv([process.execPath, PROGRAM, ...args], 'posix').text
  const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd, env: plainEnv(cwd, { TERM: 'xterm', ...env }) })
  let shown = ''
  child.stdout.on('data', (text) => {
    shown += String(text)
  })
  const done = listenTo(child)
  if (answer !== '') await until('the question', () => shown.includes('Run this? [y/N]'))
  child.stdin.write(answer)
  return done
}

describe.runIf(hasScript)('on a terminal', () => {
  it('asks before it runs, says where each word comes from, and prints no control character from the tool', async () => {
    const cwd = makeTempDir()
    const { code, stdout } = await typeInto(SAY, cwd, 'y\n')
    expect(code).toBe(0)
    expect(stdout).toContain('\u001b[36m')
    const words = stripVTControlCharacters(stdout).replaceAll('\r', '')
    expect(words).toContain('from the call')
    expect(words).toContain(`  $ echo "$(printf 'a\\033[2Jb')"`)
    expect(words).toContain('a\\u{1B}[2Jb\nexit 0')
    expect(stdout).not.toContain('\u001b[2J')
    expect(readRecord(cwd)).toContainEqual(expect.objectContaining({ decision: 'once', by: 'person' }))
  })

  it('runs nothing on any other answer, and exits with 3', async () => {
    const cwd = makeTempDir()
    const { code, stdout } = await typeInto(SAY, cwd, '\n', { NO_COLOR: '1' })
    expect(code).toBe(3)
    expect(stdout).not.toContain('\u001b')
    const facts = readRecord(cwd)
    expect(facts).toContainEqual(expect.objectContaining({ decision: 'deny', by: 'person' }))
    expect(facts.map(({ type }) => type)).not.toContain('run.started')
  })

  it('exits with 130 if the question is answered with Ctrl-C', async () => {
    const { code } = await typeInto(SAY, makeTempDir(), '\u0003')
    expect(code).toBe(130)
  })
})

describe.runIf(hasScript)('a server that asks in the middle of a call', () => {
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string', title: 'City' },
      days: { type: 'integer', minimum: 1 },
      kinds: { type: 'array', items: { type: 'string', enum: ['red', 'blue', 'green'] } },
      size: { type: 'string', enum: ['small', 'large'], default: 'large' },
    },
    required: ['city', 'days'],
  }

  /** A home with a server that was reviewed, and the line that calls its tool. */
  async function openAsker() {
    const cwd = makeTempDir()
    const shop = await openServerShop({ bad: hostile('asks', JSON.stringify(schema)) }, { home: join(cwd, 'h') })
    await shop.accept()
    await shop.core.close()
    return { cwd, line: ['run', 'bad_act', '--args', '{}', '--no-bundled', '--yes', '--home', 'h'] }
  }

  it('asks it field by field, asks again where the answer does not fit, and sends it once the person agrees', async () => {
    const { cwd, line } = await openAsker()
    const { code, stdout } = await converse(line, cwd, [
      ['city:', 'Villingen'],
      ['days:', 'two'],
      ['does not fit', '2'],
      ['kinds (numbers, with commas; may be empty):', '3, 1'],
      ['size (a number; empty: "large"):', ''],
      ['Send this to bad? [y/N]', 'y'],
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('> Which one?')
    expect(stdout).toContain('>   3  green')
    const given = '{"city":"Villingen","days":2,"kinds":["green","red"],"size":"large"}'
    expect(stdout).toContain(`{"action":"accept","content":${given}}`)
    expect(JSON.stringify(readRecord(cwd))).toContain('"given":[{"name":"city","length":9}')
  })

  it('declines at the end of the input, and with a clear word where there is no terminal', async () => {
    const { cwd, line } = await openAsker()
    expect((await converse(line, cwd, [['city:', '\u0004']])).stdout).toContain('{"action":"decline"}')
    const { code, stdout, stderr } = await callCli(line, { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"action":"decline"}' })
    expect(stderr).toContain('the server bad asks something, and nobody is here to answer: declined')
  })
})

/** Types each line once the words before it are shown. */
async function converse(args: string[], cwd: string, lines: [after: string, line: string][]): Promise<Spoken> {
  const command = quoteArgv([process.execPath, PROGRAM, ...args], 'posix').text
  const child = spawn('script', ['-qfec', command, '/dev/null'], { cwd, env: plainEnv(cwd, { TERM: 'xterm' }) })
  let shown = ''
  child.stdout.on('data', (text) => {
    shown += String(text)
  })
  const done = listenTo(child)
  for (const [after, line] of lines) {
    await until(after, () => shown.includes(after))
    child.stdin.write(line === '\u0004' ? line : `${line}\n`)
  }
  const { stdout, ...rest } = await done
  return { ...rest, stdout: stripVTControlCharacters(stdout).replaceAll('\r', '') }
}
