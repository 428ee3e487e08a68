import type { Brought } from '#shared/chat/picture'
import type { Fact } from '#shared/facts'
import type { Json, JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import type { ToolDefinition } from '#shared/model/model'
import type { CallStyle } from '#shared/model/model-settings'
import type { ModelReading } from './model-reading.ts'
import type { Commands } from './written-commands.ts'

export interface TurnInput extends Brought {
  chat: string
  turn: string
  model: string
  /** What the beginning says besides the tools; the same for every chat in which nothing is switched off. */
  system: string
  /** All that may be called in this chat, in an order that stays. */
  tools: readonly ToolDefinition[]
  /** Tools of Skillet's own that `runCall` answers; always in the beginning. */
  builtIns?: readonly ToolDefinition[]
  /** Of tools that are command lines. */
  commands?: Commands
  /** What the tools may take of the beginning, in tokens; the others are found by `find_tools`. */
  toolBudget?: number
  history: readonly Fact[]
  text: string
  /** The turn whose place this one takes; `history` is then what came before that. */
  replaces?: string
  signal: AbortSignal
  /** How the model is asked for calls; `native` unless said otherwise. */
  style?: CallStyle
  /** What the model can, as Ollama tells it. */
  capabilities?: readonly string[]
  /** The most requests with calls in their answers; 12 unless said otherwise. */
  maxRounds?: number
  /** What every request asks for, in tokens: another size makes the server load the model again. */
  contextLength?: number
  /** Tools that are switched off and not among `tools`, by name: why, in words for the model. */
  off?: ReadonlyMap<string, Message>
  /** What earlier requests showed of how this model counts and reads; changed by this turn. */
  reading?: ModelReading
  /** The last answer must be JSON of this schema; `check` tells why a value does not fit. */
  returns?: { schema: JsonObject; check(value: Json): Promise<Message | string | null> }
}
