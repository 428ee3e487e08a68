import { diffArrays } from 'diff'

const CONTEXT = 3
/** With more changed lines a diff does not help, and its time grows with their square. */
const MOST_CHANGES = 1500

export interface Line {
  sign: ' ' | '-' | '+'
  text: string
}

/** The changes in the format of `diff -u` without file names. Null if nearly everything changed. */
export function diffLines(before: string, after: string): string[] | null {
  const edits = findEdits(before.split('\n'), after.split('\n'))
  return edits && cutHunks(edits)
}

/** The fewest edits from one to the other; null if there are too many. */
export function findEdits(old: string[], now: string[]): Line[] | null {
  const changes = diffArrays(old, now, { maxEditLength: MOST_CHANGES })
  if (!changes) return null
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): Line => ({ sign: removed ? '-' : added ? '+' : ' ', text })),
  )
}

function cutHunks(lines: Line[]): string[] {
  const isShown = lines.map(() => false)
  for (const [index, { sign }] of lines.entries()) {
    if (sign !== ' ') isShown.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1)
  }
  const written: string[] = []
  let [oldAt, nowAt] = [1, 1]
  for (const [index, { sign, text }] of lines.entries()) {
    if (isShown[index] && !isShown[index - 1]) written.push(`@@ -${oldAt} +${nowAt} @@`)
    if (isShown[index]) written.push(`${sign}${text}`)
    if (sign !== '+') oldAt += 1
    if (sign !== '-') nowAt += 1
  }
  return written
}
