import type { Plan, Verdict } from '#shared/call/plan'
import type { Fact } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import type { ActivityRow } from './requests.ts'

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
