import type { BuiltinName } from '#shared/call/builtins'
import type { CallErrorCode } from '#shared/call/plan'
import type { CallRequested, NewFact, Tick } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import type { ModelOutcome, ModelRequest } from '#shared/model/model'

export interface ProposedCall {
  call: string
  tool: string
  args: unknown
  /** Which call of its turn it is. */
  nth?: number
  /** The server's own name for the call, to go back with the result. */
  id?: string
  /** Read from the model's text where it may be a quotation, or asked for by us; such a call is always asked about. */
  recoveredFrom?: CallRequested['recoveredFrom']
  /** The command that the model told the person to run instead. */
  wrote?: string
}

/** Every call goes through the same door, also one that Skillet answers itself. */
export interface AnswerableCall extends ProposedCall {
  /** Answers `find_tools` and `read_output`, should the call be one of these. */
  answer(name: BuiltinName, args: JsonObject): Promise<string>
}

/** What the model reads of a call; with a code where the call came to nothing. */
export interface CallAnswer {
  text: string
  code?: CallErrorCode
  /** It ran, and did not succeed. */
  failed?: true
}

/** Everything a turn does to the world. */
export interface TurnPorts {
  /** Resolves once the facts are durable. */
  publish(...facts: NewFact[]): Promise<void>
  tick(tick: Tick): void
  askModel(request: ModelRequest, onToken: (text: string, isThinking: boolean) => void): Promise<ModelOutcome>
  /** A refused, denied or failed call has an answer too; it rejects when Skillet itself fails. */
  runCall(proposed: AnswerableCall): Promise<CallAnswer>
  /** How near each text is to the query by its meaning; null where no model here can tell. */
  compareMeanings?(query: string, texts: readonly string[]): Promise<number[] | null>
  /** The whole output of a call of this chat, from the record. */
  readWhole(call: string): Promise<string | null>
  newId(): string
  /** Milliseconds of a clock that only goes forward. */
  now(): number
}
