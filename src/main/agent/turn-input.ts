import type { Picture } from '#shared/chat/picture'
import type { Fact } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import type { ToolDefinition } from '#shared/model/model'

/** The ways a call may come: as the protocol has it, as JSON or XML in the text, or asked for piece by piece. */
export type Tier = 'native' | 'content' | 'xml' | 'structured'

export interface TurnInput {
  chat: string
  turn: string
  model: string
  system: string
  tools: ToolDefinition[]
  history: readonly Fact[]
  text: string
  images?: readonly Picture[]
  /** The turn whose place this one takes; `history` is then what came before that. */
  replaces?: string
  signal: AbortSignal
  /** Whose calls are taken; all of them unless said otherwise. */
  tiers?: ReadonlySet<Tier>
  /** What the model can, as Ollama tells it; without `tools` among it its calls are asked for piece by piece. */
  capabilities?: readonly string[]
  /** How they are: a tool is chosen and then filled in, or both come in one answer. `choose` unless said otherwise. */
  structured?: 'choose' | 'enum'
  /** The most requests with calls in their answers; 12 unless said otherwise. */
  maxRounds?: number
  /** What the model was trained for, in tokens, where it is known. */
  contextLength?: number
  /** What the person set for it: every request then asks for exactly that, as far as it was trained for it. */
  chosenContext?: number
  /** Tools that are switched off, by name: why, in words for the model. */
  off?: ReadonlyMap<string, Message | string>
  /** Tools that are offered whatever the message says. */
  pinned?: readonly string[]
  /** What earlier turns learned about how this model counts; changed as this turn learns more. */
  calibration?: { factor: number }
}
