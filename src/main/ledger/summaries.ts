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

interface Table<T> {
  get(key: string): T | undefined
  set(key: string, value: T): unknown
}

interface Kept {
  chats: Table<ChatState>
  uses: Table<RuleUse>
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
    kept.uses.set(told.rule, { rule: told.rule, uses: (kept.uses.get(told.rule)?.uses ?? 0) + 1, lastUsed: at })
  }
  if (chat === null) return
  const before = kept.chats.get(chat) ?? null
  const after = foldChatState(before, { ...told, seq, at, chat, type } as unknown as Fact)
  if (after && after !== before) kept.chats.set(chat, after)
}

function openTables(db: Database): Kept {
  const chat = db.prepare<[string], string>('SELECT state FROM chats WHERE chat = ?').pluck()
  const putChat = db.prepare<[string, string]>('INSERT OR REPLACE INTO chats VALUES (?, ?)')
  const use = db.prepare<[string], RuleUse>('SELECT rule, uses, last_used AS lastUsed FROM rule_uses WHERE rule = ?')
  const putUse = db.prepare<[RuleUse]>('INSERT OR REPLACE INTO rule_uses VALUES (@rule, @uses, @lastUsed)')
  return {
    chats: {
      get(name) {
        const state = chat.get(name)
        return state === undefined ? undefined : (JSON.parse(state) as ChatState)
      },
      set: (name, state) => putChat.run(name, JSON.stringify(state)),
    },
    uses: { get: (rule) => use.get(rule), set: (_, counted) => putUse.run(counted) },
  }
}

/** Adds a new fact in the same transaction. */
export function openSummaries(db: Database): (fact: Frame, read: () => Json) => void {
  const tables = openTables(db)
  return (fact, read) => {
    if (SUMMED.has(fact.type)) sum(tables, fact, read())
  }
}

/** False if a migration has just created the tables and older facts are not in them yet. */
export function areSummed(db: Database): boolean {
  return db.prepare<[], number>('SELECT is_whole FROM summed').pluck().get() === 1
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
  const right = { chats: new Map<string, ChatState>(), uses: new Map<string, RuleUse>() }
  const next = db.prepare<[number, number], Frame & { body: string }>(NEXT)
  const head = db.prepare<[], number>('SELECT seq FROM head').pluck()
  let at = 0
  const sumNext = () => {
    for (const row of next.iterate(at, at + FACTS_AT_ONCE)) sum(right, row, JSON.parse(row.body))
    at += FACTS_AT_ONCE
  }
  while (at + FACTS_AT_ONCE < (head.get() ?? 0)) {
    sumNext()
    await pause()
  }
  const repair = db.transaction(() => {
    sumNext()
    const kept = openTables(db)
    const changed =
      repairTable(db, 'chats', 'chat', kept.chats, right.chats) +
      repairTable(db, 'rule_uses', 'rule', kept.uses, right.uses) +
      putUnfinishedRight(db)
    db.prepare('UPDATE summed SET is_whole = 1').run()
    return changed
  })
  return repair.immediate()
}

/** Returns how many rows were wrong. */
function repairTable<T>(db: Database, name: string, key: string, kept: Table<T>, right: ReadonlyMap<string, T>) {
  const remove = db.prepare<[string]>(`DELETE FROM ${name} WHERE ${key} = ?`)
  const known = db.prepare<[], string>(`SELECT ${key} FROM ${name}`).pluck().all()
  const extra = known.filter((each) => !right.has(each))
  const wrong = [...right].filter(([each, value]) => JSON.stringify(kept.get(each)) !== JSON.stringify(value))
  for (const each of extra) remove.run(each)
  for (const [each, value] of wrong) kept.set(each, value)
  return extra.length + wrong.length
}
