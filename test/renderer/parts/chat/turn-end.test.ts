import { describe, expect, it } from 'vitest'
import { sentenceOf } from '#renderer/parts/chat/turn-end.tsx'

describe('the end of a turn', () => {
  it('has a sentence for every way a turn can end', () => {
    const stats = { rounds: 12, calls: 0, promptTokens: 0, outputTokens: 0, ms: 0 }
    const reasons = ['answered', 'stopped', 'rounds', 'loop', 'length', 'error', 'interrupted'] as const
    const sentences = reasons.map((reason) =>
      sentenceOf({ kind: 'end', seq: 1, at: '', turn: '', model: null, reason, stats }),
    )
    expect(new Set(sentences).size).toBe(reasons.length)
    expect(sentences.every((sentence) => sentence.endsWith('.'))).toBe(true)
  })
})
