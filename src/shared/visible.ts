/**
 * Looks like nothing or like a space, or reorders the text around it. A lone surrogate changes when it is passed on.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]--[ ]]/v

/** Excludes what ordinary text contains: line breaks, tabs, wide spaces, and joiners in emoji. */
const DECEPTIVE = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n\r\u200d\ufe0e\ufe0f]]/v

/** More marks on one letter than any script uses; they are drawn over neighbouring lines. */
const HEAP = /[\p{Mn}\p{Me}]{6}/u
const MARK = /[\p{Mn}\p{Me}]/u

const EVERY_UNSEEN = new RegExp(`\\\\|${UNSEEN.source}`, 'gv')
const EVERY_UNSEEN_OR_MARK = new RegExp(`${EVERY_UNSEEN.source}|${MARK.source}`, 'gv')

const SHORT: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

export const hasUnseen = (text: string): boolean => UNSEEN.test(text) || HEAP.test(text)

/** Tells for each character of this text whether it must be written as an escape. */
export function findUnseen(text: string): (character: string) => boolean {
  return HEAP.test(text) ? (character) => hasUnseen(character) || MARK.test(character) : hasUnseen
}

/** Whether a text contains characters that only mislead the reader. */
export const isDeceptive = (text: string): boolean => DECEPTIVE.test(text) || HEAP.test(text)

/**
 * Writes invisible characters as escapes. If `hidden` is true, backslashes are doubled so the text stays unambiguous.
 */
export function toVisible(text: string): { text: string; hidden: boolean } {
  if (!hasUnseen(text)) return { text, hidden: false }
  return { text: text.replace(HEAP.test(text) ? EVERY_UNSEEN_OR_MARK : EVERY_UNSEEN, escapeCharacter), hidden: true }
}

/** For text of several lines: keeps line breaks and tabs and spells out everything else that hides or misleads. */
export function toVisibleLines(text: string): string {
  if (!isDeceptive(text)) return text
  return text
    .split(/([\n\t])/)
    .map((piece) => (isDeceptive(piece) ? toVisible(piece).text : piece))
    .join('')
}

function escapeCharacter(character: string): string {
  return SHORT[character] ?? `\\u{${(character.codePointAt(0) as number).toString(16).toUpperCase()}}`
}
