import { embedTexts } from '#main/models/ollama/embed'
import type { OllamaState } from '#shared/requests/requests'

/** How similar each text is to the query, from -1 to 1; null if Ollama has no embedding model. */
export type CompareMeanings = (query: string, texts: readonly string[], signal: AbortSignal) => Promise<number[] | null>

/** Few enough vectors for one line of an answer. */
const AT_ONCE = 32
/** After this, words must do; finished vectors are kept for the next time. */
const LONGEST_MS = 30_000
const MOST_KEPT = 4000

export function makeMeanings(look: () => Promise<OllamaState>): CompareMeanings {
  const known = new Map<string, number[]>()

  return async (query, texts, signal) => {
    const ollama = await look()
    const models = ollama.state === 'ready' ? ollama.models : []
    const model = models.find(({ capabilities }) => capabilities?.includes('embedding'))?.name
    if (model === undefined) return null
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
    const [asDocument, asQuery] = prefixesOf(model)
    const keyOf = (text: string) => `${model}\n${text}`
    const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)))
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      const some = missing.slice(at, at + AT_ONCE)
      const embedded = await embedTexts(
        ollama.host,
        model,
        some.map((text) => asDocument + text),
        limit,
      )
      if (!embedded) return null
      for (const [index, text] of some.entries()) known.set(keyOf(text), embedded[index] ?? [])
    }
    const [wanted] = (await embedTexts(ollama.host, model, [asQuery + query], limit)) ?? []
    if (!wanted) return null
    const scores = texts.map((text) => compare(wanted, known.get(keyOf(text)) ?? []))
    if (known.size > MOST_KEPT) known.clear()
    return scores
  }
}

/** Nomic's models were trained with these prefixes. */
const prefixesOf = (model: string): [document: string, query: string] =>
  model.includes('nomic') ? ['search_document: ', 'search_query: '] : ['', '']

function compare(one: readonly number[], other: readonly number[]): number {
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return product(one, other) / (Math.sqrt(product(one, one) * product(other, other)) || 1)
}
