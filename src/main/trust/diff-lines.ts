import { diffArrays, structuredPatch } from 'diff'

const CONTEXT = 3
/** With more changed lines a diff does not help, and its time grows with their square. */
const MOST_CHANGES = 1500

export interface Line {
  sign: ' ' | '-' | '+'
  text: string
}

/** Changes that are near each other, with the lines around them; each line begins with its sign. */
export interface Hunk {
  oldStart: number
  newStart: number
  lines: string[]
}

/** The changes in the format of `diff -u` without file names. Null if nearly everything changed. */
export function diffLines(before: string, after: string): string[] | null {
  const hunks = findHunks(before.split('\n'), after.split('\n'), CONTEXT)
  return hunks?.flatMap(({ oldStart, newStart, lines }) => [`@@ -${oldStart} +${newStart} @@`, ...lines]) ?? null
}

/** Null if there are too many changes. */
export function findHunks(old: readonly string[], now: readonly string[], context: number): Hunk[] | null {
  const [before, after] = [old, now].map((lines) => lines.map((line) => `${line}\n`).join('')) as [string, string]
  const options = { context, maxEditLength: MOST_CHANGES }
  return structuredPatch('', '', before, after, undefined, undefined, options)?.hunks ?? null
}

/** The fewest edits from one to the other; null if there are too many. */
export function findEdits(old: string[], now: string[]): Line[] | null {
  const changes = diffArrays(old, now, { maxEditLength: MOST_CHANGES })
  if (!changes) return null
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): Line => ({ sign: removed ? '-' : added ? '+' : ' ', text })),
  )
}
