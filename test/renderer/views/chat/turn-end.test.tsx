import { describe, expect, it } from 'vitest'
import { countCorrections, sentenceOf } from '#renderer/views/chat/turn-end.tsx'
import type { CallErrorCode } from '#shared/call/plan'
import type { ChatCall } from '#shared/requests/chat-requests'

describe('a model that corrected itself', () => {
  const call = (tool: string, status: ChatCall['status'], code?: CallErrorCode): ChatCall => ({
    ...{ call: '', tool, at: '', args: {}, caller: { kind: 'model', from: 'protocol' }, turn: 't', status },
    ...{ approvals: [], resolvers: [], facts: [] },
    ...(code && { refusal: { code, message: '' } }),
  })

  it('is counted if a call was sent back and the tool ran afterwards', () => {
    const [wrong, right] = [call('disk', 'refused', 'PARAM_TYPE'), call('disk', 'done')]
    expect(countCorrections([wrong, right], 't')).toBe(1)
    expect(countCorrections([wrong, call('disk', 'refused', 'ARGS_INVALID'), right], 't')).toBe(2)
  })

  it.each([
    ['the tool never ran', [call('disk', 'refused', 'PARAM_TYPE'), call('memory', 'done')]],
    ['it ran before', [call('disk', 'done'), call('disk', 'refused', 'PARAM_TYPE')]],
    ['the person declined', [call('disk', 'refused', 'DECLINED'), call('disk', 'done')]],
    ['it was in another turn', [{ ...call('disk', 'refused', 'PARAM_TYPE'), turn: 'u' }, call('disk', 'done')]],
  ])('is not counted where %s', (_why, calls) => {
    expect(countCorrections(calls, 't')).toBe(0)
  })
})

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
