import { isDeceptive, toVisible } from '#shared/visible'

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a colour starts
const COLOUR = /\u001b\[[\d;:]*m/g

/** Text of many lines as it may be shown: line breaks and tabs work, whatever else hides or misleads is spelled out. */
export function visibleLines(text: string): string {
  if (!isDeceptive(text)) return text
  return text
    .split(/([\n\t])/)
    .map((piece) => (isDeceptive(piece) ? toVisible(piece).text : piece))
    .join('')
}

/** What a program printed, without its colours. A line that was drawn over and over shows each of its states. */
export function plainOutput(raw: string): string {
  return raw.replace(COLOUR, '').replace(/\r+\n/g, '\n').replace(/\r/g, '\\r\n')
}
