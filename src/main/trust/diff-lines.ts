const CONTEXT = 3
/** Beyond this many changed lines a diff is no help, and takes its square in time. */
const MOST_CHANGES = 1500

export interface Line {
  sign: ' ' | '-' | '+'
  text: string
}

/** What changed, as `diff -u` writes it, without the names of the files. Null where nearly everything did. */
export function diffLines(before: string, after: string): string[] | null {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  const most = Math.min(old.length, now.length) - head
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const changed = findEdits(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  if (!changed) return null
  const same = (lines: string[]): Line[] => lines.map((text) => ({ sign: ' ', text }))
  return cutHunks([...same(old.slice(0, head)), ...changed, ...same(old.slice(old.length - tail))])
}

/** The shortest way from one to the other, by the greedy algorithm of Myers; null where it is too long. */
export function findEdits(old: string[], now: string[]): Line[] | null {
  const most = Math.min(old.length + now.length, MOST_CHANGES)
  const reached = new Int32Array(2 * most + 3)
  const steps: Int32Array[] = []
  for (let edits = 0; edits <= most; edits += 1) {
    steps.push(reached.slice())
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = most + 1 + diagonal
      const isDown = diagonal === -edits || (diagonal !== edits && valueAt(reached, at - 1) < valueAt(reached, at + 1))
      let x = isDown ? valueAt(reached, at + 1) : valueAt(reached, at - 1) + 1
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1
      reached[at] = x
      if (x >= old.length && x - diagonal >= now.length) return walkBack(old, now, steps, most + 1)
    }
  }
  return null
}

function walkBack(old: string[], now: string[], steps: Int32Array[], middle: number): Line[] {
  const lines: Line[] = []
  let [x, y] = [old.length, now.length]
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const reached = steps[edits] as Int32Array
    const at = middle + x - y
    const isDown = x - y === -edits || (x - y !== edits && valueAt(reached, at - 1) < valueAt(reached, at + 1))
    const fromX = edits === 0 ? 0 : isDown ? valueAt(reached, at + 1) : valueAt(reached, at - 1)
    const fromY = edits === 0 ? 0 : fromX - (isDown ? x - y + 1 : x - y - 1)
    while (x > fromX && y > fromY) {
      lines.push({ sign: ' ', text: old[x - 1] ?? '' })
      x -= 1
      y -= 1
    }
    if (edits > 0) lines.push(isDown ? { sign: '+', text: now[fromY] ?? '' } : { sign: '-', text: old[fromX] ?? '' })
    ;[x, y] = [fromX, fromY]
  }
  return lines.reverse()
}

function valueAt(numbers: Int32Array, index: number): number {
  return numbers[index] as number
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
