import { asReported, type Message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'

/** Compiles schemas and patterns: a message if one is invalid, otherwise null. */
export interface Checks {
  schema(params: ParamsSchema): Message | null
  pattern(source: string): Message | null
  /** Runs our own code in an isolated Python and returns its output; null without Python. */
  python?(code: string, input: string): Promise<string | null>
}

/** A failing compiler must not make the whole skill fail. */
export function tryCheck(check: () => Message | null): Message | null {
  try {
    return check()
  } catch (error) {
    return asReported(error instanceof Error ? error.message : String(error))
  }
}
