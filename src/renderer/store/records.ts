import type { Calls, OllamaState } from '#shared/calls'
import type { ActivityFilter } from '#shared/record-calls'
import type { Actions, Activity, Context } from './state.ts'

type RecordActions = Pick<
  Actions,
  | 'refreshSkills'
  | 'refreshOllama'
  | 'listActivity'
  | 'listMoreActivity'
  | 'filterActivity'
  | 'exportActivity'
  | 'verify'
  | 'changeSetting'
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
      const page = await ask('activity.list', { limit: PAGE, ...filterOf(get().activity) })
      if (ticket !== latestSearch) return
      set(({ activity: { next, ...activity } }) => ({
        activity: { ...activity, ...(page ? pageOf(page) : next !== undefined && { next }), isReading: false },
      }))
    },
    async listMoreActivity() {
      const { rows, next } = get().activity
      if (next === undefined) return
      const ticket = ++latestSearch
      const page = await ask('activity.list', { limit: PAGE, before: next, ...filterOf(get().activity) })
      if (ticket !== latestSearch || !page) return
      // A search finds each fact of a call, and these may stand on two pages.
      const known = new Set(rows.map(({ call }) => call))
      const runs = [...rows, ...page.runs.filter(({ call }) => !known.has(call))]
      set(({ activity: { next: _, ...activity } }) => ({ activity: { ...activity, ...pageOf({ ...page, runs }) } }))
    },
    async filterActivity(filter) {
      set(({ activity }) => ({ activity: { ...activity, ...filter } }))
      await get().listActivity(get().activity.search)
    },
    async exportActivity(format) {
      const done = await ask('activity.export', { format, ...filterOf(get().activity) })
      if (done?.file) set({ exported: { file: done.file, rows: done.rows } })
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

function filterOf({ search, skill, state }: Activity): ActivityFilter {
  const trimmed = search.trim()
  return { ...(trimmed && { search: trimmed }), ...(skill && { skill }), ...(state && { state }) }
}

const pageOf = ({ runs, more, next }: Calls['activity.list']['output']) => ({
  ...{ rows: runs, more },
  ...(next !== undefined && { next }),
})
