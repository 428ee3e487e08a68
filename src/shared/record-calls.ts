import type { ActivityRow } from './calls.ts'
import type { Plan, Verdict } from './plan.ts'
import { takes } from './schema.ts'

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
  'activity.list': takes(
    { limit: { type: 'integer', minimum: 1, maximum: 500 } },
    { before: { type: 'integer', minimum: 1 }, ...filters },
  ),
  'call.plan': takes({ tool, args }),
  'call.rerun': takes({ call: id }, { args }),
  'call.run': takes({ tool, args }),
  'call.stop': takes({ call: id }),
}

export interface RecordOutputs {
  /** Null where the person chose no file. */
  'activity.export': { file: string | null; rows: number }
  /** `next` is where older ones begin; a filter may leave few of what was looked at. */
  'activity.list': { runs: ActivityRow[]; more: boolean; next?: number }
  /** Nothing is started: what a resolver would work out stands as it was written. */
  'call.plan': CallPreview
  /** The person's own call: asked about like every other, in the chat of the one before, and not told to the model. */
  'call.rerun': { call: string }
  'call.run': { call: string }
  'call.stop': { stopped: boolean }
}

export type CallPreview =
  | { ok: true; plan: Plan; verdict: Verdict }
  /** `path` names the argument. */
  | { ok: false; code: string; message: string; path?: string }

export type ActivityFilter = { search?: string; skill?: string; state?: ActivityRow['state'] }
