import type { Database } from 'better-sqlite3'
import { type Message, message } from '#shared/messages/message'
import { type FactRow, findBreak, hashText, NO_PREDECESSOR } from './chain.ts'
import type { Verification } from './messages.ts'
import { isUnreadable } from './problems.ts'
import type { Head } from './store.ts'

const FACTS_AT_ONCE = 1000
const TEXTS_AT_ONCE = 20

interface State extends Head {
  last: number | null
  textsPresent: number
}

const STATE = `SELECT seq, hash, texts, (SELECT max(seq) FROM facts) AS last,
  (SELECT count(*) FROM texts) AS textsPresent FROM head`

/** Checks everything recorded so far. Calls `pause` between blocks, so that appends need not wait. */
export async function verify(db: Database, pause: () => Promise<void>, noted = 0): Promise<Verification> {
  let sound = { seq: 0, hash: NO_PREDECESSOR }
  const fail = (firstBad: number | undefined, reason: Message) => ({
    ...{ ok: false, facts: sound.seq, reason },
    ...(firstBad !== undefined && { firstBad }),
  })
  try {
    const state = db.prepare<[], State>(STATE).get()
    if (!state) return fail(undefined, message('record-has-no-head'))
    const nextFacts = db.prepare<[number, number], FactRow>(
      `SELECT seq, at, chat, type, body, prev, hash FROM facts
       WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${FACTS_AT_ONCE}`,
    )
    while (sound.seq < state.seq) {
      const rows = nextFacts.all(sound.seq, state.seq)
      if (rows.length === 0) return fail(sound.seq + 1, message('record-tail-cut', { fact: state.seq }))
      for (const row of rows) {
        const broken = findBreak(row, sound)
        if (broken) return fail(broken.seq, broken.reason)
        sound = row
      }
      await pause()
    }
    if (sound.hash !== state.hash) return fail(sound.seq, message('entry-not-last', { fact: sound.seq }))
    if ((state.last ?? 0) > state.seq)
      return fail(state.seq + 1, message('entry-not-by-skillet', { fact: state.seq + 1 }))
    if (state.seq < noted) {
      return fail(state.seq + 1, message('record-entries-missing', { first: state.seq + 1, last: noted }))
    }
    const badText = await findBadText(db, pause)
    if (badText) return fail(findNamer(db, badText), message('text-altered', { text: badText }))
    if (state.textsPresent === state.texts) return { ok: true, facts: sound.seq }
    return fail(undefined, message('texts-missing', { all: state.texts, here: state.textsPresent }))
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return fail(sound.seq + 1, message('record-unreadable-past', { fact: sound.seq }))
  }
}

async function findBadText(db: Database, pause: () => Promise<void>): Promise<string | null> {
  const next = db.prepare<[number], { rowid: number; sha256: string; text: string }>(
    `SELECT rowid, sha256, text FROM texts WHERE rowid > ? ORDER BY rowid LIMIT ${TEXTS_AT_ONCE}`,
  )
  for (let rows = next.all(0); rows.length > 0; rows = next.all(rows.at(-1)?.rowid ?? 0)) {
    const bad = rows.find(({ sha256, text }) => hashText(text) !== sha256)
    if (bad) return bad.sha256
    await pause()
  }
  return null
}

function findNamer(db: Database, sha256: string): number | undefined {
  return db.prepare<[string], number>('SELECT seq FROM facts WHERE instr(body, ?) ORDER BY seq').pluck().get(sha256)
}
