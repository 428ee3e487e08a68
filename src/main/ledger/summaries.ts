import { isDeepStrictEqual } from 'node:util'
import type { Database } from 'better-sqlite3'
import { CHAT_FACTS, type ChatState, foldChatState } from '#shared/chat/chat-state'
import type { Fact } from '#shared/facts'
import { isObject, type Json } from '#shared/json'
import type { FactRow } from './chain.ts'
import type { RuleUse, Summaries } from './messages.ts'
import { putUnfinishedRight } from './unfinished.ts'

/** Few enough that an append in between hardly waits. */
const FACTS_AT_ONCE = 1000

const SUMMED = new Set<string>(CHAT_FACTS)
const NEXT = `SELECT seq, at, chat, type, body FROM facts
  WHERE seq > ? AND seq <= ? AND +type IN (${[...SUMMED].map((type) => `'${type}'`).join(', ')}) ORDER BY seq`

type Frame = Pick<FactRow, 'seq' | 'at' | 'chat' | 'type'>
type SummedRow = Frame & Pick<FactRow, 'body'>

/** The tables with the summaries. */
interface Kept {
  chat(chat: string): ChatState | null
  putChat(chat: string, state: ChatState): void
  use(rule: string): RuleUse | null
  putUse(use: RuleUse): void
}

/** Fields that must be texts for a fact to count, because a rescued body may have any shape. */
const WORDS: { readonly [type: string]: readonly string[] } = {
  ...{ 'chat.created': ['title'], 'chat.renamed': ['title'] },
  ...{ 'message.queued': ['message', 'text'], 'message.unqueued': ['message'] },
  ...{ 'approval.asked': ['call'], 'approval.answered': ['call'], 'call.refused': ['call'] },
  ...{ 'question.asked': ['call'], 'question.answered': ['call'], 'run.interrupted': ['call'] },
}

function sum(kept: Kept, { seq, at, chat, type }: Frame, told: Json): void {
  if (!isObject(told) || WORDS[type]?.some((key) => typeof told[key] !== 'string')) return
  if (type === 'approval.answered' && told.by === 'rule' && typeof told.rule === 'string') {
    kept.putUse({ rule: told.rule, uses: (kept.use(told.rule)?.uses ?? 0) + 1, lastUsed: at })
  }
  if (chat === null) return
  const before = kept.chat(chat)
  const after = foldChatState(before, { ...told, seq, at, chat, type } as unknown as Fact)
  if (after && after !== before) kept.putChat(chat, after)
}

function keepInMemory() {
  const chats = new Map<string, ChatState>()
  const uses = new Map<string, RuleUse>()
  const kept: Kept = {
    chat: (chat) => chats.get(chat) ?? null,
    putChat: (chat, state) => void chats.set(chat, state),
    use: (rule) => uses.get(rule) ?? null,
    putUse: (use) => void uses.set(use.rule, use),
  }
  return { chats, uses, kept }
}

/** Prepared at first use, because a migration creates these tables. */
function openTables(db: Database): Kept {
  const prepared = {
    chat: db.prepare<[string], string>('SELECT state FROM chats WHERE chat = ?').pluck(),
    putChat: db.prepare<[string, string]>('INSERT OR REPLACE INTO chats VALUES (?, ?)'),
    use: db.prepare<[string], RuleUse>('SELECT rule, uses, last_used AS lastUsed FROM rule_uses WHERE rule = ?'),
    putUse: db.prepare<[RuleUse]>('INSERT OR REPLACE INTO rule_uses VALUES (@rule, @uses, @lastUsed)'),
  }
  return {
    chat: (chat) => parseState(prepared.chat.get(chat)),
    putChat: (chat, state) => void prepared.putChat.run(chat, JSON.stringify(state)),
    use: (rule) => prepared.use.get(rule) ?? null,
    putUse: (use) => void prepared.putUse.run(use),
  }
}

function parseState(text: string | undefined): ChatState | null {
  return text === undefined ? null : (JSON.parse(text) as ChatState)
}

/** Adds a new fact in the same transaction. */
export function openSummaries(db: Database): (fact: Frame, read: () => Json) => void {
  let tables: Kept | null = null
  return (fact, read) => {
    if (!SUMMED.has(fact.type)) return
    // Until an older record is summed up, the walk that does so will reach this fact too.
    tables ??= areSummed(db) ? openTables(db) : null
    if (tables) sum(tables, fact, read())
  }
}

/** False if a migration has just created the tables and older facts are not in them yet. */
export function areSummed(db: Database): boolean {
  const has = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'summed'").get() !== undefined
  return has && db.prepare<[], number>('SELECT is_whole FROM summed').pluck().get() === 1
}

export function readSummaries(db: Database): Summaries {
  const rows = db.prepare<[], { chat: string; state: string }>('SELECT chat, state FROM chats').all()
  const uses = db.prepare<[], RuleUse>('SELECT rule, uses, last_used AS lastUsed FROM rule_uses').all()
  return { chats: rows.map(({ chat, state }) => ({ chat, state: JSON.parse(state) })), ruleUses: uses }
}

/**
 * Recomputes all summaries, corrects the tables, and returns how much was wrong. Calls `pause` between blocks; facts
 * recorded meanwhile are included.
 */
export async function rebuildSummaries(db: Database, pause: () => Promise<void>): Promise<number> {
  const { chats, uses, kept } = keepInMemory()
  const next = db.prepare<[number, number], SummedRow>(NEXT)
  const head = db.prepare<[], number>('SELECT seq FROM head').pluck()
  let at = 0
  const goOn = () => {
    for (const row of next.iterate(at, at + FACTS_AT_ONCE)) sum(kept, row, JSON.parse(row.body))
    at += FACTS_AT_ONCE
  }
  while (at + FACTS_AT_ONCE < (head.get() ?? 0)) {
    goOn()
    await pause()
  }
  const repair = db.transaction(() => {
    goOn()
    const changed = putChatsRight(db, chats) + putUsesRight(db, uses) + putUnfinishedRight(db)
    db.prepare('UPDATE summed SET is_whole = 1').run()
    return changed
  })
  return repair.immediate()
}

function putChatsRight(db: Database, chats: ReadonlyMap<string, ChatState>): number {
  const rows = db.prepare<[], { chat: string; state: string }>('SELECT chat, state FROM chats').all()
  const before = new Map(rows.map(({ chat, state }) => [chat, state]))
  const remove = db.prepare<[string]>('DELETE FROM chats WHERE chat = ?')
  const tables = openTables(db)
  let changed = 0
  for (const chat of before.keys()) if (!chats.has(chat)) changed += remove.run(chat).changes
  for (const [chat, state] of chats) {
    if (before.get(chat) === JSON.stringify(state)) continue
    tables.putChat(chat, state)
    changed += 1
  }
  return changed
}

function putUsesRight(db: Database, uses: ReadonlyMap<string, RuleUse>): number {
  const tables = openTables(db)
  const rules = db.prepare<[], string>('SELECT rule FROM rule_uses').pluck().all()
  const remove = db.prepare<[string]>('DELETE FROM rule_uses WHERE rule = ?')
  let changed = 0
  for (const rule of rules) if (!uses.has(rule)) changed += remove.run(rule).changes
  for (const use of uses.values()) {
    if (isDeepStrictEqual({ ...tables.use(use.rule) }, use)) continue
    tables.putUse(use)
    changed += 1
  }
  return changed
}
