import type { FactBody, TurnFinished, TurnStats } from '#shared/facts'
import type { ModelMessage } from '#shared/model/model'
import { type LoopWatch, watchLoops } from './loops.ts'
import { canSee, fromPerson, toMessages } from './messages.ts'
import type { TurnPorts } from './ports.ts'
import type { TurnInput } from './turn-input.ts'

export type Ending = Pick<TurnFinished, 'reason' | 'error'>

/** A turn under way. */
export interface TurnState {
  readonly input: TurnInput
  readonly ports: TurnPorts
  /** The conversation as the next request repeats it, without the system text. */
  readonly messages: ModelMessage[]
  readonly stats: TurnStats
  readonly loops: LoopWatch
  readonly calibration: { factor: number }
  /** Tools the model found by asking for them. */
  readonly found: Set<string>
  /** Tools called in this chat, the latest last. */
  readonly used: Set<string>
  /** Calls whose output was too long to show whole. */
  readonly outputs: Set<string>
  /** How often a tool's arguments were refused in this turn. */
  readonly misfits: Map<string, number>
  /** The tool whose arguments were refused in the last round, where they may be written again. */
  misfit: string | null
  /** How the model's calls come; changes when the server says that the model knows no tools. */
  way: 'protocol' | 'choose' | 'enum'
  publish(...bodies: FactBody[]): Promise<void>
}

export function beginTurn(input: TurnInput, ports: TurnPorts): TurnState {
  const { chat } = input
  const seesPictures = canSee(input.capabilities)
  return {
    input,
    ports,
    messages: [...toMessages(input.history, seesPictures), fromPerson(input.text, input.images, seesPictures)],
    stats: { rounds: 0, calls: 0, promptTokens: 0, outputTokens: 0, ms: 0 },
    loops: watchLoops(),
    calibration: input.calibration ?? { factor: 1 },
    found: new Set(),
    used: new Set(input.history.flatMap((fact) => (fact.type === 'call.requested' ? [fact.tool] : []))),
    outputs: new Set(),
    misfits: new Map(),
    misfit: null,
    way: isWithoutProtocol(input) ? structuredWay(input) : 'protocol',
    publish: (...bodies) => ports.publish(...bodies.map((body) => ({ ...body, chat }))),
  }
}

const isWithoutProtocol = ({ capabilities, tiers }: TurnInput) =>
  takesStructured(tiers) && (tiers?.size === 1 || (capabilities?.length && !capabilities.includes('tools')) === true)

export const takesStructured = (tiers: TurnInput['tiers']): boolean => tiers?.has('structured') ?? true

export const structuredWay = ({ structured }: TurnInput): 'choose' | 'enum' => structured ?? 'choose'
