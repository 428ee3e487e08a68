import type { Fact } from '#shared/facts'
import type { ToolDefinition } from '#shared/model'

/** The ways a call may come: as the protocol has it, as JSON or XML in the text, or by rounds with a grammar. */
export type Tier = 'native' | 'content' | 'xml' | 'structured'

export interface TurnInput {
  chat: string
  turn: string
  model: string
  system: string
  tools: ToolDefinition[]
  history: readonly Fact[]
  text: string
  signal: AbortSignal
  /** All of them unless said otherwise. */
  tiers?: ReadonlySet<Tier>
  /** The most requests with calls in their answers; 12 unless said otherwise. */
  maxRounds?: number
  /** What Ollama says the model can do; a model nothing is known about is taken to call tools. */
  capabilities?: readonly string[]
}
