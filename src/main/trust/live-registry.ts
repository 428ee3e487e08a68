import { type FSWatcher, watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChosenInterpreters, INTERPRETER_TITLES } from '#main/launchers/find-interpreters'
import type { Fact } from '#shared/facts'
import { makeQueue } from '#shared/queue'
import type { TrustContext } from './decide-skill.ts'
import { makeSkillReader, type SkillReader } from './read-once.ts'
import { type FoundTool, loadRegistry, type SkillRegistry, type SkillSource } from './skill-registry.ts'
import { storeIn, sweepStore } from './store.ts'
import { foldTrust, isTrustFact } from './trust-state.ts'

export interface LiveRegistryOptions {
  home: string
  sources: readonly SkillSource[]
  searchPath: string[]
  facts: readonly Fact[]
  scripts(): TrustContext['scripts']
  keys(): readonly string[]
  interpreters?(): ChosenInterpreters
  changed(): void
  failed(error: unknown): void
  watch?: boolean
  /** Deletes the copies of skills that are no longer trusted; only for the owner of the home. */
  sweep?: boolean
  withoutInstalled?: boolean
  read?: SkillReader
}

/** Settings that decide which tools are offered. */
const RESTOCKS: ReadonlySet<string> = new Set(['scripts', 'trustedKeys', ...Object.keys(INTERPRETER_TITLES)])

export type LiveRegistry = Awaited<ReturnType<typeof openRegistry>>

/**
 * The current registry. It is rebuilt after a change to a folder or a decision; only changed folders are read again.
 */
export async function openRegistry(options: LiveRegistryOptions) {
  const { home, searchPath, scripts, keys, interpreters, changed, read = makeSkillReader() } = options
  const store = storeIn(home)
  // The person may edit them there.
  const installed = join(home, 'skills')
  const sources = [...options.sources]
  if (!options.withoutInstalled) sources.push({ path: installed, origin: 'installed' })
  let book = foldTrust(options.facts)
  const needed = new Set([...book.values()].map(({ trusted = '' }) => trusted))
  // What cannot be deleted now is harmless; the next start tries again.
  if (options.sweep) await sweepStore(store, needed).catch(() => undefined)
  const stock = () => {
    const settings = { scripts: scripts(), keys: keys(), ...(interpreters && { interpreters: interpreters() }) }
    return loadRegistry(sources, searchPath, { book, store, ...settings }, read)
  }
  let registry = await stock()
  let seen = summarize(registry)
  const inTurn = makeQueue()
  let waiting: Promise<void> | null = null

  const readAgain = async () => {
    waiting = null
    registry = await stock()
    const now = summarize(registry)
    if (now === seen) return
    seen = now
    changed()
  }
  const restock = (): Promise<void> => {
    waiting ??= inTurn(readAgain)
    return waiting
  }

  let close = () => {}
  if (options.watch) {
    // On a full disk nothing can be watched, but folders are checked before each call.
    await mkdir(installed, { recursive: true, mode: 0o700 }).catch(() => undefined)
    const named = registry.skills.filter(({ origin }) => origin === 'named')
    close = watchFolders([installed, ...named.map(({ dir }) => dir)], () => void restock().catch(options.failed))
  }
  return {
    current: () => registry,
    book: () => book,
    /** Checks the skill's folders first, so that a changed tool is never called as what it was. */
    async find(name: string): Promise<FoundTool> {
      const found = registry.find(name)
      if (!found.skill || (await registry.isFresh(found.skill))) return found
      await restock()
      return registry.find(name)
    },
    restock,
    /** True if the registry must be rebuilt after this fact. */
    take(fact: Fact): boolean {
      if (isTrustFact(fact)) book = foldTrust([fact], book)
      return isTrustFact(fact) || (fact.type === 'setting.changed' && RESTOCKS.has(fact.name))
    },
    close,
  }
}

/** Everything in a registry that somebody could see or use. */
function summarize({ skills, diagnostics }: SkillRegistry): string {
  return JSON.stringify([
    skills.map(({ tools, ...skill }) => [skill, tools.map(({ modelName }) => modelName)]),
    diagnostics,
  ])
}

/** An editor writes a file in several steps, which are reported once. */
const SETTLE_MS = 100

/**
 * Reports changes in folders, sometimes late and sometimes not at all, so anything important is checked before it is
 * used.
 */
export function watchFolders(dirs: readonly string[], changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | null = null
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = null
      for (const dir of dirs) open(dir)
      changed()
    }, SETTLE_MS).unref()
  }
  const drop = (dir: string) => {
    watchers.get(dir)?.close()
    watchers.delete(dir)
  }
  const open = (dir: string) => {
    if (watchers.has(dir)) return
    try {
      const watcher = watch(dir, { recursive: true, persistent: false }, tell)
      watchers.set(dir, watcher)
      watcher.on('error', () => {
        drop(dir)
        tell()
      })
    } catch {
      // It is missing or cannot be watched; it is still checked before each use.
      drop(dir)
    }
  }
  for (const dir of dirs) open(dir)
  return () => {
    if (timer) clearTimeout(timer)
    for (const dir of dirs) drop(dir)
  }
}
