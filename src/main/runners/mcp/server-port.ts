import type { TimeLimit } from '#main/runners/process/time-limit'
import type { McpAction } from '#shared/call/action'
import type { Confinement } from '#shared/call/plan'
import type { JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'

/** A question that a server asks the person during a call. */
export interface ServerQuestion {
  server: string
  /** The server's own words. */
  text: string
  /** A flat JSON Schema of type object. */
  schema: JsonObject
}

/** Null if the person does not answer. */
export type Ask = (run: string, question: ServerQuestion, signal: AbortSignal) => Promise<JsonObject | null>

export interface ServerCall {
  action: McpAction
  confinement: Confinement | undefined
  /** The id of the run on record. */
  run: string
  timeoutMs: number
  limit: TimeLimit
  signal: AbortSignal
  progress(text: string): void
  secret(name: string): Promise<string | null>
}

export type ServerAnswer =
  | { ok: true; result: JsonObject }
  | { ok: false; how: 'not-started' | 'failed' | 'timed-out' | 'canceled'; message: Message }

/** Calls a tool of a server, which is started where it does not run yet. Never rejects. */
export const NO_SERVERS: CallServer = async ({ action }) => ({
  ...{ ok: false, how: 'not-started' },
  message: message('server-not-started', { server: action.server.name, reason: 'no servers' }),
})

export type CallServer = (call: ServerCall) => Promise<ServerAnswer>
