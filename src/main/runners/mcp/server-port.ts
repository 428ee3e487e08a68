import type { TimeLimit } from '#main/runners/process/time-limit'
import type { McpAction } from '#shared/call/action'
import type { Confinement } from '#shared/call/plan'
import type { ServerQuestion } from '#shared/call/question'
import type { JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'

export interface ServerCall {
  action: McpAction
  confinement: Confinement | undefined
  timeoutMs: number
  limit: TimeLimit
  signal: AbortSignal
  progress(text: string): void
  /** Asks the model without tools and outside the chat; rejects if it does not answer. */
  sample(request: { instructions: string; text: string }): Promise<string>
  ask(question: ServerQuestion, signal: AbortSignal): Promise<JsonObject | null>
  secret(name: string): Promise<string | null>
}

export type ServerAnswer =
  | { ok: true; result: JsonObject }
  | { ok: false; how: 'not-started' | 'failed' | 'timed-out' | 'canceled'; message: Message }

/** Calls a tool of a server, which is started where it does not run yet. Never rejects. */
export type CallServer = (call: ServerCall) => Promise<ServerAnswer>
