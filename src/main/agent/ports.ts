import type { NewFact, Tick } from '#shared/facts'
import type { ModelOutcome, ModelRequest } from '#shared/model'

export interface ProposedCall {
  call: string
  tool: string
  args: unknown
}

/** Everything a turn does to the world. */
export interface TurnPorts {
  /** Resolves once the facts are durable. */
  publish(...facts: NewFact[]): Promise<void>
  tick(tick: Tick): void
  askModel(request: ModelRequest, onToken: (text: string, isThinking: boolean) => void): Promise<ModelOutcome>
  /** Never rejects: a refused, denied or failed call has a text for the model too. */
  runCall(proposed: ProposedCall): Promise<string>
  newId(): string
  /** Milliseconds of a clock that only goes forward. */
  now(): number
}
