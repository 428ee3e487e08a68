import type { Output } from '#renderer/bridge.ts'
import type { ActivityFilter } from '#shared/requests/record-requests'
import type { ActivityRow } from '#shared/requests/requests'
import type { Context } from './state.ts'

export type Verification = { state: 'idle' | 'checking' } | ({ state: 'checked' } & Output<'ledger.verify'>)

/** The loaded part of the record. Positions count from the oldest, so that they never change. */
export const noActivity = {
  /** Null until the first page is loaded. */
  total: null as number | null,
  /** The search looked at a limited number. */
  isPartial: false,
  pages: new Map() as ReadonlyMap<number, readonly ActivityRow[]>,
  search: '',
  /** Empty: any skill, any state. */
  skill: '',
  state: '' as ActivityRow['state'] | '',
  isReading: false,
  /** At most two, for comparison. */
  chosen: [] as readonly ActivityRow[],
}

type Activity = typeof noActivity

const ACTIVITY_PAGE = 100
/** Pages kept on each side of the view. */
const KEPT = 3
const NEWEST = Number.MAX_SAFE_INTEGER

export function rowAt({ pages }: Pick<Activity, 'pages'>, place: number): ActivityRow | undefined {
  return pages.get(Math.floor(place / ACTIVITY_PAGE))?.[place % ACTIVITY_PAGE]
}

export function makeActivity({ get, set, ask }: Context) {
  /** The latest request; answers to earlier ones are ignored. */
  let asked = 0
  let view: { first: number; last: number } | null = null
  const onTheirWay = new Set<number>()

  const change = (next: Partial<Activity>) => set(({ activity }) => ({ activity: { ...activity, ...next } }))

  /** Loads a page and returns its number; `page` null is the newest. */
  async function read(page: number | null, ticket: number): Promise<number | null> {
    if (page !== null) onTheirWay.add(page)
    const from = page === null ? NEWEST : page * ACTIVITY_PAGE
    const found = await ask('activity.page', { from, limit: ACTIVITY_PAGE, ...filterOf(get().activity) })
    if (ticket !== asked) return null
    if (page !== null) onTheirWay.delete(page)
    if (!found) return null
    const { total, isPartial, rows } = found
    const at = Math.floor(found.from / ACTIVITY_PAGE)
    const pages = new Map([...get().activity.pages].filter(([key]) => isKept(key)))
    if (rows.length > 0) pages.set(at, rows.toReversed())
    change({ total, isPartial, pages })
    return at
  }

  const isKept = (page: number) => view === null || (page >= view.first - KEPT && page <= view.last + KEPT)

  /** The old content stays in view until the new content arrives. */
  async function readAnew(): Promise<void> {
    const ticket = ++asked
    onTheirWay.clear()
    change({ isReading: true })
    const old = new Set(get().activity.pages.keys())
    // Meanwhile the view may have moved to other outdated pages.
    for (let due: (number | null)[] = view === null ? [null] : pagesOf(view); due.length > 0; ) {
      for (const page of due) {
        if (page !== null) old.delete(page)
        old.delete((await read(page, ticket)) ?? -1)
      }
      if (ticket !== asked) return
      due = view === null ? [] : pagesOf(view).filter((page) => old.has(page))
    }
    const pages = new Map([...get().activity.pages].filter(([key]) => !old.has(key)))
    change({ isReading: false, pages })
  }

  async function readFromNewest(next: Partial<Activity>): Promise<void> {
    view = null
    change({ ...next, pages: new Map(), total: null, chosen: [] })
    await readAnew()
  }

  return {
    activity: noActivity,
    exported: null as { file: string; rows: number } | null,
    verification: { state: 'idle' } as Verification,
    async verify(): Promise<void> {
      set({ verification: { state: 'checking' }, exported: null })
      const result = await ask('ledger.verify', {})
      set({ verification: result ? { state: 'checked', ...result } : { state: 'idle' } })
      const list = result?.repaired === undefined ? undefined : await ask('chat.list', {})
      if (list) set({ summaries: list.chats })
    },
    /** Reloads what is in view; a new search starts with the newest. */
    async listActivity(search: string): Promise<void> {
      if (search === get().activity.search && get().activity.total !== null) await readAnew()
      else await readFromNewest({ search })
    },
    filterActivity: (filter: Partial<Pick<Activity, 'skill' | 'state'>>): Promise<void> => readFromNewest(filter),
    /** These positions come into view. */
    async showActivity(first: number, last: number): Promise<void> {
      view = { first: Math.floor(first / ACTIVITY_PAGE), last: Math.floor(last / ACTIVITY_PAGE) }
      const missing = pagesOf(view).filter((page) => !get().activity.pages.has(page) && !onTheirWay.has(page))
      await Promise.all(missing.map((page) => read(page, asked)))
    },
    chooseActivity(row: ActivityRow): void {
      const { chosen } = get().activity
      const others = chosen.filter(({ call }) => call !== row.call)
      change({ chosen: others.length < chosen.length ? others : [...others, row].slice(-2) })
    },
    async exportActivity(format: 'csv' | 'jsonl'): Promise<void> {
      const done = await ask('activity.export', { format, ...filterOf(get().activity) })
      if (done?.file) set({ exported: { file: done.file, rows: done.rows } })
    },
  }
}

const pagesOf = ({ first, last }: { first: number; last: number }): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

function filterOf({ search, skill, state }: Activity): ActivityFilter {
  const trimmed = search.trim()
  return { ...(trimmed && { search: trimmed }), ...(skill && { skill }), ...(state && { state }) }
}
