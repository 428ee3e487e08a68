const MAX_WORDS = 32
const MAX_WORD_LENGTH = 128
/** What the index counts as part of a word. */
const HAS_WORD = /[\p{L}\p{N}\p{Co}]/u

/**
 * Turns typed words into an FTS5 query without any syntax: each word must match the beginning of a word. Null if there
 * are no words.
 */
export function toMatchQuery(typed: string): string | null {
  const words = typed
    .toWellFormed()
    .split(/[\s\0]+/u)
    .filter((word) => HAS_WORD.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => `"${word.slice(0, MAX_WORD_LENGTH).toWellFormed().replaceAll('"', ' ')}"*`)
  return words.length === 0 ? null : words.join(' ')
}
