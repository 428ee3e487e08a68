import { type Message, message } from '#shared/messages/message'
import { toVisible } from '#shared/visible'

const MOST_LISTED = 40
const LONGEST_NAME = 80

/** Tells a model that called an unknown tool which ones exist, most similar first. */
export function explainNotOffered(tool: string, offered: Iterable<string>): Message {
  const names = nearestNames(tool, offered)
  const asked = toVisible(tool.slice(0, LONGEST_NAME)).text
  if (names.length === 0) return message('no-tool-at-all', { tool: asked })
  const list = names.slice(0, MOST_LISTED).join(', ')
  const count = names.length - MOST_LISTED
  const listed = count > 0 ? message('list-and-count-more', { list, count }) : list
  return message('tool-not-offered', { tool: asked, names: listed })
}

/** All names, most similar first. */
export function nearestNames(word: string, names: Iterable<string>): string[] {
  const wanted = pairsOf(word.slice(0, LONGEST_NAME))
  return [...names]
    .map((name) => ({ name, likeness: compare(wanted, pairsOf(name)) }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ name }) => name)
}

/** The share of letter pairs that two words have in common. */
function compare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size)
}

function pairsOf(word: string): Set<string> {
  const letters = word.toLowerCase()
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)))
}
