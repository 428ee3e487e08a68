import { describe, expect, it } from 'vitest'
import type { Json } from '#shared/json'
import {
  makeRequest,
  makeSurroundings,
  makeTool,
  type Surroundings,
  type WrittenArg,
  type WrittenTool,
} from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'

async function codeOf(args: WrittenArg[], given: Json, written: WrittenTool = {}, changes: Partial<Surroundings> = {}) {
  const planned = await planCall(makeRequest(makeTool({ args, ...written }), given), makeSurroundings(changes))
  return planned.ok ? 'planned' : planned.error.code
}

describe('a denied value', () => {
  it.each<[string, string, WrittenArg, string]>([
    ['^main$', 'main', {}, 'ARG_DENIED'],
    ['^main$', 'maintain', {}, 'planned'],
    ['secret', 'a secret b', { kind: 'flag' }, 'ARG_DENIED'],
    ['^b$', 'a b', { split: true }, 'ARG_DENIED'],
    ['a b', 'a b', { split: true }, 'ARG_DENIED'],
    ['DROP', 'x; DROP', { kind: 'stdin' }, 'ARG_DENIED'],
    ['^(a+)+$', `${'a'.repeat(30_000)}!`, {}, 'planned'],
    ['(?=x)', 'x', {}, 'TOOL_BROKEN'],
  ])('%s against %.20j', async (denyPattern, x, arg, code) => {
    expect(await codeOf([{ param: 'x', denyPattern, ...arg }], { x })).toBe(code)
  })

  it('is checked after resolving', async () => {
    const args = [
      { param: 'x', denyPattern: '^main$', resolveCommand: { command: { binary: 'look', subcommand: '' }, args: [] } },
    ]
    const allowlist = { ad: ['run'], look: [''] }
    expect(
      await codeOf(
        args,
        { x: 'v' },
        { allowlist },
        { runHelper: async () => ({ outcome: 'resolved', value: 'main\n' }) },
      ),
    ).toBe('ARG_DENIED')
  })
})
