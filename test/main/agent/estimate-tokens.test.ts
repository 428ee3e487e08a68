import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '#main/agent/estimate-tokens'

const text = fc.string({ unit: 'binary', maxLength: 300 })

describe('an estimate of tokens', () => {
  it('never shrinks when the text grows', () => {
    fc.assert(
      fc.property(text, text, (one, more) => {
        expect(estimateTokens(one + more)).toBeGreaterThanOrEqual(estimateTokens(one))
      }),
    )
  })

  it('is never below an eighth of the characters', () => {
    fc.assert(fc.property(text, (one) => void expect(estimateTokens(one)).toBeGreaterThanOrEqual(one.length / 8)))
    expect(estimateTokens(' a'.repeat(1000))).toBeGreaterThanOrEqual(250)
  })

  it('is zero for no text, and about four characters a token for English', () => {
    expect(estimateTokens('')).toBe(0)
    const prose = 'The quick brown fox jumps over the lazy dog while it rains. '.repeat(20)
    expect(prose.length / estimateTokens(prose)).toBeGreaterThan(3)
    expect(prose.length / estimateTokens(prose)).toBeLessThan(5.5)
  })

  it('counts scripts without spaces by the character', () => {
    expect(estimateTokens('今日は良い天気です')).toBeGreaterThanOrEqual(9)
  })
})
