import type { FactBody, TurnFinished, TurnStats } from '#shared/facts'
import type { ModelMessage } from '#shared/model/model'
import type { CallStyle } from '#shared/model/model-settings'
import type { Cut } from './fit-context.ts'
import { type LoopWatch, watchLoops } from './loops.ts'
import { canSee, fromPerson, noteSince, toMessages } from './messages.ts'
import { type ModelReading, newReading } from './model-reading.ts'
import type { TurnPorts } from './ports.ts'
import type { TurnInput } from './turn-input.ts'

export type Ending = Pick<TurnFinished, 'reason' | 'error'>

/** A turn under way. */
export interface TurnState {
  readonly input: TurnInput
  readonly ports: TurnPorts
  /** The conversation as the next request repeats it, without the system text. Only ever added to. */
  readonly messages: ModelMessage[]
  readonly stats: TurnStats
  readonly loops: LoopWatch
  readonly reading: ModelReading
  /** Where the conversation was last cut to fit. */
  cut: Cut
  /** How often a tool's arguments were refused in this turn. */
  readonly misfits: Map<string, number>
  /** The tool whose arguments were refused in the last round, where they may be written again. */
  misfit: string | null
  /** Tools whose last call in this turn came to nothing, and those whose output was shortened. */
  readonly failed: Set<string>
  readonly shortened: Set<string>
  /** It was asked once more, in other words, for what its answer lacked. */
  wasAskedAgain: boolean
  /** Changes when the server says that the model knows no tools. */
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
    style: input.style ?? 'native',
    publish: (...bodies) => ports.publish(...bodies.map((body) => ({ ...body, chat }))),
  }
}

/** The calls of this turn so far, oldest first. */
export function callsOfTurn({ messages }: Pick<TurnState, 'messages'>) {
  const start = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(start).flatMap((message) => (message.role === 'assistant' ? message.calls : []))
}
