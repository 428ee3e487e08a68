import { describe, expect, it } from 'vitest'
import { type Helper, judgeHelper } from '#main/gate/check-argv'
import { textOf } from '#shared/messages/message'

const helper = (text: string, changes: Partial<Helper> = {}): Helper => ({
  ...{
    argv: ['look', 'up', text],
    fromCall: [{ element: 2, allows: 'text' }],
    command: { binary: 'look', subcommand: 'up' },
  },
  ...changes,
})

describe('a helper, which runs without a question', () => {
  it.each(['v', '', 'a -b', '/etc', '5'])('may run with %j', (text) => {
    expect(judgeHelper(helper(text), 'linux')).toBeNull()
  })

  it.each([
    ['--output=x', 'looks like an option'],
    ['-5', 'looks like an option'],
    ['a\0', 'no program can be given'],
    ['\ud800', 'no program can be given'],
    ['x'.repeat(131_072), '128 KiB'],
  ])('may not run with %.20j', (text, reason) => {
    expect(textOf(judgeHelper(helper(text), 'linux') ?? '')).toContain(reason)
  })

  it('may use what its declaration allows', () => {
    expect(judgeHelper(helper('-5', { fromCall: [{ element: 2, allows: 'numbers' }] }), 'linux')).toBeNull()
    expect(
      textOf(judgeHelper(helper('-x', { fromCall: [{ element: 2, allows: 'numbers' }] }), 'linux') ?? ''),
    ).toContain('option')
    expect(judgeHelper(helper('-x', { fromCall: [{ element: 2, allows: 'options' }] }), 'linux')).toBeNull()
    expect(judgeHelper(helper('-x', { fromCall: [] }), 'linux')).toBeNull()
  })

  it.each([
    ['sh', ''],
    ['python3', ''],
    ['sudo', ''],
    ['rm', ''],
    ['git', 'clean'],
    ['env', ''],
  ])('may not be %s %s', (binary, subcommand) => {
    expect(textOf(judgeHelper(helper('v', { command: { binary, subcommand } }), 'linux') ?? '')).toContain(
      'would run without asking',
    )
  })

  it('may be a script of the skill if scripts were allowed', () => {
    expect(
      judgeHelper({ argv: ['sh', '/skills/x/scripts/a.sh', 'v'], fromCall: [{ element: 2, allows: 'text' }] }, 'linux'),
    ).toBeNull()
  })
})
