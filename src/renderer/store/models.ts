import type { Fact } from '#shared/facts'
import { type PullState, RECOMMENDED } from '#shared/model/model'
import type { ModelComparison } from '#shared/model/model-comparison'
import { fullModelName, type ModelSettings, type TrialProgress } from '#shared/model/model-settings'
import type { OllamaAction } from '#shared/model/ollama-action'
import type { OllamaModel, OllamaState } from '#shared/requests/requests'
import type { App } from './app.ts'
import type { Context } from './state.ts'

const DOWNLOAD_PAGE = 'https://ollama.com/download'
const SAID_MS = 1600

const NONE: readonly OllamaModel[] = []

export const modelsIn = ({ ollama }: Pick<App, 'ollama'>): readonly OllamaModel[] =>
  ollama?.state === 'ready' ? ollama.models : NONE

/** The model that would answer; empty if there is none. */
export const modelInUse = ({ ollama, settings }: Pick<App, 'ollama' | 'settings'>): string =>
  settings.model || (ollama?.state === 'ready' ? (ollama.byDefault ?? '') : '')

/** The same, with what Ollama says about it. */
export const modelUsed = (state: Pick<App, 'ollama' | 'settings'>): OllamaModel | undefined =>
  modelsIn(state).find(({ name }) => name === modelInUse(state))

/** Requests to Ollama besides chatting, and the one action for each of its states. */
export function makeModels({ get, set, ask, ports }: Context) {
  let latest = 0

  return {
    ollama: null as OllamaState | null,
    /** Running downloads, and how the others of this session ended. */
    pulls: new Map() as ReadonlyMap<string, PullState>,
    /** Running trials, and how the others of this session ended. */
    modelTrials: new Map() as ReadonlyMap<string, TrialProgress>,
    /** The latest comparison of this session. */
    comparedModels: null as ModelComparison | null,
    /** What was just copied. */
    copied: null as string | null,
    async refreshOllama(): Promise<void> {
      const ticket = ++latest
      const reply = await ports.call('model.list', {})
      // A later request, perhaps to another host, has newer information.
      if (ticket !== latest) return
      const host = get().settings.host
      const ollama: OllamaState = reply.ok ? reply.value : { state: 'unreachable', host, message: reply.error.message }
      if (JSON.stringify(ollama) !== JSON.stringify(get().ollama)) set({ ollama })
    },
    async pullModel(model: string): Promise<void> {
      const pull = await ask('model.pull', { model })
      if (pull) set(({ pulls }) => ({ pulls: new Map(pulls).set(pull.model, pull) }))
    },
    async unloadModel(model: string): Promise<void> {
      if (await ask('model.unload', { model })) await get().refreshOllama()
    },
    async deleteModel(model: string): Promise<void> {
      if (await ask('model.delete', { model })) await get().refreshOllama()
    },
    /** All settings of the model. */
    setModel: async (model: string, settings: ModelSettings): Promise<boolean> =>
      (await ask('model.set', { model, ...settings })) !== undefined,
    async tryModel(model: string): Promise<void> {
      const trial = await ask('model.try', { model })
      // A tick may have brought newer progress.
      if (trial && get().modelTrials.get(model)?.state !== 'running') get().takeModelTrial(trial)
    },
    takeModelTrial: (trial: TrialProgress): void =>
      set(({ modelTrials }) => ({ modelTrials: new Map(modelTrials).set(trial.model, trial) })),
    async compareModels(models: readonly string[]): Promise<void> {
      const comparison = await ask('model.compare', { models: [...models] })
      // A tick may have brought newer progress.
      if (comparison && get().comparedModels?.state !== 'running') set({ comparedModels: comparison })
    },
    takeModelFact(fact: Fact): void {
      if (fact.type !== 'model.set' && fact.type !== 'model.tried') return
      const { ollama } = get()
      if (ollama?.state !== 'ready') return
      const change = fact.type === 'model.set' ? { settings: fact.settings } : { trial: fact.trial }
      const name = fullModelName(fact.model)
      const models = ollama.models.map((model) =>
        fullModelName(model.name) === name ? { ...model, ...change } : model,
      )
      set({ ollama: { ...ollama, models } })
    },
    async actOnOllama(action: OllamaAction, ollama: OllamaState): Promise<void> {
      await ACTS[action](get(), ollama)
    },
    /** `what` names it to the person and to the button that was pressed. */
    async copy(text: string, what: string): Promise<void> {
      if (!(await ask('clipboard.write', { text }))) return
      set({ copied: what })
      ports.later(() => set(({ copied }) => (copied === what ? { copied: null } : {})), SAID_MS)
    },
  }
}

const ACTS: Record<OllamaAction, (app: App, ollama: OllamaState) => unknown> = {
  install: ({ openLink }) => openLink(DOWNLOAD_PAGE),
  update: ({ openLink }) => openLink(DOWNLOAD_PAGE),
  start: ({ copy }) => copy('ollama serve', 'the command'),
  'use-found-host': ({ changeSetting }, ollama) =>
    ollama.state === 'unreachable' && ollama.foundAt && changeSetting('host', ollama.foundAt),
  'change-host': ({ show }) => show('settings'),
  'pull-model': ({ pullModel }) => pullModel(RECOMMENDED.name),
  async consent({ ask, refreshOllama }, { host }) {
    if ((await ask('host.consent', { host }))?.consented) await refreshOllama()
  },
  'try-again': ({ refreshOllama }) => refreshOllama(),
}
