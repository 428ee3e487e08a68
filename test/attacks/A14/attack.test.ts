import { describe, expect, it } from 'vitest'
import type { Json } from '#shared/json'
import { processOf } from '#test/helpers/make-plan'
import { attackWith, setScene, writeSkill } from '../attack.ts'

const CASES: { given: Json; becomes: string | null }[] = [
  ...[
    { given: 5, becomes: '5' },
    { given: -3, becomes: '-3' },
    { given: '7', becomes: '7' },
    { given: 9007199254740991, becomes: '9007199254740991' },
  ],
  ...[Number.POSITIVE_INFINITY, 2 ** 53 + 2, '1e400', 'NaN', '0x10', ' 5', '', '5; ls', true, null, [5], { n: 5 }].map(
    (given) => ({
      given: given as Json,
      becomes: null,
    }),
  ),
]

describe('A14 numbers that are not what they seem', () => {
  it('are passed on exactly or refused', async () => {
    const scene = setScene('A14')
    const properties = { n: { type: 'integer' } }
    writeSkill(scene, { attack: { binary: 'echo', args: [{ param: 'n' }], properties } })
    const attempts = CASES.map(({ given }) => ({ tool: 'attack', args: { n: given } }))
    const { results } = await attackWith(scene, attempts)
    for (const [index, { plan, error }] of results.entries()) {
      const { given, becomes } = CASES[index] ?? {}
      if (becomes === null) expect(error, JSON.stringify(given)).toBeDefined()
      else expect(processOf(plan).argv, JSON.stringify(given)).toEqual(['echo', becomes])
    }
  })
})
