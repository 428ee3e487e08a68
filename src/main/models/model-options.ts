import { totalmem } from 'node:os'
import { type ModelReading, newReading } from '#main/agent/model-reading'
import type { TurnInput } from '#main/agent/turn'
import type { ModelFacts, ModelRequest } from '#shared/model/model'
import type { CallStyle, KeepAlive } from '#shared/model/model-settings'
import type { ModelBook } from './model-book.ts'
import type { ModelConnection } from './models.ts'

/** How turns with a model work: measured, set by the person, and limited by the model and this computer. */
export interface ModelOptions {
  input: Pick<TurnInput, 'style' | 'contextLength' | 'capabilities' | 'toolBudget'> & { style: CallStyle }
  /** Part of every request. */
  request: Pick<ModelRequest, 'keepAlive' | 'think'>
  /** It is unloaded when the turn ends. */
  leavesMemory: boolean
}

export interface OptionPorts {
  modelBook: Pick<ModelBook, 'settings' | 'trial' | 'speed'>
  /** For this session; overrides the settings. */
  think?: boolean
}

const KEPT: Record<KeepAlive, string | number> = { '5m': '5m', '1h': '1h', always: -1, none: '5m' }

/** More only if a person asks for it, because it needs their memory. */
const CONTEXTS = [16_384, 8192, 4096]
const SHARE_OF_MEMORY = 0.5
/** For a model that does not say: the size for seven billion parameters. */
const USUAL_CONTEXT_BYTES = 128 * 1024
/** Smaller models do not understand a list of all tools; up to the second size they call better in plain text. */
const TINY = 0.5e9
const SMALL = 3e9
/** Reading all tools may take this long once; `find_tools` finds the rest. */
const LONGEST_READING_MS = 180_000

export function readModelOptions(
  { modelBook, think }: OptionPorts,
  met: ModelConnection,
  reading: ModelReading = newReading(),
): ModelOptions {
  const { context, keepAlive, think: set, pieceByPiece } = modelBook.settings(met.model)
  const facts = met.ok ? met.facts : null
  const trial = met.ok ? modelBook.trial(met.model, met.digest) : undefined
  const canThink = facts?.capabilities.includes('thinking') === true
  const thinks = think ?? (canThink && set !== undefined ? set === 'on' : undefined)
  // A speed that is measured meanwhile counts from the next start: another beginning would have to be read.
  if (met.ok && reading.usualMsPerToken === undefined)
    reading.usualMsPerToken = modelBook.speed(met.model, met.digest) ?? null
  const msPerToken = trial?.msPerToken ?? reading.usualMsPerToken
  const toolBudget = msPerToken ? Math.floor(LONGEST_READING_MS / msPerToken) : undefined
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

/** One size for all requests: as much as the model was trained for and the memory holds. */
export function chooseContext(facts: ModelFacts | null, chosen: number | undefined, memory: number) {
  const trained = facts && facts.contextLength > 0 ? facts.contextLength : undefined
  if (chosen !== undefined) return Math.min(chosen, trained ?? chosen)
  if (!facts || trained === undefined) return undefined
  const { bytes, contextBytes = USUAL_CONTEXT_BYTES } = facts
  const fitting = CONTEXTS.find((tokens) => bytes + tokens * contextBytes <= memory * SHARE_OF_MEMORY)
  return Math.min(trained, fitting ?? Math.min(...CONTEXTS))
}

/** Until it was tried: small models call better in plain text, larger ones natively. */
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
