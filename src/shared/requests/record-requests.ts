import type { Plan, Verdict } from '#shared/call/plan'
import type { Message } from '#shared/messages/message'
import type { ActivityRow } from './requests.ts'

export interface ActivityPage {
  total: number
  from: number
  rows: ActivityRow[]
  /** Only the newest matches: the search looked at a limited number. */
  isPartial: boolean
}

export interface CallComparison {
  left: ActivityRow
  right: ActivityRow
  /** The aligned argument lists. An element that one side lacks is missing there. */
  argv: { left?: string; right?: string }[]
  /** Other fields of the plan that differ. */
  differs: string[]
  /** In the format of `diff -u`; null if almost every line differs. */
  stdout: string[] | null
  stderr: string[] | null
  /** Only the beginnings of the outputs were compared. */
  isShortened: boolean
}

export type CallPreview =
  | { ok: true; plan: Plan; verdict: Verdict }
  /** `path` names the argument. */
  | { ok: false; code: string; message: Message | string; path?: string }

export type ActivityFilter = { search?: string; skill?: string; state?: ActivityRow['state'] }
