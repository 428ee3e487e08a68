import { totalmem } from 'node:os'
import type { TurnInput } from '#main/agent/turn'
import type { ModelFacts, ModelRequest } from '#shared/model/model'
import type { CallStyle, KeepAlive } from '#shared/model/model-settings'
import type { ModelBook } from './model-book.ts'
import type { ModelConnection } from './models.ts'

/** How turns with a model are taken: as it was measured, as the person set it, and as it and this machine can. */
export interface ModelOptions {
  input: Pick<TurnInput, 'style' | 'contextLength' | 'capabilities' | 'toolBudget'> & { style: CallStyle }
  /** In every request. */
  request: Pick<ModelRequest, 'keepAlive' | 'think'>
  /** It is to be gone from memory once the turn has ended. */
  leavesMemory: boolean
}

export interface OptionPorts {
  modelBook: Pick<ModelBook, 'settings' | 'trial'>
  /** Said for this session, before what is set. */
  think?: boolean
}

const KEPT: Record<KeepAlive, string | number> = { '5m': '5m', '1h': '1h', always: -1, none: '5m' }

/** More is taken only once a person asks for it: the memory it needs is theirs. */
const CONTEXTS = [16_384, 8192, 4096]
const SHARE_OF_MEMORY = 0.5
/** Of a model that does not tell: as much as one with seven thousand million parameters. */
const USUAL_CONTEXT_BYTES = 128 * 1024
/** Below it a model reads a list of all tools without understanding it; up to the other it calls better in plain text. */
const TINY = 0.5e9
const SMALL = 3e9
/** Reading all tools may take so long, once; the rest is found by `find_tools`. */
const LONGEST_READING_MS = 180_000

export function readModelOptions({ modelBook, think }: OptionPorts, met: ModelConnection): ModelOptions {
  const { context, keepAlive, think: set, pieceByPiece } = modelBook.settings(met.model)
  const facts = met.ok ? met.facts : null
  const trial = met.ok ? modelBook.trial(met.model, met.digest) : undefined
  const canThink = facts?.capabilities.includes('thinking') === true
  const thinks = think ?? (canThink && set !== undefined ? set === 'on' : undefined)
  const toolBudget = trial?.msPerToken ? Math.floor(LONGEST_READING_MS / trial.msPerToken) : undefined
  const contextLength = chooseContext(facts, context, totalmem())
  return {
    input: {
      style: pieceByPiece ? 'choose' : (trial?.best ?? usualStyle(facts)),
      ...(contextLength !== undefined && { contextLength }),
      ...(facts && { capabilities: facts.capabilities }),
      ...(toolBudget !== undefined && contextLength && { toolBudget: Math.min(toolBudget, contextLength * 0.4) }),
    },
    request: {
      ...(keepAlive !== undefined && { keepAlive: KEPT[keepAlive] }),
      ...(thinks !== undefined && { think: thinks }),
    },
    leavesMemory: keepAlive === 'none',
  }
}

/** One size for every request: as much as the model was trained for and the machine's memory holds beside it. */
export function chooseContext(
  facts: ModelFacts | null,
  chosen: number | undefined,
  memory: number,
): number | undefined {
  const trained = facts && facts.contextLength > 0 ? facts.contextLength : undefined
  if (chosen !== undefined) return Math.min(chosen, trained ?? chosen)
  if (!facts || trained === undefined) return undefined
  const { bytes, contextBytes = USUAL_CONTEXT_BYTES } = facts
  const fitting = CONTEXTS.find((tokens) => bytes + tokens * contextBytes <= memory * SHARE_OF_MEMORY)
  return Math.min(trained, fitting ?? Math.min(...CONTEXTS))
}

/** Until it was tried: small models call better in plain text, larger ones as they were trained to. */
export function usualStyle(facts: Pick<ModelFacts, 'capabilities' | 'parameters'> | null): CallStyle {
  if (!facts) return 'native'
  const size = countParameters(facts.parameters)
  if (size !== null && size < TINY) return 'choose'
  if (!facts.capabilities.includes('tools')) return 'compact'
  return size !== null && size < SMALL ? 'compact' : 'native'
}

/** `1.5B`, `134.52M`. */
function countParameters(text: string): number | null {
  const [, count, unit = ''] = /^([\d.]+)\s*([KMBT])$/i.exec(text) ?? []
  const scale = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }[unit.toUpperCase()]
  return count === undefined || scale === undefined ? null : Number(count) * scale
}
