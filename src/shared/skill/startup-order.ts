import type { Bootstrap } from './tool-code.ts'

export type Starting = Pick<Bootstrap, 'mode' | 'priority' | 'waitFor'> & { name: string }

/** `names`: what it waits for in vain. */
export interface Skipped {
  why: 'cycle' | 'missing' | 'failed'
  names: string[]
}

/** Tools that wait for each other, directly or through others: the path from one back to itself. */
export function findCycle(tools: readonly Pick<Starting, 'name' | 'waitFor'>[], from: string): string[] | null {
  const byName = new Map(tools.map((tool) => [tool.name, tool.waitFor]))
  const seen = new Set<string>()
  const walk = (way: readonly string[]): string[] | null => {
    for (const next of byName.get(way.at(-1) ?? '') ?? []) {
      if (next === from) return [...way]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk([...way, next])
      if (found) return found
    }
    return null
  }
  return walk([from])
}

export interface Progress {
  /** Completed or, for continuous tools, started. Includes Skillet's own scheduler. */
  ready: ReadonlySet<string>
  /** Failed or skipped. */
  lost: ReadonlySet<string>
}

/** The next tool to start, or those that never can: by priority, then by name. */
export function nextToStart<T extends Starting>(
  pending: readonly T[],
  { ready, lost }: Progress,
): { start: T } | { skip: T; because: Skipped } | null {
  const sorted = pending.toSorted((a, b) => b.priority - a.priority || (a.name < b.name ? -1 : 1))
  const names = new Set(pending.map(({ name }) => name))
  for (const tool of sorted) {
    const open = tool.waitFor.filter((name) => !ready.has(name))
    const failed = open.filter((name) => lost.has(name))
    const missing = open.filter((name) => !lost.has(name) && !names.has(name))
    if (missing.length > 0) return { skip: tool, because: { why: 'missing', names: missing } }
    if (failed.length > 0) return { skip: tool, because: { why: 'failed', names: failed } }
  }
  const start = sorted.find(({ waitFor }) => waitFor.every((name) => ready.has(name)))
  if (start) return { start }
  const skip = sorted.find(({ name }) => findCycle(pending, name) !== null)
  return skip ? { skip, because: { why: 'cycle', names: findCycle(pending, skip.name) ?? [] } } : null
}
