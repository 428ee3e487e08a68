import { readRecordedPlan } from '#shared/call/to-document'
import type { Fact, NewFact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import type { Draft } from './messages.ts'
import { makeLedgerError, makeProblem } from './problems.ts'

interface Frame extends Omit<Draft, 'body'> {
  seq: number
  at: string
}

/** Throws a LedgerError if JSON cannot hold the fact. */
export function toDraft(fact: NewFact): Draft {
  const { chat, type, ...rest } = fact
  const body: Partial<Fact> = { ...rest }
  delete body.seq
  delete body.at
  try {
    return { chat: chat === null ? null : chat.toWellFormed(), type, body: JSON.stringify(body) }
  } catch (error) {
    throw makeLedgerError(
      makeProblem('NOT_RECORDABLE', 'entry-not-json', 'nothing-recorded', {
        type,
        problem: error instanceof Error ? error.message : String(error),
      }),
    )
  }
}

/** The fact as it will be read back, without what JSON drops. */
export function toFact({ chat, type, body }: Draft, seq: number, at: string): Fact {
  return flatten({ seq, at, chat, type }, JSON.parse(body))
}

export function parseFacts(json: string): Fact[] {
  const rows: (Frame & { body: JsonObject })[] = JSON.parse(json)
  return rows.map(({ body, ...frame }) => flatten(frame, body))
}

const flatten = (frame: Frame, body: JsonObject): Fact => ({ ...frame, ...readRecordedPlan(body) }) as Fact
