import type { BuiltinName } from '#shared/call/builtins'
import type { CallErrorCode } from '#shared/call/plan'
import type { CallRequested, NewFact, Tick } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import type { ModelOutcome, ModelRequest } from '#shared/model/model'

export interface ProposedCall extends Pick<CallRequested, 'call' | 'tool' | 'nth'> {
  args: unknown
  /** The server's id for the call, returned with its result. */
  id?: string
  /** Set if it may be a quotation or if we asked for it; such a call always asks. */
  recoveredFrom?: CallRequested['recoveredFrom']
  /** The command that the model told the person to run. */
  wrote?: string
}

/** What the model reads about a call; `code` is set if it failed before it ran. */
export interface CallAnswer {
  text: string
  code?: CallErrorCode
  /** It ran without success. */
  failed?: true
}

/** Everything a turn does outside itself. */
export interface TurnPorts {
  /** Resolves once the facts are durable. */
  publish(...facts: NewFact[]): Promise<void>
  tick(tick: Tick): void
  askModel(request: ModelRequest, onToken: (text: string, isThinking: boolean) => void): Promise<ModelOutcome>
  /** Refused, denied and failed calls have an answer as well; rejects only if Skillet itself fails. */
  runCall(
    /** `answer` is for `find_tools` and `read_output`. */
    proposed: ProposedCall & { answer(name: BuiltinName, args: JsonObject): Promise<string> },
  ): Promise<CallAnswer>
  /** How similar each text is to the query in meaning; null if no model here can tell. */
  compareMeanings?(query: string, texts: readonly string[]): Promise<number[] | null>
  /** The whole output of a call of this chat. */
  readWhole(call: string): Promise<string | null>
  newId(): string
  /** Milliseconds that only increase. */
  now(): number
}
