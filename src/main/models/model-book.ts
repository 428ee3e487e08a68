import type { Fact, FactOf, FactType } from '#shared/facts'
import { CALL_STYLES, fullModelName, type ModelSettings, type ModelTrial } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'

export const MODEL_FACTS = ['model.set', 'model.tried', 'model.measured'] as const satisfies readonly FactType[]

const NOTHING_SET: ModelSettings = {}

export type ModelBook = ReturnType<typeof makeModelBook>

/** Settings and trial results of each model, and which answered last; folded from facts. */
export function makeModelBook() {
  const set = new Map<string, ModelSettings>()
  const tried = new Map<string, ModelTrial>()
  const measured = new Map<string, FactOf<'model.measured'>>()
  let lastUsed = ''

  const settings = (model: string) => set.get(fullModelName(model)) ?? NOTHING_SET
  /** Undefined if this version of it was never tried. */
  const trial = (model: string, digest: string | undefined) => {
    const known = tried.get(fullModelName(model))
    const isOther = known?.digest !== undefined && digest !== undefined && known.digest !== digest
    // An old record may name a style that no longer exists.
    return isOther || !known || !CALL_STYLES.includes(known.best) ? undefined : known
  }
  return {
    take(fact: Fact) {
      if (fact.type === 'model.set') set.set(fullModelName(fact.model), fact.settings)
      else if (fact.type === 'model.tried') tried.set(fullModelName(fact.model), fact.trial)
      else if (fact.type === 'model.measured') measured.set(fullModelName(fact.model), fact)
      // "Answer again with…" does not change the chosen model.
      else if (fact.type === 'turn.started' && fact.model !== '' && !fact.replaces) lastUsed = fact.model
    },
    settings,
    trial,
    /** How fast this version of it reads here, in milliseconds per token; undefined if nobody knows. */
    speed(model: string, digest: string | undefined): number | undefined {
      const known = measured.get(fullModelName(model))
      return known?.digest === digest ? known?.msPerToken : undefined
    },
    /** The model of the latest turn; empty if there was none. */
    lastUsed: () => lastUsed,
    describe: (models: readonly OllamaModel[]) =>
      models.map((model): OllamaModel => {
        const found = trial(model.name, model.digest)
        return { ...model, settings: settings(model.name), ...(found && { trial: found }) }
      }),
  }
}
