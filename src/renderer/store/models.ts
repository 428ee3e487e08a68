import { RECOMMENDED } from '#shared/model/model'
import type { Actions, Context } from './state.ts'

type ModelActions = Pick<Actions, 'pullModel' | 'stopPull' | 'unloadModel' | 'deleteModel' | 'actOnOllama' | 'copy'>

const DOWNLOAD_PAGE = 'https://ollama.com/download'
const SAID_MS = 1600

/** Requests to Ollama besides chatting, and the one action for each of its states. */
export function makeModelActions({ get, set, ask, ports }: Context): ModelActions {
  return {
    async pullModel(model) {
      const pull = await ask('model.pull', { model })
      if (pull) set(({ pulls }) => ({ pulls: new Map(pulls).set(pull.model, pull) }))
    },
    async stopPull(model) {
      await ask('model.cancelPull', { model })
    },
    async unloadModel(model) {
      if (await ask('model.unload', { model })) await get().refreshOllama()
    },
    async deleteModel(model) {
      if (await ask('model.delete', { model })) await get().refreshOllama()
    },
    async actOnOllama(action, ollama) {
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
    async copy(text, what) {
      if (!(await ask('clipboard.write', { text }))) return
      set({ copied: what })
      ports.later(() => set(({ copied }) => (copied === what ? { copied: null } : {})), SAID_MS)
    },
  }
}
