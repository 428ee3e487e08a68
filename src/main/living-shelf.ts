import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FoundTool, type Shelf, type SkillSource, stockShelf } from '#main/shelf'
import type { Standing } from '#main/trust/stand-installed'
import { storeIn, sweepStore } from '#main/trust/store'
import { foldTrust, isTrustFact, type TrustBook } from '#main/trust/trust-book'
import { watchFolders } from '#main/trust/watch-folders'
import type { Fact } from '#shared/facts'

/** The shelf as it is now: read anew when a folder or what the person decided has changed. */
export interface LivingShelf {
  current(): Shelf
  book(): TrustBook
  /** Looks at the folders of the skill first, so that nothing that was changed is called by what it was. */
  find(name: string): Promise<FoundTool>
  restock(): Promise<void>
  /** True where the shelf must be read anew for it. */
  take(fact: Fact): boolean
  close(): void
}

export interface LivingShelfOptions {
  home: string
  sources: readonly SkillSource[]
  searchPath: string[]
  facts: readonly Fact[]
  scripts(): Standing['scripts']
  /** The skills are others than before. */
  changed(): void
  failed(error: unknown): void
  watch?: boolean
}

/** Where installed skills lie; the person may edit them there. */
function installedIn(home: string): string {
  return join(home, 'skills')
}

export function listAllSources(sources: readonly SkillSource[], home: string): SkillSource[] {
  return [...sources, { path: installedIn(home), origin: 'installed' }]
}

export async function openShelf(options: LivingShelfOptions): Promise<LivingShelf> {
  const { home, searchPath, scripts, changed } = options
  const store = storeIn(home)
  const sources = listAllSources(options.sources, home)
  let book = foldTrust(options.facts)
  // What cannot be taken away now takes room and does nothing; it is tried again at the next start.
  await sweepStore(store, new Set(book.trusted.values())).catch(() => undefined)
  const stock = () => stockShelf(sources, searchPath, { book, store, scripts: scripts() })
  let shelf = await stock()
  let seen = summarize(shelf)
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null

  const readAnew = async () => {
    waiting = null
    shelf = await stock()
    const now = summarize(shelf)
    if (now === seen) return
    seen = now
    changed()
  }
  const restock = (): Promise<void> => {
    if (waiting) return waiting
    const next = last.then(readAnew)
    waiting = next
    last = next.catch(() => undefined)
    return next
  }

  let stopWatching = () => {}
  if (options.watch) {
    // On a full disk there is nothing to watch; what is there is looked at before each call.
    await mkdir(installedIn(home), { recursive: true, mode: 0o700 }).catch(() => undefined)
    const named = shelf.skills.filter(({ origin }) => origin === 'named')
    const dirs = [installedIn(home), ...named.map(({ dir }) => dir)]
    stopWatching = watchFolders(dirs, () => void restock().catch(options.failed))
  }
  return {
    current: () => shelf,
    book: () => book,
    find: async (name) => {
      const found = shelf.find(name)
      if (!found.skill || (await shelf.isFresh(found.skill))) return found
      await restock()
      return shelf.find(name)
    },
    restock,
    take: (fact) => {
      if (isTrustFact(fact)) book = foldTrust([fact], book)
      return isTrustFact(fact) || (fact.type === 'setting.changed' && fact.name === 'scripts')
    },
    close: () => stopWatching(),
  }
}

/** All of a shelf that somebody could see or use. */
function summarize({ skills, diagnostics }: Shelf): string {
  return JSON.stringify([
    skills.map(({ tools, ...skill }) => [skill, tools.map(({ modelName }) => modelName)]),
    diagnostics,
  ])
}
