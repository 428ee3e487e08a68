import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { quoteArgv } from '#shared/call/quote'
import { makeTempDir } from '#test/helpers/temp-dir'
import { FIXTURES, listenTo, PROGRAM, plainEnv, readRecord, type Spoken, until } from '#test/main/cli/run-cli'

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
  it('asks before it runs, says where each word comes from, and lets no control character of the tool through', async () => {
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

  it('runs nothing on any other answer, and ends with 3', async () => {
    const cwd = makeTempDir()
    const { code, stdout } = await typeInto(SAY, cwd, '\n', { NO_COLOR: '1' })
    expect(code).toBe(3)
    expect(stdout).not.toContain('\u001b')
    const facts = readRecord(cwd)
    expect(facts).toContainEqual(expect.objectContaining({ decision: 'deny', by: 'person' }))
    expect(facts.map(({ type }) => type)).not.toContain('run.started')
  })

  it('ends with 130 when the question is answered with Ctrl-C', async () => {
    const { code } = await typeInto(SAY, makeTempDir(), '\u0003')
    expect(code).toBe(130)
  })
})
