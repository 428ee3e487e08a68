import { toVisibleLines } from '#shared/visible'

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a colour starts
const COLOUR = /\u001b\[[\d;:]*m/g

/** Text of a model, a skill or a program, as it may be shown. */
export const visibleLines = toVisibleLines

/** What a program printed, without its colours. A line that was drawn over and over shows each of its states. */
export function plainOutput(raw: string): string {
  return raw.replace(COLOUR, '').replace(/\r+\n/g, '\n').replace(/\r/g, '\\r\n')
}
