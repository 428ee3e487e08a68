import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeChatIndex } from '#main/chat/chat-index'
import { filesOf } from '#main/ledger/home'
import type { Summaries } from '#main/ledger/messages'
import { migrate, openForWriting } from '#main/ledger/migrations'
import { areSummed, readSummaries, rebuildSummaries } from '#main/ledger/summaries'
import { UNFINISHED } from '#main/ledger/unfinished'
import { type ChatState, foldChatState } from '#shared/chat/chat-state'
import type { Fact, NewFact } from '#shared/facts'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeOldHome } from './make-old-home.ts'
import { openHere, openInVain, openLedgerForTest } from './open-for-test.ts'
import { makeMessage, makePlan } from './sample-facts.ts'

const PLAN = makePlan(['df'])
const KINDS = [
  ...['created', 'renamed', 'deleted', 'restored', 'pinned', 'archived', 'started', 'started', 'finished', 'stopped'],
  ...['queued', 'unqueued', 'requested', 'asked', 'answered', 'ruled', 'refused', 'ran', 'ended', 'said', 'written'],
]
const deeds = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), chat: fc.nat(3), name: fc.nat(4) }), {
  maxLength: 60,
})

function toFact({ kind, chat: n, name }: { kind: string; chat: number; name: number }): NewFact {
  const chat = `chat-${n}`
  const [turn, call, run, message] = ['turn', 'call', 'run', 'message'].map((one) => `${one}-${name}`)
  const finished = { type: 'turn.finished', turn, stats: {} }
  const answered = { type: 'approval.answered', call, digest: 'd', decision: 'once' }
  const bodies: Record<string, object> = {
    created: { type: 'chat.created', title: `Called ${name}`, model: null },
    renamed: { type: 'chat.renamed', title: `Renamed ${name}` },
    ...{ deleted: { type: 'chat.deleted' }, restored: { type: 'chat.restored' } },
    pinned: { type: 'chat.pinned', pinned: name % 2 === 0 },
    archived: { type: 'chat.archived', archived: name % 2 === 0 },
    started: { type: 'turn.started', turn, model: 'm', ...(name === 0 && { replaces: 'turn-1' }) },
    ...{ finished: { ...finished, reason: 'answered' }, stopped: { ...finished, reason: 'stopped' } },
    ...{ queued: { type: 'message.queued', message, text: 'x' }, unqueued: { type: 'message.unqueued', message } },
    requested: { type: 'call.requested', call, tool: 't', args: {} },
    asked: { type: 'approval.asked', call, digest: 'd', plan: PLAN, verdict: {} },
    ...{ answered: { ...answered, by: 'person' }, ruled: { ...answered, by: 'rule', rule: `rule-${name}` } },
    refused: { type: 'call.refused', call, code: 'DECLINED', message: '' },
    ran: { type: 'run.started', call, run, plan: PLAN },
    ended: { type: 'run.finished', call, run, exitCode: 0 },
    written: { type: 'answer.written', turn, text: 'half' },
  }
  const body = bodies[kind]
  return body ? ({ ...body, chat } as unknown as NewFact) : makeMessage('words', chat)
}

/** From the facts alone. */
function sumUp(facts: readonly Fact[]): Summaries {
  const chats = new Map<string, ChatState>()
  const uses = new Map<string, { uses: number; lastUsed: string }>()
  for (const fact of facts) {
    if (fact.type === 'approval.answered' && fact.by === 'rule' && fact.rule !== undefined) {
      uses.set(fact.rule, { uses: (uses.get(fact.rule)?.uses ?? 0) + 1, lastUsed: fact.at })
    }
    const state = fact.chat === null ? null : foldChatState(chats.get(fact.chat) ?? null, fact)
    if (state && fact.chat !== null) chats.set(fact.chat, state)
  }
  return {
    chats: [...chats].map(([chat, state]) => ({ chat, state })).sort((a, b) => (a.chat < b.chat ? -1 : 1)),
    ruleUses: [...uses].map(([rule, used]) => ({ rule, ...used })).sort((a, b) => (a.rule < b.rule ? -1 : 1)),
  }
}

const listUnfinished = (db: Database.Database, select: string) => db.prepare(`${select} ORDER BY 1, 2`).raw().all()

const STORY = Array.from({ length: 2500 }, (_, n) =>
  toFact({ kind: n < 4 ? 'created' : (KINDS[(n * 5) % KINDS.length] ?? ''), chat: n % 4, name: (n >> 2) % 5 }),
)

