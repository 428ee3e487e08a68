import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fact } from '#shared/facts'
import { makeSkillReader, type SkillReader } from './read-once.ts'
import { type FoundTool, loadRegistry, type SkillRegistry, type SkillSource } from './skill-registry.ts'
import type { Standing } from './stand-installed.ts'
import { storeIn, sweepStore } from './store.ts'
import { foldTrust, isTrustFact, type TrustState } from './trust-book.ts'
import { watchFolders } from './watch-folders.ts'

/**
 * The current registry. It is rebuilt after a change to a folder or a decision; only changed folders are read again.
 */
export interface LiveRegistry {
  current(): SkillRegistry
  book(): TrustState
  /** Checks the skill's folders first, so that a changed tool is never called as what it was. */
  find(name: string): Promise<FoundTool>
  restock(): Promise<void>
  /** True if the registry must be rebuilt after this fact. */
  take(fact: Fact): boolean
  close(): void
}

export interface LiveRegistryOptions {
  home: string
  sources: readonly SkillSource[]
  searchPath: string[]
  facts: readonly Fact[]
  scripts(): Standing['scripts']
  keys(): readonly string[]
  /** The skills have changed. */
  changed(): void
  failed(error: unknown): void
  watch?: boolean
  /** Deletes the copies of skills that are no longer trusted; only for the owner of the home. */
  sweep?: boolean
  withoutInstalled?: boolean
  read?: SkillReader
}

/** Where installed skills are; the person may edit them there. */
function installedIn(home: string): string {
  return join(home, 'skills')
}

function listAllSources(sources: readonly SkillSource[], home: string): SkillSource[] {
  return [...sources, { path: installedIn(home), origin: 'installed' }]
}

export async function openRegistry(options: LiveRegistryOptions): Promise<LiveRegistry> {
  const { home, searchPath, scripts, keys, changed, read = makeSkillReader() } = options
  const store = storeIn(home)
  const sources = options.withoutInstalled ? [...options.sources] : listAllSources(options.sources, home)
  let book = foldTrust(options.facts)
  // What cannot be deleted now is harmless; the next start tries again.
  if (options.sweep) await sweepStore(store, new Set(book.trusted.values())).catch(() => undefined)
  const stock = () => loadRegistry(sources, searchPath, { book, store, scripts: scripts(), keys: keys() }, read)
  let registry = await stock()
  let seen = summarize(registry)
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null

  const readAnew = async () => {
    waiting = null
    registry = await stock()
    const now = summarize(registry)
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
    // On a full disk nothing can be watched, but folders are checked before each call.
    await mkdir(installedIn(home), { recursive: true, mode: 0o700 }).catch(() => undefined)
    const named = registry.skills.filter(({ origin }) => origin === 'named')
    const dirs = [installedIn(home), ...named.map(({ dir }) => dir)]
    stopWatching = watchFolders(dirs, () => void restock().catch(options.failed))
  }
  return {
    current: () => registry,
    book: () => book,
    find: async (name) => {
      const found = registry.find(name)
      if (!found.skill || (await registry.isFresh(found.skill))) return found
      await restock()
      return registry.find(name)
    },
    restock,
    take: (fact) => {
      if (isTrustFact(fact)) book = foldTrust([fact], book)
      return isTrustFact(fact) || (fact.type === 'setting.changed' && /^(?:scripts|trustedKeys)$/.test(fact.name))
    },
    close: () => stopWatching(),
  }
}

/** Everything in a registry that somebody could see or use. */
function summarize({ skills, diagnostics }: SkillRegistry): string {
  return JSON.stringify([
    skills.map(({ tools, ...skill }) => [skill, tools.map(({ modelName }) => modelName)]),
    diagnostics,
  ])
}
