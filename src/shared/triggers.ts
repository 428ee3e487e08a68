import type { Grants } from './call/action.ts'
import type { RiskClass, Sandbox } from './call/plan.ts'
import type { JsonObject } from './json.ts'
import type { Message } from './messages/message.ts'
import type { ActivityRow } from './requests/requests.ts'
import type { Bootstrap, Subscription } from './skill/tool-code.ts'

/** Weekdays count from Sunday, which is 0. */
export type Interval =
  | { type: 'minutely'; every: number }
  | { type: 'hourly'; minute: number }
  | { type: 'daily'; time: string }
  | { type: 'weekly'; time: string; weekdays: readonly number[] }
  | { type: 'monthly'; time: string; day: number }
  | { type: 'monthly'; time: string; nth: number | 'last'; weekday: number }

export interface Schedule {
  id: string
  title: string
  interval: Interval
  /** By its IANA name. */
  zone: string
  labels: readonly string[]
  /** Skillet's own: it ticks for those alone that ask for its label. */
  isOwn?: true
}

/** What a tool asks for: nothing of it happens before a person switches it on. */
export interface TriggerWish {
  bootstrap: Bootstrap | null
  subscriptions: readonly Subscription[]
  /** The times at which those of its subscriptions tick that wait for a schedule. */
  times: readonly Pick<Schedule, 'interval' | 'zone'>[]
  /** The version of what a person filled into its form; 0 where nobody did. */
  settings: number
}

/** What a person agreed to. Anything else is asked about. */
export interface TriggerTerms extends TriggerWish {
  mostAnHour: number
  /** With these arguments, and no others. */
  inputs: readonly JsonObject[]
  grants: Grants
  sandbox: Sandbox | null
  risk: RiskClass
}

export type BackgroundState = 'off' | 'on' | 'running' | 'stopped' | 'skipped' | 'changed' | 'unavailable'

/** A tool that asks to run by itself. */
export interface BackgroundTool {
  skill: string
  tool: string
  state: BackgroundState
  /** Why it does not run although it was switched on, or why it cannot be. */
  why?: Message
  when: Message[]
  /** Since when it runs. */
  since?: string
  /** When a schedule starts it next. */
  next?: string
  /** Its last run that was due while nobody could start it, and how many there were. */
  missed?: { count: number; last: string }
  /** Events that came too fast. */
  dropped?: number
}

/** `words` say when, or why never. */
export interface BackgroundSchedule {
  id: string
  title: string
  words: Message
  next?: string
}

export interface Background {
  isPaused: boolean
  tools: BackgroundTool[]
  schedules: BackgroundSchedule[]
  /** What ran, the newest first. */
  log: ActivityRow[]
}
