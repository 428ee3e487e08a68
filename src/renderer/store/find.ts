import type { Context } from './state.ts'

export interface Find {
  typed: string
  /** Messages that match, newest first, with their number of matches. */
  hits: readonly { seq: number; count: number }[]
  /** The current match, counted over all messages. */
  at: number
  /** Where the next page of matches starts; undefined if there is none. */
  next: number | undefined
  isSearched: boolean
  /** How often it was requested while it was open. */
  asked: number
}

const PAGE = 200
const READING_MS = 50
const nothing: Find = { typed: '', hits: [], at: 0, next: undefined, isSearched: false, asked: 0 }

/** Steps through matches in the visible chat, newest first, and loads earlier pages as needed. */
export function makeFind({ get, set, ask, ports }: Context) {
  /** The current search; null if it was replaced or the chat changed. */
  const current = (chat: string, typed: string): Find | null => {
    const { find, open } = get()
    return find !== null && open === chat && find.typed === typed ? find : null
  }

  async function readPage(chat: string, typed: string, before?: number): Promise<Find | null> {
    const page = await ask('chat.search', { chat, text: typed, limit: PAGE, ...(before !== undefined && { before }) })
    const find = current(chat, typed)
    if (!page || !find) return null
    // Matches in other versions are not visible.
    const seen = page.found.filter(({ beside }) => beside === undefined)
    const hits = [...(before === undefined ? [] : find.hits), ...seen.map(({ seq, count }) => ({ seq, count }))]
    const next = page.more ? page.found.at(-1)?.seq : undefined
    const read: Find = { ...find, hits, at: before === undefined ? 0 : find.at, next, isSearched: true }
    set({ find: read })
    return read
  }

  async function goTo(chat: string, find: Find): Promise<void> {
    set({ find })
    const place = placeOf(find)
    if (!place) return
    const isWanted = () => get().open === chat && get().find === find
    await get().readEarlier(place.seq)
    // Scrolling may already be loading a page.
    while (isWanted() && get().earlier?.isReading && (get().earlier?.before ?? 0) > place.seq) {
      await new Promise<void>((again) => void ports.later(() => again(), READING_MS))
      await get().readEarlier(place.seq)
    }
    if (isWanted()) set({ target: place.seq })
  }

  return {
    find: null as Find | null,
    openFind(): void {
      if (get().open === null) get().openSearch()
      else set(({ find }) => ({ view: 'chat', find: find ? { ...find, asked: find.asked + 1 } : nothing }))
    },
    closeFind: (): void => set({ find: null }),
    async findText(typed: string): Promise<void> {
      const { find, open } = get()
      if (!find || open === null || find.typed === typed) return
      set({ find: { ...find, typed, isSearched: false } })
      if (typed.trim() === '') {
        set({ find: { ...nothing, typed, asked: find.asked } })
        return
      }
      const read = await readPage(open, typed)
      if (read) await goTo(open, read)
    },
    /** 1: an older match, -1: a newer one. */
    async stepFind(by: 1 | -1): Promise<void> {
      const { find, open } = get()
      if (!find || open === null || find.hits.length === 0) return
      let now = find
      while (now.at + by >= countPlaces(now) && now.next !== undefined) {
        const read = await readPage(open, now.typed, now.next)
        if (!read) return
        now = read
      }
      const count = countPlaces(now)
      await goTo(open, { ...now, at: (now.at + by + count) % count })
    },
  }
}

export const countPlaces = ({ hits }: Find): number => hits.reduce((sum, { count }) => sum + count, 0)

/** The message of the current match, and the match's number in it, counted from its end. */
export function placeOf({ hits, at }: Find): { seq: number; fromEnd: number } | null {
  let left = at
  for (const { seq, count } of hits) {
    if (left < count) return { seq, fromEnd: left }
    left -= count
  }
  return null
}
