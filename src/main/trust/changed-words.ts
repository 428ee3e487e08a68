import { diffArrays } from 'diff'
import type { ChangedWords } from '#shared/changed-words'
import { isDeceptive } from '#shared/visible'

/** Beyond these, whole lines differ: marks would take long to find and longer to read. */
const MOST_PAIRS = 200
const LONGEST_LINE = 500
const MOST_CHANGES = 60

type Ranges = ChangedWords[number]

/** Made for the first diff, because it takes 10 ms and most starts show none. */
let words: Intl.Segmenter | undefined

/** The words that differ between each removed line and the added line that took its place, in the format of `diff -u`. */
export function findChangedWords(diff: readonly string[]): ChangedWords | null {
  const found: ChangedWords = {}
  for (const [removed, added] of pairLines(diff).slice(0, MOST_PAIRS)) {
    const ranges = compareLines(diff[removed] ?? '', diff[added] ?? '')
    if (ranges && ranges.old.length > 0) found[removed] = ranges.old
    if (ranges && ranges.now.length > 0) found[added] = ranges.now
  }
  return Object.keys(found).length > 0 ? found : null
}

function pairLines(diff: readonly string[]): [removed: number, added: number][] {
  const pairs: [number, number][] = []
  for (let at = 0; at < diff.length; ) {
    const removed = countFrom(diff, at, '-')
    const added = countFrom(diff, at + removed, '+')
    for (let n = 0; n < Math.min(removed, added); n += 1) pairs.push([at + n, at + removed + n])
    at += Math.max(1, removed + added)
  }
  return pairs
}

function countFrom(diff: readonly string[], start: number, sign: '-' | '+'): number {
  let at = start
  while (diff[at]?.startsWith(sign)) at += 1
  return at - start
}

/** Null if the lines have little in common, or cannot be taken apart: escapes are written for a whole line. */
function compareLines(removed: string, added: string): { old: Ranges; now: Ranges } | null {
  if (Math.max(removed.length, added.length) > LONGEST_LINE || isDeceptive(removed) || isDeceptive(added)) return null
  const [old, now] = [splitWords(removed.slice(1)), splitWords(added.slice(1))]
  const changes = diffArrays(old, now, { maxEditLength: MOST_CHANGES })
  if (!changes) return null
  const ranges: { old: Ranges; now: Ranges } = { old: [], now: [] }
  // After the sign.
  let [oldAt, nowAt, inCommon] = [1, 1, 0]
  for (const { value, ...change } of changes) {
    const text = value.join('')
    if (change.removed) add(ranges.old, oldAt, oldAt + text.length, removed)
    if (change.added) add(ranges.now, nowAt, nowAt + text.length, added)
    if (!change.removed && !change.added) inCommon += countInk(text)
    if (!change.added) oldAt += text.length
    if (!change.removed) nowAt += text.length
  }
  const shorter = Math.min(countInk(removed), countInk(added)) - 1
  if (inCommon === 0 || inCommon * 2 < shorter) return null
  return { old: ranges.old.map((range) => trim(range, removed)), now: ranges.now.map((range) => trim(range, added)) }
}

function splitWords(text: string): string[] {
  words ??= new Intl.Segmenter('en', { granularity: 'word' })
  return Array.from(words.segment(text), ({ segment }) => segment)
}

/** Without the space around the words, unless only space changed. */
function trim([from, to]: Ranges[number], line: string): Ranges[number] {
  const text = line.slice(from, to)
  if (text.trim() === '') return [from, to]
  return [to - text.trimStart().length, from + text.trimEnd().length]
}

const countInk = (text: string) => text.replace(/\s/g, '').length

/** Changed words with nothing but space between them are one change. */
function add(ranges: Ranges, from: number, to: number, line: string): void {
  const last = ranges.at(-1)
  if (last && line.slice(last[1], from).trim() === '') last[1] = to
  else ranges.push([from, to])
}
