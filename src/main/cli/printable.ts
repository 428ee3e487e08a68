import { type Message, textOf } from '#shared/messages/message'
import { isDeceptive, toVisible } from '#shared/visible'

/** Text of several lines for a terminal, without control characters, cursor movements or reordering marks. */
export function toPrintable(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  if (!isDeceptive(lines) && !lines.includes('\r')) return lines
  return Array.from(lines, escapeDeceptive).join('')
}

function escapeDeceptive(character: string): string {
  return character === '\r' || isDeceptive(character) ? toVisible(character).text : character
}

/** Text of one line for a terminal or a table. */
export function toLine(said: Message | string): string {
  const text = textOf(said)
  return toVisible(text).text
}
