import type { Json } from '#shared/json'

const DEEPEST = 64

/**
 * Reads a text that consists only of JSON objects and arrays, separated by white space, commas or semicolons. Null for
 * any other text. Linear time.
 */
export function readJsonSequence(text: string): Json[] | null {
  const values: Json[] = []
  let at = 0
  while (at < text.length) {
    if (isBetween(text[at])) {
      at++
      continue
    }
    const end = findEnd(text, at)
    if (end === null) return null
    try {
      values.push(JSON.parse(text.slice(at, end)) as Json)
    } catch {
      return null
    }
    at = end
  }
  return values.length > 0 ? values : null
}

function isBetween(letter: string | undefined): boolean {
  return letter !== undefined && /[\s,;]/.test(letter)
}

/** The position after the bracket that closes the one at `start`. */
function findEnd(text: string, start: number): number | null {
  let depth = 0
  let isInString = false
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (isInString) {
      if (letter === '\\') at++
      else if (letter === '"') isInString = false
    } else if (letter === '"') isInString = true
    else if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') depth--
    if (depth === 0) return at === start ? null : at + 1
    if (depth > DEEPEST) return null
  }
  return null
}
