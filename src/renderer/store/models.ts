import { RECOMMENDED } from '#shared/model/model'
import type { OllamaAction } from '#shared/model/ollama-action'
import type { OllamaState } from '#shared/requests/requests'
import type { Context } from './state.ts'

const DOWNLOAD_PAGE = 'https://ollama.com/download'
const SAID_MS = 1600

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
      const app = get()
      switch (action) {
        case 'install':
        case 'update':
          return app.openLink(DOWNLOAD_PAGE)
        case 'start':
          return app.copy('ollama serve', 'the command')
        case 'use-found-host':
          if (ollama.state === 'unreachable' && ollama.foundAt) await app.changeSetting('host', ollama.foundAt)
          return
        case 'change-host':
          return app.show('settings')
        case 'pull-model':
          return app.pullModel(RECOMMENDED.name)
        case 'consent':
          if ((await ask('host.consent', { host: ollama.host }))?.consented) await app.refreshOllama()
          return
        case 'try-again':
          return app.refreshOllama()
      }
    },
    /** `what` names it to the person and to the button that was pressed. */
    async copy(text: string, what: string): Promise<void> {
      if (!(await ask('clipboard.write', { text }))) return
      set({ copied: what })
      ports.later(() => set(({ copied }) => (copied === what ? { copied: null } : {})), SAID_MS)
    },
  }
}
