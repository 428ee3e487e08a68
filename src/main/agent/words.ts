const STOP = new Set(
  'a an the of to in on at is are am be been it its i me my we our you your he she they them their and or for with please can could would will shall should do does did have has had this that these those there here if so as by from than then just some any want need let lets tell give show how what whats which help hey hi thanks thank pls plz us im ive id dont cant s t m re ve ll d'.split(
    ' ',
  ),
)

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Lower-case words of any script. Splits camelCase and snake_case, and scripts without spaces into pairs. */
export function wordsOf(text: string): string[] {
  const spaced = text.normalize('NFKC').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const words = spaced.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word]))
}

export const isTelling = (word: string) => !STOP.has(word)

function pairsOf(word: string): string[] {
  const signs = [...word]
  return signs.length < 2 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`)
}

/** Removes the common English endings: plural, -ing, -ed, -ion. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  return dropEnding(dropPlural(word))
}

function dropPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

function dropEnding(word: string): string {
  const bare = word.replace(/(?<=.{3})(?:ing|ed)$/, '').replace(/(?<=.{4}[st])ion$/, '')
  const single = bare === word ? bare : bare.replace(/([bdgmnprt])\1$/, '$1')
  return single.length > 3 ? single.replace(/e$/, '') : single
}

/** One letter added, missing or changed, or two neighbours swapped. */
export function isOneSlipAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let ends = 0
  const most = Math.min(one.length, other.length) - start
  while (ends < most && one[one.length - 1 - ends] === other[other.length - 1 - ends]) ends++
  const left = one.slice(start, one.length - ends)
  const right = other.slice(start, other.length - ends)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
