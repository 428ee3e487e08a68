/** A range of characters in a text. */
export interface Hit {
  start: number
  end: number
}

const MOST = 1000
const IN_WORD = /[\p{L}\p{N}\p{Co}]/u
/** Chinese and Japanese have no spaces between words, so one can begin and end anywhere. */
const UNSPACED = '\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}'
const RUNS = new RegExp(`[${UNSPACED}]+`, 'gu')
const IN_SPACED_WORD = new RegExp(`(?![${UNSPACED}])${IN_WORD.source}`, 'u')

/** With each character of Chinese and Japanese as a word of its own. */
export const spaceOut = (text: string): string => text.replace(RUNS, (run) => ` ${[...run].join(' ')} `)

/**
 * Where a text matches what was typed: the whole phrase if it occurs, otherwise all of its words. A match starts at the
 * beginning of a word and ignores case and accents, as the index does.
 */
export function findHits(text: string, typed: string): Hit[] {
  const words = typed
    .trim()
    .split(/\s+/)
    .filter((word) => IN_WORD.test(word))
    .map((word) => fold(word).text)
  if (words.length === 0) return []
  const folded = fold(text)
  const whole = placesOf(folded, words.join(' '))
  if (whole.length > 0) return whole
  const places = words.map((word) => placesOf(folded, word))
  if (places.some((found) => found.length === 0)) return []
  return withoutOverlap(places.flat().toSorted((a, b) => a.start - b.start || b.end - a.end))
}

interface Folded {
  text: string
  /** The original position of each character and of the end; null if nothing moved. */
  places: number[] | null
}

function placesOf({ text, places }: Folded, wanted: string): Hit[] {
  const found: Hit[] = []
  const beginsWord = IN_SPACED_WORD.test(String.fromCodePoint(wanted.codePointAt(0) ?? 0))
  for (let at = text.indexOf(wanted); at !== -1 && found.length < MOST; at = text.indexOf(wanted, at + 1)) {
    if (beginsWord && isInWord(text, at - 1)) continue
    const end = at + wanted.length
    found.push({ start: places?.[at] ?? at, end: places?.[end] ?? end })
    at = end - 1
  }
  return found
}

function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  // The second half of a surrogate pair.
  const isHalf = code >= 0xdc00 && code <= 0xdfff
  return at >= 0 && IN_SPACED_WORD.test(isHalf ? text.slice(at - 1, at + 1) : text.charAt(at))
}

/** Lower case without accents, with every white space as a plain space. */
function fold(text: string): Folded {
  let isMoved = false
  const lower = text.toLowerCase()
  const folded = lower.replace(/[^ -~]/gu, (character) => {
    const plain = foldCharacter(character)
    isMoved ||= plain.length !== character.length
    return plain
  })
  return isMoved || lower.length !== text.length ? foldWithPlaces(text) : { text: folded, places: null }
}

function foldWithPlaces(text: string): Folded {
  const places: number[] = []
  const pieces: string[] = []
  let at = 0
  for (const character of text) {
    const plain = foldCharacter(character)
    for (let half = 0; half < plain.length; half++) places.push(at)
    pieces.push(plain)
    at += character.length
  }
  places.push(at)
  return { text: pieces.join(''), places }
}

/** A cache: a text uses few different characters. */
const known = new Map<string, string>()

function foldCharacter(character: string): string {
  const before = known.get(character)
  if (before !== undefined) return before
  const bare = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const plain = bare !== '' && bare.trim() === '' ? ' ' : bare
  if (known.size < 5000) known.set(character, plain)
  return plain
}

function withoutOverlap(hits: readonly Hit[]): Hit[] {
  const apart: Hit[] = []
  for (const hit of hits) if (hit.start >= (apart.at(-1)?.end ?? 0)) apart.push(hit)
  return apart.slice(0, MOST)
}