describe('the summaries of the facts', () => {
  it('are kept with each fact exactly as the facts say, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, fc.integer({ min: 1, max: 7 }), async (taken, atOnce) => {
        const home = makeTempDir()
        let open = await openHere(home)
        for (let at = 0; at < taken.length; at += atOnce) {
          open.append(taken.slice(at, at + atOnce).map(toFact))
          expect(readSummaries(open.db)).toEqual(sumUp(open.read()))
          expect(listUnfinished(open.db, 'SELECT kind, name, seq FROM unfinished')).toEqual(
            listUnfinished(open.db, UNFINISHED),
          )
        }
        open.close()
        open = await openHere(home)
        expect(listUnfinished(open.db, UNFINISHED)).toEqual([])
        expect(readSummaries(open.db)).toEqual(sumUp(open.read()))
        expect(await rebuildSummaries(open.db, async () => undefined)).toBe(0)
        const [loaded, folded] = [makeChatIndex(inMemory(open.read())), makeChatIndex(inMemory(open.read()))]
        loaded.load(readSummaries(open.db).chats)
        for (const fact of open.read()) folded.take(fact)
        expect(loaded.list()).toEqual(folded.list())
        open.close()
      }),
      { numRuns: Number(process.env.SKILLET_RUNS ?? 12) },
    )
  }, 60_000)

  it('are made from an older record before anyone reads them, with what is recorded meanwhile', async () => {
    const ledger = await openLedgerForTest(makeOldHome(3, STORY))
    const reading = ledger.readSummaries()
    await ledger.append([{ type: 'chat.renamed', chat: 'chat-1', title: 'Renamed meanwhile' }])
    await reading
    const [told, facts] = [await ledger.readSummaries(), await ledger.read()]
    expect(told).toEqual(sumUp(facts))
    expect(told.chats.find(({ chat }) => chat === 'chat-1')?.state.title).toBe('Renamed meanwhile')
    expect(await ledger.verify()).toEqual({ ok: true, facts: facts.length })
  })

  it('start over after an interruption, and are not shown to a reader before', async () => {
    const home = makeOldHome(3, STORY)
    const first = openForWriting(filesOf(home).database)
    migrate(first)
    const cutOff = rebuildSummaries(first, async () => {
      throw new Error('cut off')
    })
    await expect(cutOff).rejects.toThrow('cut off')
    expect([areSummed(first), readSummaries(first).chats]).toEqual([false, []])
    first.close()
    expect(await openInVain({ home, readOnly: true })).toMatchObject({ code: 'OLDER_VERSION' })
    const second = await openHere(home)
    expect(areSummed(second.db)).toBe(true)
    expect(readSummaries(second.db)).toEqual(sumUp(second.read()))
  })

  it('are repaired if somebody changed them', async () => {
    const home = makeTempDir()
    const before = await openHere(home)
    before.append(STORY.slice(0, 400))
    before.close()
    const db = new Database(filesOf(home).database)
    db.exec(`UPDATE chats SET state = json_set(state, '$.title', 'Not what was said') WHERE chat = 'chat-1';
      INSERT INTO chats SELECT 'never made', state FROM chats WHERE chat = 'chat-0';
      DELETE FROM chats WHERE chat = 'chat-2';
      UPDATE rule_uses SET uses = 900 WHERE rule = (SELECT min(rule) FROM rule_uses);
      INSERT INTO unfinished VALUES ('turn', 'never begun', 1)`)
    db.close()
    const ledger = await openLedgerForTest(home)
    expect(await ledger.readSummaries()).not.toEqual(sumUp(await ledger.read()))
    const facts = await ledger.read()
    expect(await ledger.repair()).toBe(5)
    expect(await ledger.readSummaries()).toEqual(sumUp(facts))
    expect(await ledger.repair()).toBe(0)
  })

  it('leave out a rescued fact that gives nothing to sum up', async () => {
    const open = await openHere(makeTempDir())
    const odd = (type: string, body: string) => ({ chat: 'chat-1', type, body })
    const drafts = [
      odd('chat.renamed', '{"title":"Before it was made"}'),
      odd('chat.created', '{}'),
      ...['approval.asked', 'message.queued', 'turn.started', 'call.requested'].map((type) => odd(type, '{"call":7}')),
      odd('chat.created', '{"title":"One"}'),
      ...['approval.asked', 'message.queued', 'chat.renamed', 'run.started'].map((type) => odd(type, '{"run":[]}')),
    ]
    open.store.append([{ at: '2026-01-01T00:00:00.000Z', drafts, texts: [] }])
    expect(readSummaries(open.db).chats).toMatchObject([
      { chat: 'chat-1', state: { title: 'One', waiting: [], queued: [] } },
    ])
  })
})

/** Reads as the ledger does. */
function inMemory(facts: readonly Fact[]) {
  return { read: async ({ chat }: { chat?: string | null } = {}) => facts.filter((fact) => fact.chat === chat) }
}
