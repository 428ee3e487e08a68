import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMessages } from '#main/agent/messages'
import { pathBefore, pickPath, readMarks, readPath } from '#shared/chat/branches'
import { type ChatState, emptyChat, foldFact, foldFacts } from '#shared/chat/chat'
import { growChat, type Step, steps } from './grow-chat.ts'

const wordsOf = (chat: ChatState) =>
  chat.entries.map((entry) => {
    if (entry.kind === 'end') return `end ${entry.turn}`
    return entry.kind === 'call' ? entry.call : entry.content
  })
const say: Step = { do: 'say', at: 0 }
const replace = (at: number): Step => ({ do: 'replace', at })
const choose = (at: number): Step => ({ do: 'choose', at })
const asked = (...wanted: Step[]) =>
  wordsOf(foldFacts(emptyChat('c'), pickPath(growChat(wanted).facts))).filter((word) => word.startsWith('ask'))

describe('the path through a chat', () => {
  it('leaves out what followed an edited message, and restores it when that version is chosen', () => {
    expect(asked(say, say, say)).toEqual(['ask t0', 'ask t1', 'ask t2'])
    expect(asked(say, say, say, replace(1))).toEqual(['ask t0', 'ask t3'])
    expect(asked(say, say, say, replace(1), say)).toEqual(['ask t0', 'ask t3', 'ask t4'])
    expect(asked(say, say, say, replace(1), say, choose(1))).toEqual(['ask t0', 'ask t1', 'ask t2'])
    expect(asked(say, say, say, replace(1), say, choose(1), choose(3))).toEqual(['ask t0', 'ask t3', 'ask t4'])
  })

  it('leads through a message of another version when it is chosen', () => {
    expect(asked(say, say, say, replace(0), choose(2))).toEqual(['ask t0', 'ask t1', 'ask t2'])
  })

  it('is the whole chat if nothing was edited', () => {
    const { facts } = growChat([say, say, { do: 'run', at: 0 }])
    expect(pickPath(facts)).toBe(facts)
  })

  it('is what a person sees and what the model reads, however the chat grew', () => {
    fc.assert(
      fc.property(steps, (wanted) => {
        const { facts, seen, ended } = growChat(wanted)
        const path = pickPath(facts)
        const chat = foldFacts(emptyChat('c'), path)
        expect(wordsOf(chat)).toEqual(seen)
        expect(new Set(chat.calls.keys())).toEqual(new Set(ended.keys()))
        for (const [call, isOver] of ended) expect(chat.calls.get(call)?.status).toBe(isOver ? 'done' : 'running')
        const read = toMessages(path).map(({ content }) => content)
        expect(read).toEqual(seen.filter((word) => /^(ask|answer)/.test(word)))
      }),
      { numRuns: 500 },
    )
  })

  it('counts only the versions of what is shown', () => {
    fc.assert(
      fc.property(steps, (wanted) => {
        const { facts, versions } = growChat(wanted)
        expect(readPath(readMarks(facts)).versions.toSorted()).toEqual(versions.toSorted())
      }),
      { numRuns: 300 },
    )
  })

  it('before an edited message is the path to what came before it', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (wanted, at) => {
        const { facts } = growChat([...wanted, say])
        const turns = facts.flatMap((fact) => (fact.type === 'turn.started' ? [fact.turn] : []))
        const turn = turns[at % turns.length] as string
        const through = growChat([...wanted, say, choose(at % turns.length)])
        const before = through.seen.slice(0, through.seen.indexOf(`ask ${turn}`))
        const mine = before.filter((word) => /^(ask|answer)/.test(word))
        expect(toMessages(pathBefore(facts, turn)).map(({ content }) => content)).toEqual(mine)
      }),
      { numRuns: 300 },
    )
  })

  it('stays the same while it grows fact by fact, as long as no other version is chosen', () => {
    fc.assert(
      fc.property(steps, (wanted) => {
        const { facts } = growChat(wanted.filter((step) => step.do !== 'choose'))
        const live = facts.reduce(foldFact, emptyChat('c'))
        const read = foldFacts(emptyChat('c'), pickPath(facts))
        expect(live.entries).toEqual(read.entries)
        expect([...live.calls]).toEqual([...read.calls])
      }),
      { numRuns: 300 },
    )
  })

  it('is found in a rescued record that lacks the turns its facts name', () => {
    const { facts } = growChat([say, say, replace(0), choose(0)])
    for (let at = 0; at < facts.length; at++) {
      const rest = facts.filter((_, index) => index !== at)
      expect(() => foldFacts(emptyChat('c'), pickPath(rest))).not.toThrow()
    }
  })
})
