export interface LineChange {
  kind: 'same' | 'removed' | 'added'
  line: string
}

/** Above this, the middle that differs is shown as removed and added whole. */
const MOST_CELLS = 4_000_000

/** Which lines make one text into the other, with as few changes as there can be. */
export function diffLines(before: string, after: string): LineChange[] {
  const [was, is] = [splitLines(before), splitLines(after)]
  let start = 0
  while (start < was.length && start < is.length && was[start] === is[start]) start++
  let end = 0
  const most = Math.min(was.length, is.length) - start
  while (end < most && was.at(-1 - end) === is.at(-1 - end)) end++
  return [
    ...mark('same', was.slice(0, start)),
    ...diffMiddle(was.slice(start, was.length - end), is.slice(start, is.length - end)),
    ...mark('same', was.slice(was.length - end)),
  ]
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function mark(kind: LineChange['kind'], lines: readonly string[]): LineChange[] {
  return lines.map((line) => ({ kind, line }))
}

function diffMiddle(was: readonly string[], is: readonly string[]): LineChange[] {
  const width = is.length + 1
  if (was.length === 0 || is.length === 0 || was.length * is.length > MOST_CELLS) {
    return [...mark('removed', was), ...mark('added', is)]
  }
  // How many lines the rests have in common, from each pair of places on.
  const common = new Uint32Array((was.length + 1) * width)
  const at = (a: number, b: number) => common[a * width + b] ?? 0
  for (let a = was.length - 1; a >= 0; a--) {
    for (let b = is.length - 1; b >= 0; b--) {
      common[a * width + b] = was[a] === is[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1))
    }
  }
  const changes: LineChange[] = []
  let [a, b] = [0, 0]
  while (a < was.length || b < is.length) {
    if (a < was.length && b < is.length && was[a] === is[b]) {
      changes.push({ kind: 'same', line: was[a++] as string })
      b++
    } else if (b >= is.length || (a < was.length && at(a + 1, b) >= at(a, b + 1))) {
      changes.push({ kind: 'removed', line: was[a++] as string })
    } else changes.push({ kind: 'added', line: is[b++] as string })
  }
  return changes
}
