import type { Plan, Verdict } from '#shared/call/plan'
import type { Fact } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import { takes } from '#shared/schema'
import type { ActivityRow } from './requests.ts'

const id = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
const tool = { type: 'string', minLength: 1, maxLength: 200 } as const
/** An object, as JSON. */
const args = { type: 'string', maxLength: 500_000 } as const

const STATES = [
  ...['proposed', 'waiting', 'running', 'done', 'failed'],
  ...['denied', 'refused', 'canceled', 'timed-out', 'interrupted'],
] as readonly string[] as readonly ActivityRow['state'][]

const filters = {
  search: { type: 'string', maxLength: 1000 },
  skill: { type: 'string', maxLength: 200 },
  state: { type: 'string', enum: STATES },
} as const

/** What the window may ask about commands on record, and what a person runs without a model. */
export const recordInputs = {
  'activity.export': takes({ format: { type: 'string', enum: ['csv', 'jsonl'] } }, filters),
  'activity.page': takes(
    { from: { type: 'integer', minimum: 0 }, limit: { type: 'integer', minimum: 1, maximum: 200 } },
    filters,
  ),
  'call.alike': takes({ call: id }),
  'call.compare': takes({ left: id, right: id }),
  'call.plan': takes({ tool, args }),
  'call.rerun': takes({ call: id }, { args }),
  'call.run': takes({ tool, args }),
  'call.stop': takes({ call: id }),
  'request.read': takes({ seq: { type: 'integer', minimum: 1 } }),
  'turn.read': takes({ chat: id, turn: id }),
}

export interface RecordOutputs {
  /** Null where the person chose no file. */
  'activity.export': { file: string | null; rows: number }
  /** `from` counts from the oldest; the rows begin with the newest of them. */
  'activity.page': ActivityPage
  /** The newest other calls of the same tool. */
  'call.alike': { rows: ActivityRow[] }
  'call.compare': CallComparison
  /** Nothing is started: what a resolver would work out stands as it was written. */
  'call.plan': CallPreview
  /** The person's own call: asked about like every other, in the chat of the one before, and not told to the model. */
  'call.rerun': { call: string }
  'call.run': { call: string }
  'call.stop': { stopped: boolean }
  /** Exactly the text that was sent, or as much of it as is shown. */
  'request.read': { text: string; characters: number }
  'turn.read': TurnRecord
}

export interface ActivityPage {
  /** How many there are for this filter. */
  total: number
  from: number
  rows: ActivityRow[]
  /** The search holds more than was looked at: the newest are here. */
  isPartial: boolean
}

/** What is on record of one turn, in order. */
export interface TurnRecord {
  facts: Fact[]
  /** It is so long that its end is left out. */
  isCut: boolean
}

/** Two calls beside each other. */
export interface CallComparison {
  left: ActivityRow
  right: ActivityRow
  /** The argument lists, aligned: where one side lacks an element it is left out. */
  argv: { left?: string; right?: string }[]
  /** What else would run differently, by the field of the plan. */
  differs: string[]
  /** As `diff -u` writes it; null where nearly every line is another. */
  stdout: string[] | null
  stderr: string[] | null
  /** The outputs are longer than what was compared. */
  isShortened: boolean
}

export type CallPreview =
  | { ok: true; plan: Plan; verdict: Verdict }
  /** `path` names the argument. */
  | { ok: false; code: string; message: Message | string; path?: string }

export type ActivityFilter = { search?: string; skill?: string; state?: ActivityRow['state'] }
