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
  /** What the beginning says besides the tools; the same for all chats in which nothing is switched off. */
  system: string
  /** What this chat begins with; it comes after the beginning that all chats share. */
  opening?: string
  /** Every tool that this chat may call, in a stable order. */
  tools: readonly ToolDefinition[]
  /** Skillet's own tools, which `runCall` answers; always in the beginning. */
  builtIns?: readonly ToolDefinition[]
  /** For tools that are command lines. */
  commands?: Commands
  /** Tokens that the tools may take in the beginning; `find_tools` finds the others. */
  toolBudget?: number
  /** How often each tool was called; the same for all requests. */
  used?: ReadonlyMap<string, number>
  history: readonly Fact[]
  text: string
  /** The turn it replaces; `history` is what precedes that turn. */
  replaces?: string
  signal: AbortSignal
  /** `native` by default. */
  style?: CallStyle
  /** What the model can do, from Ollama. */
  capabilities?: readonly string[]
  /** How many requests may lead to calls; 12 by default. */
  maxRounds?: number
  /** The context size of every request, in tokens; another size would reload the model. */
  contextLength?: number
  /** Tools that are switched off, with reasons for the model. */
  off?: ReadonlyMap<string, Message>
  /** What earlier requests showed of this model; updated by this turn. */
  reading?: ModelReading
  /** The last answer must be JSON of this schema; `check` says why a value does not fit. */
  returns?: { schema: JsonObject; check(value: Json): Promise<Message | string | null> }
}
