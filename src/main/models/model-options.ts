import type { TurnInput } from '#main/agent/turn'
import type { ModelRequest } from '#shared/model/model'
import { bestOf, type KeepAlive, type ModelTrial } from '#shared/model/model-settings'
import type { ModelBook } from './model-book.ts'
import type { ModelConnection } from './models.ts'

/** What the person set for a model, as a turn with it takes it. */
export interface ModelWishes {
  input: Pick<TurnInput, 'chosenContext' | 'tiers' | 'structured'>
  /** In every request. */
  request: Pick<ModelRequest, 'keepAlive' | 'think'>
  /** It is to be gone from memory once the turn has ended. */
  leavesMemory: boolean
}

export interface WishPorts {
  modelBook: Pick<ModelBook, 'settings' | 'trial'>
  /** Said for this session, before what is set. */
  think?: boolean
}

const KEPT: Record<KeepAlive, string | number> = { '5m': '5m', '1h': '1h', always: -1, none: '5m' }

export function readModelOptions({ modelBook, think }: WishPorts, met: ModelConnection): ModelWishes {
  const { context, keepAlive, think: set, pieceByPiece } = modelBook.settings(met.model)
  const trial = met.ok ? modelBook.trial(met.model, met.digest) : undefined
  const structured = structuredWayOf(trial)
  const canThink = met.ok && met.facts?.capabilities.includes('thinking') === true
  const thinks = think ?? (canThink && set !== undefined ? set === 'on' : undefined)
  return {
    input: {
      ...(context !== undefined && { chosenContext: context }),
      ...(pieceByPiece && { tiers: new Set(['structured'] as const) }),
      ...(structured && { structured }),
    },
    request: {
      ...(keepAlive !== undefined && { keepAlive: KEPT[keepAlive] }),
      ...(thinks !== undefined && { think: thinks }),
    },
    leavesMemory: keepAlive === 'none',
  }
}

/** The better of the two ways of asking piece by piece, where both were tried. */
function structuredWayOf(trial: ModelTrial | undefined): 'choose' | 'enum' | undefined {
  const best = bestOf(trial?.scores.filter(({ way }) => way !== 'protocol') ?? [])
  return best === undefined || best.way === 'protocol' ? undefined : best.way
}
