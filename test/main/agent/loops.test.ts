import { describe, expect, it } from 'vitest'
import { type AnsweredCall, watchLoops } from '#main/agent/turn-state'

const one = (tool: string, result = 'same', args: unknown = {}): AnsweredCall => ({ tool, args, result })

/** After which message it is called a loop; 0 when never. */
function firstLoop(...messages: AnsweredCall[][]): number {
  const watch = watchLoops()
  return messages.findIndex((calls) => watch.sees(calls)) + 1
}

describe('a loop', () => {
  it.each([
    ['the same call three times', [[one('a')], [one('a')], [one('a')]], 3],
    [
      'the same call three times with others between',
      [[one('a')], [one('b')], [one('c')], [one('a')], [one('d')], [one('a')]],
      6,
    ],
    [
      'arguments in another order',
      [[one('a', '', { x: 1, y: 2 })], [one('a', '', { y: 2, x: 1 })], [one('a', '', { x: 1, y: 2 })]],
      3,
    ],
    ['A-B-A-B', [[one('a')], [one('b')], [one('a')], [one('b')]], 4],
    ['A-B-A-B after something else', [[one('z')], [one('a')], [one('b')], [one('a')], [one('b')]], 5],
    [
      'the same pair in every message, whatever its order',
      [
        [one('a'), one('b')],
        [one('b'), one('a')],
        [one('a'), one('b')],
      ],
      3,
    ],
  ])('is %s', (_what, messages, at) => {
    expect(firstLoop(...messages)).toBe(at)
  })

  it.each([
    ['results that differ', [[one('a', '1')], [one('a', '2')], [one('a', '3')], [one('a', '4')]]],
    ['arguments that differ', [[one('a', '', 1)], [one('a', '', 2)], [one('a', '', 3)]]],
    ['the same call twice', [[one('a')], [one('a')], [one('b')]]],
    ['A-B-A-B with one result that differs', [[one('a')], [one('b')], [one('a')], [one('b', 'other')]]],
    ['one message that holds a call several times', [[one('a'), one('a'), one('a')], [one('b')]]],
    ['A-B-B-A', [[one('a')], [one('b')], [one('b')], [one('a')]]],
    ['tool and result that only read alike together', [[one('a', 'b c')], [one('a b', 'c')], [one('a', 'b c')]]],
  ])('is not: %s', (_what, messages) => {
    expect(firstLoop(...messages)).toBe(0)
  })
})
