/** Shows as nothing or as a plain space, or reorders what stands around it; a lone surrogate is executed as something else. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]--[ ]]/v

/** Without what ordinary text holds: line breaks, tabs, wide spaces, and the joiners inside an emoji. */
const DECEPTIVE = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n\r\u200d\ufe0e\ufe0f]]/v

/** More marks on one letter than any script sets: they are drawn over the lines above and below it. */
const HEAP = /[\p{Mn}\p{Me}]{6}/u
const MARK = /[\p{Mn}\p{Me}]/u

const EVERY_UNSEEN = new RegExp(`\\\\|${UNSEEN.source}`, 'gv')
const EVERY_UNSEEN_OR_MARK = new RegExp(`${EVERY_UNSEEN.source}|${MARK.source}`, 'gv')

const SHORT: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text) || HEAP.test(text)
}

/** Of each character of this text: whether it has to be written as an escape. */
export function findUnseen(text: string): (character: string) => boolean {
  return HEAP.test(text) ? (character) => hasUnseen(character) || MARK.test(character) : hasUnseen
}

/** Whether the text holds characters that only serve to mislead whoever reads it. */
export function isDeceptive(text: string): boolean {
  return DECEPTIVE.test(text) || HEAP.test(text)
}

/** Writes what cannot be seen as escapes. Where `hidden` is true a backslash is doubled, so that the text stays unambiguous. */
export function toVisible(text: string): { text: string; hidden: boolean } {
  if (!hasUnseen(text)) return { text, hidden: false }
  return { text: text.replace(HEAP.test(text) ? EVERY_UNSEEN_OR_MARK : EVERY_UNSEEN, escapeCharacter), hidden: true }
}

/** Text of many lines as it may be shown: line breaks and tabs work, whatever else hides or misleads is spelled out. */
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
