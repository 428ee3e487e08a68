import type { FactBody, TurnFinished, TurnStats } from '#shared/facts'
import { canonicalJson, isObject } from '#shared/json'
import type { ModelMessage, ToolDefinition } from '#shared/model/model'
import type { CallStyle } from '#shared/model/model-settings'
import type { Cut } from './fit-context.ts'
import { type LoopWatch, watchLoops } from './loops.ts'
import { canSee, fromPerson, noteSince, toMessages } from './messages.ts'
import { type ModelReading, newReading } from './model-reading.ts'
import type { ProposedCall, TurnPorts } from './ports.ts'
import type { TurnInput } from './turn-input.ts'

export type Ending = Pick<TurnFinished, 'reason' | 'error'>

/** A turn in progress. */
export interface TurnState {
  readonly input: TurnInput
  readonly ports: TurnPorts
  /** The conversation without the system text. Only ever appended to. */
  readonly messages: ModelMessage[]
  readonly stats: TurnStats
  readonly loops: LoopWatch
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
export const isChanging = ({ function: { description } }: ToolDefinition): boolean => description.startsWith('Changes ')

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
