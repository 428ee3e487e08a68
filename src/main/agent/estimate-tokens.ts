/** Tokens per character: for the first of its kind in a row, and for each that follows. */
interface Cost {
  first: number
  next: number
}

const SPACE: Cost = { first: 0.125, next: 0.25 }
const NEWLINE: Cost = { first: 0.6, next: 0.3 }
const DIGIT: Cost = { first: 0.7, next: 0.5 }
const LOWER: Cost = { first: 0.7, next: 0.125 }
const UPPER: Cost = { first: 0.7, next: 0.3 }
const SIGN: Cost = { first: 0.6, next: 0.35 }
const ACCENTED: Cost = { first: 0.7, next: 0.45 }
const OTHER_ALPHABET: Cost = { first: 0.8, next: 0.5 }
const SYLLABLE: Cost = { first: 1, next: 1 }
const ASTRAL: Cost = { first: 2.5, next: 2.5 }

/** Estimates tokens by kind of character; `calibrate` learns the model's deviation. Grows with every character. */
export function estimateTokens(text: string): number {
  let sum = 0
  let before: Cost | undefined
  for (let at = 0; at < text.length; at++) {
    const cost = costOf(text.charCodeAt(at))
    // A capitalized word is one word.
    const goesOn = cost === before || (cost === LOWER && before === UPPER)
    sum += goesOn ? cost.next : cost.first
    before = cost
  }
  return Math.ceil(sum)
}

function costOf(code: number): Cost {
  if (code < 128) return ASCII[code] ?? SIGN
  if (code < 0x250) return ACCENTED
  if (code < 0x780) return OTHER_ALPHABET
  // A surrogate pair is one sign, counted at its first half; its second half counts a little, because the estimate must
  // grow.
  if (code >= 0xd800 && code <= 0xdbff) return ASTRAL
  if (code >= 0xdc00 && code <= 0xdfff) return SPACE
  return SYLLABLE
}

const ASCII = Array.from({ length: 128 }, (_, code): Cost => {
  const sign = String.fromCharCode(code)
  if (sign === ' ') return SPACE
  if (/\s/.test(sign)) return NEWLINE
  if (/\d/.test(sign)) return DIGIT
  if (/[a-z]/.test(sign)) return LOWER
  return /[A-Z]/.test(sign) ? UPPER : SIGN
})
