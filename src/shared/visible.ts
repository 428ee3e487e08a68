/** Shows as nothing or as a plain space, or reorders what stands around it; a lone surrogate is executed as something else. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]--[ ]]/v

/** Without what ordinary text holds: line breaks, tabs, wide spaces, and the joiners inside an emoji. */
const DECEPTIVE = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n\r\u200d\ufe0e\ufe0f]]/v

const EVERY_UNSEEN = new RegExp(`\\\\|${UNSEEN.source}`, 'gv')

const SHORT: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text)
}

/** Whether the text holds characters that only serve to mislead whoever reads it. */
export function isDeceptive(text: string): boolean {
  return DECEPTIVE.test(text)
}

/** Writes what cannot be seen as escapes. Where `hidden` is true a backslash is doubled, so that the text stays unambiguous. */
export function toVisible(text: string): { text: string; hidden: boolean } {
  if (!hasUnseen(text)) return { text, hidden: false }
  return { text: text.replace(EVERY_UNSEEN, escapeCharacter), hidden: true }
}

function escapeCharacter(character: string): string {
  return SHORT[character] ?? `\\u{${(character.codePointAt(0) as number).toString(16).toUpperCase()}}`
}
