import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyChat, foldFact, foldFacts } from '#shared/chat/chat'
import type { Fact, FactBody } from '#shared/facts'
import { plan, tell } from '../../stories/facts.ts'

const call = fc.constantFrom('a', 'b', '__proto__')
const step = fc.constantFrom(plan('t', 'sm', ['df', 'x']), plan('t', 'ss', ['du', '-h']))

/** Facts in any order at all, also ones that make no sense together. */
const body: fc.Arbitrary<FactBody> = fc.oneof(
  fc.record({ type: fc.constant('chat.renamed' as const), title: fc.string() }),
  fc.record({ type: fc.constant('turn.started' as const), turn: fc.constantFrom('1', '2'), model: fc.constant('m') }),
  fc.record({
    type: fc.constant('message.added' as const),
    role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const),
    content: fc.string(),
    call,
  }),
  fc.record({ type: fc.constant('call.requested' as const), call, tool: fc.constant('t'), args: fc.constant({}) }),
  fc.record({
    type: fc.constant('call.refused' as const),
    call,
    code: fc.constant('ARG_NUL' as const),
    message: fc.string(),
  }),
  fc.tuple(call, step).map(([id, what]): FactBody => {
    return { type: 'approval.asked', call: id, digest: what.digest, plan: what, verdict: { kind: 'ask', reason: '' } }
  }),
  fc
    .tuple(call, step, fc.constantFrom('once' as const, 'deny' as const))
    .map(([id, { digest }, decision]): FactBody => {
      return { type: 'approval.answered', call: id, digest, decision, by: 'person' }
    }),
  fc.tuple(call, step).map(([id, what]): FactBody => ({ type: 'run.started', call: id, run: `run-${id}`, plan: what })),
  fc.tuple(call, fc.constantFrom(0, 1, null)).map(([id, exitCode]): FactBody => {
    return tell('c', 0).finish(id, { exitCode }).facts[0] as FactBody
  }),
  call.map((id): FactBody => ({ type: 'run.interrupted', call: id, run: `run-${id}` })),
  fc.constantFrom('answered' as const, 'stopped' as const, 'interrupted' as const).map((reason): FactBody => {
    return {
      type: 'turn.finished',
      turn: '1',
      reason,
      stats: { rounds: 1, calls: 0, promptTokens: 0, outputTokens: 0, ms: 1 },
    }
  }),
)

const df = plan('t', 's', ['df'])
/** Often there, as chance alone would seldom have it: a question that is open when the rest begins. */
const opening: FactBody[] = [
  { type: 'turn.started', turn: '1', model: 'm' },
  { type: 'call.requested', call: 'a', tool: 't', args: {} },
  { type: 'approval.asked', call: 'a', digest: df.digest, plan: df, verdict: { kind: 'ask', reason: '' } },
]

const facts = fc
  .tuple(fc.nat(3), fc.array(fc.tuple(body, fc.constantFrom('c', 'c', 'c', 'other')), { maxLength: 60 }))
  .map(([start, rest]) => [...opening.slice(0, start).map((each): [FactBody, string] => [each, 'c']), ...rest])
  .map((bodies) =>
    bodies.map(([each, chat], at): Fact => ({ ...each, seq: at + 1, at: new Date(at * 1000).toISOString(), chat })),
  )

describe('folding facts', () => {
  it('gives the same chat one by one as all at once, however they are cut', () => {
    fc.assert(
      fc.property(facts, fc.nat(60), (all, cut) => {
        const whole = foldFacts(emptyChat('c'), all)
        const live = all.reduce(foldFact, emptyChat('c'))
        const reopened = foldFacts(foldFacts(emptyChat('c'), all.slice(0, cut)), all.slice(Math.max(0, cut - 5)))
        expect(live).toEqual(whole)
        expect(reopened).toEqual(whole)
      }),
      { numRuns: 300 },
    )
  })

  it('never changes its input', () => {
    fc.assert(
      fc.property(facts, (all) => {
        let chat = emptyChat('c')
        for (const fact of all) {
          const copy = structuredClone({ ...chat, calls: [...chat.calls] })
          const next = foldFact(chat, Object.freeze(fact))
          expect({ ...chat, calls: [...chat.calls] }).toEqual(copy)
          chat = next
        }
      }),
      { numRuns: 60 },
    )
  })

  it('leaves nothing waiting outside the running turn', () => {
    fc.assert(
      fc.property(facts, (all) => {
        const chat = foldFacts(emptyChat('c'), all)
        for (const { turn, status, approvals } of chat.calls.values()) {
          if (turn === null || turn === chat.turn?.turn) continue
          expect(status).not.toBe('waiting')
          expect(approvals.some(({ state }) => state === 'waiting')).toBe(false)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('opens a chat of 100 000 facts without copying it for each of them', () => {
    const told = tell('c', 0).open('Long')
    const what = plan('t', 'ss', ['df', '-h'])
    for (let at = 0; told.facts.length < 100_000; at++) told.ask('q').ran(`k${at}`, 't', {}, what).say('a').end()
    const began = performance.now()
    const chat = foldFacts(emptyChat('c'), told.facts)
    expect(chat.seq).toBe(told.facts.length)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})
