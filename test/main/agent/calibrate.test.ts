import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate, isMismatch } from '#main/agent/calibrate'

describe('calibrating the estimate', () => {
  it('rises at once when the model counted more', () => {
    expect(calibrate(1, 1000, 1500, false)).toBe(1.5)
  })

  it('falls by halves when the model counted less', () => {
    expect(calibrate(1, 1000, 500, false)).toBe(0.75)
  })

  it('learns nothing from a low count that the prompt cache explains, nor from none', () => {
    expect(calibrate(1.2, 1000, 40, true)).toBe(1.2)
    expect(calibrate(1.2, 1000, 0, false)).toBe(1.2)
    expect(calibrate(1.2, 0, 50, false)).toBe(1.2)
  })

  it('settles on what a model really counts', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.4, max: 3, noNaN: true }), (truth) => {
        let factor = 1
        for (let turn = 0; turn < 20; turn++) factor = calibrate(factor, 1000 * factor, 1000 * truth, false)
        expect(factor).toBeCloseTo(truth, 2)
      }),
    )
  })
})

describe('a prompt that was cut without a word', () => {
  const sound = { estimate: 3000, promptEvalCount: 2900, numCtx: 8192, wasPrefixUnchanged: false }

  it.each([
    ['fills the context exactly', { promptEvalCount: 8192 }],
    ['counts far less than expected', { promptEvalCount: 1200 }],
    ['ends at half of the context', { estimate: 6000, promptEvalCount: 4098 }],
    ['ends at the old default', { promptEvalCount: 2050 }],
  ])('is noticed when it %s', (_, parts) => {
    expect(isMismatch({ ...sound, ...parts })).toBe(true)
  })

  it.each([
    ['is about as long as expected', {}],
    ['was in the cache', { promptEvalCount: 12, wasPrefixUnchanged: true }],
    ['was not counted', { promptEvalCount: 0 }],
  ])('is not suspected when it %s', (_, parts) => {
    expect(isMismatch({ ...sound, ...parts })).toBe(false)
  })
})
