import type { OllamaState } from '#shared/calls'
import type { Actions, Context } from './state.ts'

type RecordActions = Pick<
  Actions,
  'refreshSkills' | 'refreshOllama' | 'listActivity' | 'listMoreActivity' | 'verify' | 'changeSetting'
>

const PAGE = 100

/** What main keeps: skills, models, the record, settings. */
export function makeRecordActions({ get, set, ask, ports }: Context): RecordActions {
  let latestSearch = 0
  return {
    async refreshSkills() {
      const list = await ask('skill.list', {})
      if (list) set({ skills: list.skills })
    },
    async refreshOllama() {
      const reply = await ports.call('model.list', {})
      const host = get().settings.host
      const ollama: OllamaState = reply.ok ? reply.value : { state: 'unreachable', host, message: reply.error.message }
      if (JSON.stringify(ollama) !== JSON.stringify(get().ollama)) set({ ollama })
    },
    async listActivity(search) {
      const ticket = ++latestSearch
      set(({ activity }) => ({ activity: { ...activity, search, isReading: true } }))
      const trimmed = search.trim()
      const page = await ask('activity.list', { limit: PAGE, ...(trimmed && { search: trimmed }) })
      if (ticket !== latestSearch) return
      set(({ activity }) => ({
        activity: { ...activity, isReading: false, ...(page && { rows: page.runs, more: page.more }) },
      }))
    },
    async listMoreActivity() {
      const { rows, search } = get().activity
      const last = rows.at(-1)
      if (!last) return
      const ticket = ++latestSearch
      const trimmed = search.trim()
      const page = await ask('activity.list', { limit: PAGE, before: last.seq, ...(trimmed && { search: trimmed }) })
      if (ticket !== latestSearch || !page) return
      set(({ activity }) => ({ activity: { ...activity, rows: [...rows, ...page.runs], more: page.more } }))
    },
    async verify() {
      set({ verification: { state: 'checking' } })
      const result = await ask('ledger.verify', {})
      set({ verification: result ? { state: 'checked', ...result } : { state: 'idle' } })
    },
    async changeSetting(name, value) {
      const changed = await ask('setting.change', { name, value })
      if (changed && name === 'host') void get().refreshOllama()
      return changed !== undefined
    },
  }
}
