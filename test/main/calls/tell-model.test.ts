import { describe, expect, it } from 'vitest'
import { tellModel } from '#main/calls/tell-model'
import type { Execution } from '#shared/skill/tool'

type Outcome = Parameters<typeof tellModel>[0]

describe('what the model reads about a run', () => {
  it('is the output, with standard error after standard output', () => {
    expect(tell({ stdout: 'all is well\n', stderr: 'a warning\n' })).toBe('all is well\na warning')
  })

  it('says so if a command printed nothing', () => {
    expect(tell({})).toBe('(no output)')
  })

  it.each<[string, Partial<Outcome>, string]>([
    ['an exit code', { exitCode: 2, stderr: 'no such file\n' }, 'error: exit code 2\nno such file'],
    ['output where standard error is silent', { exitCode: 1, stdout: 'half\n' }, 'error: exit code 1\nhalf'],
    ['a signal', { exitCode: null, signal: 'SIGSEGV' }, 'error: ended by signal SIGSEGV'],
    [
      'a time-out',
      { exitCode: null, timedOut: true, ms: 120_000, stdout: 'so far' },
      'error: stopped after 120 s without an end\nso far',
    ],
    ['a stop by the person', { exitCode: null, canceled: true }, 'error: the person stopped this command'],
    [
      'a failed start',
      { exitCode: null, failure: { code: 'SPAWN_FAILED', message: 'not executable' } },
      'error: not executable',
    ],
  ])('begins with error for %s', (_what, outcome, text) => {
    expect(tell(outcome)).toBe(text)
  })

  it('keeps the end of a long standard error, which has the reason', () => {
    const text = tell({ exitCode: 1, stderr: `${'noise '.repeat(1000)}the reason` })
    expect(text.length).toBeLessThan(2100)
    expect(text).toMatch(/the reason$/)
  })

  it('takes an exit code for success if the skill says so', () => {
    expect(tell({ exitCode: 1, stdout: '' }, { successExitCodes: [0, 1] })).toBe('(no output)')
  })

  it('adds every hint whose conditions all apply, after success and after failure', () => {
    const hintConditions: Execution['hintConditions'] = [
      { exitCode: 'nonzero', match: 'not a repository', hint: 'work in a repository, not in {path}' },
      { exitCode: 0, notEmpty: true, hint: 'that was all' },
      { whenArg: { path: 'x' }, hint: 'never, the path is another' },
    ]
    const args = { path: '/tmp/{secret}' }
    expect(tell({ exitCode: 128, stderr: 'not a repository' }, { hintConditions }, args)).toBe(
      'error: exit code 128\nnot a repository\n\nhint: work in a repository, not in /tmp/{secret}',
    )
    expect(tell({ stdout: 'a' }, { hintConditions }, args)).toBe('a\n\nhint: that was all')
  })

  it('cuts lines if the skill asks for it, keeps hint lines, and says how to continue', () => {
    const execution = { maxOutputLines: 2, truncationHint: '{kept} of {total}, {omitted} more, go on at {next_start}' }
    expect(tell({ stdout: 'a\nb\nc\nhint: x\nd' }, execution)).toBe('a\nb\nhint: x\n\n2 of 5, 3 more, go on at 3')
  })
})

function tell(outcome: Partial<Outcome>, execution: Partial<Execution> = {}, args = {}): string {
  const whole: Outcome = {
    ...{ exitCode: 0, signal: null, timedOut: false, canceled: false, truncated: false, ms: 1, survivors: [] },
    ...{ stdout: '', stderr: '', stdoutBytes: 0, stderrBytes: 0 },
    ...outcome,
  }
  const plain: Execution = { binary: 'x', subcommand: '', args: [], successExitCodes: [0], hintConditions: [] }
  return tellModel(whole, { ...plain, ...execution }, args)
}
