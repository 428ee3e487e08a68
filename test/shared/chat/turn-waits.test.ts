import { describe, expect, it } from 'vitest'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact, FactBody } from '#shared/facts'
import { makePlan } from '#test/helpers/make-plan'

const df = makePlan({
  ...{ tool: 'disk', skill: 'disk-care', skillHash: 'a', argv: ['df', '-h'], origin: ['skill', 'skill'] },
  ...{ binary: { name: 'df', path: '/usr/bin/df' }, cwd: '/projects', env: [], stdin: null, tempFiles: [] },
  ...{ timeoutMs: 1000, resolvers: [], coercions: [], notes: [], risk: { class: 'B', reasons: [] }, digest: 'd' },
})
const STATS = { rounds: 1, calls: 2, promptTokens: 1, outputTokens: 1, ms: 20_000 }

/** Each fact with the second at which it happened. */
function waitedMs(...told: [second: number, body: FactBody][]): number | undefined {
  const facts = told.map(([second, body], at): Fact => {
    return { ...body, seq: at + 1, at: new Date(second * 1000).toISOString(), chat: 'c' }
  })
  const end = foldFacts(emptyChat('c'), facts).entries.at(-1)
  return end?.kind === 'end' ? end.waitedMs : undefined
}

const start: FactBody = { type: 'turn.started', turn: 't', model: 'm' }
const finish: FactBody = { type: 'turn.finished', turn: 't', reason: 'answered', stats: STATS }
const request = (call: string, by?: 'person'): FactBody => {
  return { type: 'call.requested', call, tool: 'disk', args: {}, ...(by && { by }) }
}
const ask = (call: string): FactBody => {
  return { type: 'approval.asked', call, digest: df.digest, plan: df, verdict: { kind: 'ask', reason: '' } }
}
const answer = (call: string): FactBody => {
  return { type: 'approval.answered', call, digest: df.digest, decision: 'once', by: 'person' }
}

describe('the time a turn waited for the person', () => {
  it('is zero if it asked nothing', () => {
    expect(waitedMs([0, start], [1, request('a')], [9, finish])).toBeUndefined()
  })

  it('is counted once for calls that wait side by side', () => {
    const both: [number, FactBody][] = [
      ...([
        [0, start],
        [1, request('a')],
        [1, request('b')],
      ] as [number, FactBody][]),
      ...([
        [2, ask('a')],
        [3, ask('b')],
        [7, answer('b')],
        [8, answer('a')],
      ] as [number, FactBody][]),
    ]
    expect(waitedMs(...both, [20, finish])).toBe(6000)
    expect(waitedMs(...both, [10, request('c')], [10, ask('c')], [12, answer('c')], [20, finish])).toBe(8000)
  })

  it('ends with the turn, and leaves out what the person ran next to it', () => {
    expect(waitedMs([0, start], [1, request('a')], [2, ask('a')], [6, finish])).toBe(4000)
    expect(waitedMs([0, start], [1, request('a', 'person')], [2, ask('a')], [6, finish])).toBeUndefined()
  })
})
