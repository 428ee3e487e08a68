import type { Fact } from '#shared/facts'
import type { ToolDefinition } from '#shared/model'

/** The ways a call may come: as the protocol has it, or as JSON or XML in the text. */
export type Tier = 'native' | 'content' | 'xml'

export interface TurnInput {
  chat: string
  turn: string
  model: string
  system: string
  tools: ToolDefinition[]
  history: readonly Fact[]
  text: string
  signal: AbortSignal
  /** Whose calls are taken; all of them unless said otherwise. */
  tiers?: ReadonlySet<Tier>
  /** The most requests with calls in their answers; 12 unless said otherwise. */
  maxRounds?: number
  /** What the model was trained for, in tokens, where it is known. */
  contextLength?: number
  /** Tools that are offered whatever the message says. */
  pinned?: readonly string[]
  /** What earlier turns learned about how this model counts; changed as this turn learns more. */
  calibration?: { factor: number }
}
