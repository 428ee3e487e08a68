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
  /** IANA name. */
  zone: string
  labels: readonly string[]
  /** Skillet's own: it ticks only for tools that name its label. */
  isOwn?: true
}

/** What a tool asks for. Nothing happens before a person switches it on. */
export interface TriggerWish {
  bootstrap: Bootstrap | null
  subscriptions: readonly Subscription[]
  /** The times of the schedules that its subscriptions wait for. */
  times: readonly Pick<Schedule, 'interval' | 'zone'>[]
  /** The version of its saved settings; 0 if there are none. */
  settings: number
}

/** What a person agreed to. Anything else is asked about. */
export interface TriggerTerms extends TriggerWish {
  mostAnHour: number
  /** The only arguments it may use. */
  inputs: readonly JsonObject[]
  grants: Grants
  sandbox: Sandbox | null
  risk: RiskClass
}

export type BackgroundState = 'off' | 'on' | 'running' | 'stopped' | 'skipped' | 'changed' | 'unavailable'

/** A tool that asks to run in the background. */
export interface BackgroundTool {
  skill: string
  tool: string
  state: BackgroundState
  /** Why it does not run although it is switched on, or cannot be switched on. */
  why?: Message
  when: Message[]
  since?: string
  next?: string
  /** Runs that were due while Skillet could not start them: the last time, and how many. */
  missed?: { count: number; last: string }
  /** Events that were dropped because they came too fast. */
  dropped?: number
}

/** `words`: its times, or why it never runs. */
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
  /** Past runs, newest first. */
  log: ActivityRow[]
}
