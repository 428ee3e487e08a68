import { type PullState, RECOMMENDED } from '#shared/model/model'
import type { OllamaAction } from '#shared/model/ollama-action'
import type { OllamaModel, OllamaState } from '#shared/requests/requests'
import type { App, Context, State } from './state.ts'

const DOWNLOAD_PAGE = 'https://ollama.com/download'
const SAID_MS = 1600

export const noModels = {
  ollama: null as OllamaState | null,
  /** Running downloads, and how the others of this session ended. */
  pulls: new Map() as ReadonlyMap<string, PullState>,
  /** What was just copied. */
  copied: null as string | null,
}

const NONE: readonly OllamaModel[] = []

export const modelsIn = ({ ollama }: Pick<State, 'ollama'>): readonly OllamaModel[] =>
  ollama?.state === 'ready' ? ollama.models : NONE

/** The model that would answer; empty if there is none. */
export const modelInUse = ({ ollama, settings }: Pick<State, 'ollama' | 'settings'>): string =>
  settings.model || (ollama?.state === 'ready' ? (ollama.byDefault ?? '') : '')

/** The same, with what Ollama says about it. */
export const modelUsed = (state: Pick<State, 'ollama' | 'settings'>): OllamaModel | undefined =>
  modelsIn(state).find(({ name }) => name === modelInUse(state))

/** Requests to Ollama besides chatting, and the one action for each of its states. */
export function makeModelActions({ get, set, ask, ports }: Context) {
  return {
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
