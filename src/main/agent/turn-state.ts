import type { Brought } from '#shared/chat/picture'
import type { Fact, FactBody, TurnFinished, TurnStats } from '#shared/facts'
import { canonicalJson, isObject, type Json, type JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import type { ModelMessage, ToolDefinition } from '#shared/model/model'
import type { CallStyle } from '#shared/model/model-settings'
import type { Cut } from './fit-context.ts'
import { canSee, fromPerson, noteSince, toMessages } from './messages.ts'
import { type ModelReading, newReading } from './model-reading.ts'
import type { ProposedCall, TurnPorts } from './ports.ts'
import type { Commands } from './written-commands.ts'

export type Ending = Pick<TurnFinished, 'reason' | 'error'>

/** A turn in progress. */
export interface TurnState {
  readonly input: TurnInput
  readonly ports: TurnPorts
  /** The conversation without the system text. Only ever appended to. */
  readonly messages: ModelMessage[]
  readonly stats: TurnStats
  readonly loops: ReturnType<typeof watchLoops>
  readonly reading: ModelReading
  /** Where the conversation was last cut. */
  cut: Cut
  /** How often each tool's arguments were refused in this turn. */
  readonly misfits: Map<string, number>
  /** The tool whose arguments the model may correct now. */
  misfit: string | null
  /** Tools whose last call in this turn failed, and those whose output was shortened. */
  readonly failed: Set<string>
  readonly shortened: Set<string>
  /** It was already asked once for what its answer lacked. */
  wasAskedAgain: boolean
  /** What the calls of this turn printed, if they succeeded. */
  readonly told: { args: unknown; text: string }[]
  /** The rest of the model's plan: calls that need a result first. */
  later: readonly ProposedCall[]
  /** It was already asked for a call that tells what another needs. */
  hasLookedUp: boolean
  /** Changes if the server says that the model has no native calls. */
  style: CallStyle
  publish(...bodies: FactBody[]): Promise<void>
}

export function beginTurn(input: TurnInput, ports: TurnPorts): TurnState {
  const { chat } = input
  const seesPictures = canSee(input.capabilities)
  const fitted = input.history.findLast((fact) => fact.type === 'context.fitted')
  return {
    input,
    ports,
    messages: [
      ...toMessages(input.history, seesPictures),
      fromPerson(input.text, input.images, seesPictures, noteSince(input.history)),
    ],
    stats: { rounds: 0, calls: 0, promptTokens: 0, outputTokens: 0, ms: 0 },
    loops: watchLoops(),
    reading: input.reading ?? newReading(),
    cut: fitted?.cut ?? { left: 0, shrunk: 0 },
    misfits: new Map(),
    misfit: null,
    failed: new Set(),
    shortened: new Set(),
    wasAskedAgain: false,
    told: [],
    later: [],
    hasLookedUp: false,
    style: input.style ?? 'native',
    publish: (...bodies) => ports.publish(...bodies.map((body) => ({ ...body, chat }))),
  }
}

/** Descriptions begin with what their tools change. */
export const changesThings = ({ input }: TurnState, name: string): boolean =>
  input.tools.some((tool) => tool.function.name === name && tool.function.description.startsWith('Changes '))

/** The calls of this turn so far, oldest first. */
export function callsOfTurn({ messages }: Pick<TurnState, 'messages'>) {
  const start = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(start).flatMap((message) => (message.role === 'assistant' ? message.calls : []))
}

export type Made = Pick<ProposedCall, 'tool' | 'args'>

export const isSameCall = (one: Made, other: Made | undefined): boolean =>
  one.tool === other?.tool &&
  isObject(one.args) &&
  isObject(other.args) &&
  canonicalJson(one.args) === canonicalJson(other.args)

export const hasMade = (state: TurnState, call: Made): boolean =>
  callsOfTurn(state).some((made) => isSameCall(made, call))

const MOST_ALIKE = 3

export interface AnsweredCall {
  tool: string
  args: unknown
  result: string
}

/** Detects three identical calls, or A-B-A-B. A different result makes a different call, so polling is fine. */
export function watchLoops() {
  const times = new Map<string, number>()
  const steps: string[] = []
  return {
    /** Takes the calls of a message with their results; true once the model goes round in circles. */
    sees(calls: readonly AnsweredCall[]): boolean {
      const keys = new Set(calls.map(keyOf))
      for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1)
      steps.push([...keys].sort().join('\n'))
      return isAlternating(steps) || [...keys].some((key) => (times.get(key) ?? 0) >= MOST_ALIKE)
    },
  }
}

function isAlternating(steps: readonly string[]): boolean {
  const [a, b, again, bAgain] = steps.slice(-4)
  return bAgain !== undefined && a === again && b === bAgain && a !== b
}

function keyOf({ tool, args, result }: AnsweredCall): string {
  return JSON.stringify([tool, canonicalJson(JSON.parse(JSON.stringify(args ?? null)) as Json), result])
}

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
  /** What the beginning lists instead, for a turn that may call less and still begins like the chats. */
  shown?: { tools: readonly ToolDefinition[]; builtIns: readonly ToolDefinition[] }
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

/**
 * The calls whose results this turn already has: nothing was changed since, or the model repeats a whole message. The last
 * `own` calls of the turn are those that are asked about.
 */
export function listRepeated(state: TurnState, calls: readonly ProposedCall[], own = 0): ProposedCall[] {
  const made = callsOfTurn(state).slice(0, -own || undefined)
  const latest = made.slice(-calls.length)
  const isWhole = latest.length === calls.length && latest.every((call, at) => isSameCall(call, calls[at]))
  return calls.filter((call) => {
    // A model with native calls may look again on purpose.
    if (state.style === 'native' && call.recoveredFrom === undefined) return false
    const at = made.findLastIndex((one) => isSameCall(one, call))
    return at >= 0 && (isWhole || !made.slice(at + 1).some(({ tool }) => changesThings(state, tool)))
  })
}
