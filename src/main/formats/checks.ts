import type { Message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'

/** What only a compiler of schemas and patterns can tell: a message where it cannot compile one, else null. */
export interface Checks {
  schema(params: ParamsSchema): Message | null
  pattern(source: string): Message | null
  /** Runs code of ours in an isolated Python and gives what it printed; null where there is no Python. */
  python?(code: string, input: string): Promise<string | null>
}
