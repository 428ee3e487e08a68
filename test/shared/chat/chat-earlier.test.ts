import { describe, expect, it } from 'vitest'
import { emptyChat, foldEarlier, foldFact, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { plan, tell } from '../../stories/facts.ts'

const df = plan('disk', 'ss', ['df', '-h'])

/** Turns as main records them; in some a call's end comes only after the turn's. */
function longChat(turns: number): Fact[] {
  const story = tell('c', 0).open('Long')
  for (let at = 0; at < turns; at++) {
    const turn = `turn-${at}`
    const call = `call-${at}`
    story.add({ type: 'turn.started', turn, model: 'm' })
    story.add({ type: 'message.added', role: 'user', content: `Question ${at}` })
    story.add({ type: 'context.fitted', numCtx: 8192, estimate: at, bySource: BY_SOURCE })
    story.call(call, 'disk', {}).approve(call, df).answer(call, df, 'once').run(call, df)
    const isLate = at % 3 === 1
    if (!isLate) story.finish(call)
    story.say(`Answer ${at}`)
    if (at % 4 !== 2) story.add({ type: 'turn.finished', turn, reason: 'answered', stats: STATS })
    if (isLate) story.finish(call)
  }
  return story.facts
}

const BY_SOURCE = { system: 1, tools: 2, skills: 3, history: 4, toolOutput: 5 }
const STATS = { rounds: 1, calls: 1, promptTokens: 1, outputTokens: 1, ms: 1 }

describe('a chat that is read from its end', () => {
  it('is the same chat, wherever before a turn it was cut', () => {
    const facts = longChat(13)
    const whole = foldFacts(emptyChat('c'), facts)
    for (const [cut, fact] of facts.entries()) {
      if (fact.type !== 'turn.started') continue
      const end = foldFacts(emptyChat('c'), facts.slice(cut))
      const both = foldEarlier(end, facts.slice(0, cut))
      expect({ ...both, title: whole.title }).toEqual(whole)
    }
  })

  it('is the same chat if it is read in many pages while new facts arrive', () => {
    const facts = longChat(17)
    const starts = facts.flatMap(({ type }, at) => (type === 'turn.started' ? [at] : []))
    const last = starts.at(-1) ?? 0
    let chat = foldFacts(emptyChat('c'), facts.slice(last, last + 2))
    let end = last
    const coming = facts.slice(last + 2)
    for (const start of [...starts.slice(0, -1).reverse(), 0]) {
      chat = foldEarlier(chat, facts.slice(start, end))
      end = start
      const next = coming.shift()
      if (next) chat = foldFact(chat, next)
    }
    chat = foldFacts(chat, coming)
    expect(chat.entries).toEqual(foldFacts(emptyChat('c'), facts).entries)
    expect(chat.calls).toEqual(foldFacts(emptyChat('c'), facts).calls)
    expect(chat.strays).toEqual([])
  })

  it('keeps how the latest request was fitted, and drops a mismatch with the next turn', () => {
    const mismatch = { estimate: 6000, promptEvalCount: 2050, numCtx: 8192 }
    const told = tell('c', 0).open('Cut').ask('Hello')
    told.add({
      type: 'context.fitted',
      numCtx: 8192,
      estimate: 6000,
      bySource: BY_SOURCE,
      withheld: ['2 old messages'],
    })
    told.add({ type: 'context.mismatched', ...mismatch })
    const chat = foldFacts(emptyChat('c'), told.facts)
    expect(chat).toMatchObject({ context: { numCtx: 8192, withheld: ['2 old messages'] }, mismatch })
    expect(foldFacts(chat, told.ask('Again').facts).mismatch).toBeNull()
  })
})
