import type { Fact, FactType } from '#shared/facts'
import { CALL_STYLES, fullModelName, type ModelSettings, type ModelTrial } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'

/** What the person set for each model, how it did when it was tried, and which answered last: a fold of facts. */
export interface ModelBook {
  take(fact: Fact): void
  settings(model: string): ModelSettings
  /** Undefined where it was never tried as it is now. */
  trial(model: string, digest: string | undefined): ModelTrial | undefined
  /** The model of the latest turn; empty where there was none. */
  lastUsed(): string
  /** The models with what is known of them here. */
  describe(models: readonly OllamaModel[]): OllamaModel[]
}

export const MODEL_FACTS = ['model.set', 'model.tried'] as const satisfies readonly FactType[]

const NOTHING_SET: ModelSettings = {}

export function makeModelBook(): ModelBook {
  const set = new Map<string, ModelSettings>()
  const tried = new Map<string, ModelTrial>()
  let lastUsed = ''

  const settings = (model: string) => set.get(fullModelName(model)) ?? NOTHING_SET
  const trial = (model: string, digest: string | undefined) => {
    const known = tried.get(fullModelName(model))
    const isOther = known?.digest !== undefined && digest !== undefined && known.digest !== digest
    // An old record may hold a style that is no more.
    return isOther || !known || !CALL_STYLES.includes(known.best) ? undefined : known
  }
  return {
    take(fact) {
      if (fact.type === 'model.set') set.set(fullModelName(fact.model), fact.settings)
      else if (fact.type === 'model.tried') tried.set(fullModelName(fact.model), fact.trial)
      // An answer in the place of another may be asked of any model, once.
      else if (fact.type === 'turn.started' && fact.model !== '' && !fact.replaces) lastUsed = fact.model
    },
    settings,
    trial,
    lastUsed: () => lastUsed,
    describe: (models) =>
      models.map((model) => {
        const found = trial(model.name, model.digest)
        return { ...model, settings: settings(model.name), ...(found && { trial: found }) }
      }),
  }
}
