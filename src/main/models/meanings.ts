import { talkTo } from '#main/models/ollama/talk-to'
import type { RecordQuery, RecordReply, RecordRequest } from '#shared/records'
import type { OllamaState } from '#shared/requests/requests'

/** How similar each text is to the query, from -1 to 1; null if Ollama has no embedding model. */
type CompareMeanings = (query: string, texts: readonly string[], signal: AbortSignal) => Promise<number[] | null>

/** Vectors for as many texts as there was time for; null if Ollama has no embedding model. */
type Embed = (
  kind: 'document' | 'query',
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<{ model: string; vectors: number[][] } | null>

/** Few enough vectors for one line of an answer. */
const AT_ONCE = 32
/** After this, words must do; finished vectors are kept for the next time. */
const LONGEST_MS = 30_000
const MOST_KEPT = 4000

/** Who waits for a model, so that texts are not read meanwhile. By default nobody does. */
export interface Readers {
  isFree(): boolean
  /** Resolves once nobody waits, with a signal that aborts when somebody does. */
  whenFree(stopping: AbortSignal): Promise<AbortSignal>
  /** Whether reading disturbs nothing else. */
  mayRead(): boolean
  closing: AbortSignal
}

const NOBODY: Readers = {
  isFree: () => true,
  whenFree: async (stopping) => stopping,
  mayRead: () => true,
  closing: new AbortController().signal,
}

export function makeMeanings(
  look: () => Promise<OllamaState>,
  { isFree, whenFree, mayRead, closing }: Readers = NOBODY,
): { embed: Embed; compareMeanings: CompareMeanings } {
  const known = new Map<string, number[]>()
  /** Servers on which the embedding model took the place of another; each further use would reload that one. */
  const tooSmall = new Set<string>()
  const unread = new Set<string>()
  let isReading = false

  const connect = async () => {
    const ollama = await look()
    const models = ollama.state === 'ready' && !tooSmall.has(ollama.host) ? ollama.models : []
    const model = models.find(({ capabilities }) => capabilities?.includes('embedding'))?.name
    const loaded = models.flatMap(({ name, isLoaded }) => (isLoaded && name !== model ? [name] : []))
    return model === undefined ? null : { host: ollama.host, model, loaded }
  }
  type Connection = NonNullable<Awaited<ReturnType<typeof connect>>>

  const keyOf = ({ model }: Connection, text: string) => `${model}\n${text}`

  async function embedIn(connection: Connection, ...[kind, texts, signal]: Parameters<Embed>) {
    const { host, model } = connection
    const prefix = model.includes('nomic') ? NOMIC[kind] : ''
    const vectors: number[][] = []
    for (let at = 0; at < texts.length && !tooSmall.has(host); at += AT_ONCE) {
      const some = texts.slice(at, at + AT_ONCE).map((text) => prefix + text)
      const embedded = await embedTexts(host, model, some, signal)
      await noteReplaced(connection)
      if (!embedded) break
      vectors.push(...embedded)
    }
    return vectors
  }
  const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])

  async function noteReplaced({ host, loaded }: Connection): Promise<void> {
    const now = loaded.length > 0 ? await look() : null
    if (now?.state !== 'ready' || now.host !== host) return
    const isThere = (name: string) => now.models.some((model) => model.name === name && model.isLoaded)
    if (!loaded.every(isThere)) tooSmall.add(host)
  }

  async function readTexts(connection: Connection, texts: readonly string[], signal: AbortSignal): Promise<boolean> {
    const vectors = await embedIn(connection, 'document', texts, signal)
    for (const [index, vector] of vectors.entries()) known.set(keyOf(connection, texts[index] ?? ''), vector)
    return vectors.length === texts.length
  }

  /** A few at a time, whenever nobody waits. */
  async function readLater(texts: readonly string[]): Promise<void> {
    for (const text of texts) unread.add(text)
    if (isReading) return
    isReading = true
    while (unread.size > 0) {
      const signal = await whenFree(closing)
      const connection = mayRead() && !closing.aborted ? await connect() : null
      const some = [...unread].slice(0, AT_ONCE)
      const isRead = connection && !signal.aborted && (await readTexts(connection, some, signal))
      // Otherwise the next search tries again.
      if (!connection || (!isRead && !signal.aborted)) unread.clear()
      if (isRead) for (const text of some) unread.delete(text)
    }
    isReading = false
  }

  return {
    embed: async (kind, texts, signal) => {
      const connection = await connect()
      if (!connection) return null
      return { model: connection.model, vectors: await embedIn(connection, kind, texts, limited(signal)) }
    },
    compareMeanings: async (query, texts, signal) => {
      const connection = await connect()
      if (!connection) return null
      const limit = limited(signal)
      const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(connection, text)))
      if (missing.length > 0 && !isFree()) {
        void readLater(missing)
        return null
      }
      if (!(await readTexts(connection, missing, limit))) return null
      const [wanted] = await embedIn(connection, 'query', [query], limit)
      if (!wanted) return null
      const scores = texts.map((text) => compare(wanted, known.get(keyOf(connection, text)) ?? []))
      if (known.size > MOST_KEPT) known.clear()
      return scores
    },
  }
}

/** Nomic's models were trained with these prefixes. */
const NOMIC = { document: 'search_document: ', query: 'search_query: ' } as const

function compare(one: readonly number[], other: readonly number[]): number {
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return product(one, other) / (Math.sqrt(product(one, one) * product(other, other)) || 1)
}

const PATIENCE = { firstByteMs: 60_000, betweenLinesMs: 60_000 }

/** A vector for each text; null if the server returns none. Never rejects. */
async function embedTexts(
  host: string,
  model: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number[][] | null> {
  const outcome = await talkTo(host, { patience: PATIENCE, model, signal }, (client) =>
    client.embed({ model, input: [...texts], truncate: true }),
  )
  const vectors: unknown = outcome.ok ? outcome.value.embeddings : null
  return Array.isArray(vectors) && vectors.length === texts.length && vectors.every(isVector) ? vectors : null
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number' && Number.isFinite(one))

type Records = (request: RecordRequest) => Promise<RecordReply>

/** How many records the model reads for one search; the rest are found by their words until later searches. */
const RECORDS_AT_ONCE = 256
/** A tool is waiting, so after this words must do. */
const LONGEST_SEARCH_MS = 20_000

export const withMeanings =
  (records: Records, embed: Embed): Records =>
  async (request) => {
    const { meaning = '', ...query } = request.do === 'search' ? request.query : { limit: 0 }
    if (meaning === '') return records(request)
    const [byWords, near] = await Promise.all([
      records({ do: 'search', query }),
      findNear(records, embed, meaning, query),
    ])
    if (near.length === 0 || !byWords.ok || !('found' in byWords)) return byWords
    const ids = new Set(near.map(({ id }) => id))
    const all = [...near, ...byWords.found.records.filter(({ id }) => !ids.has(id))]
    return { ok: true, found: { records: all.slice(0, query.limit), isMore: all.length > query.limit } }
  }

/** Nearest first; empty if Ollama has no embedding model. */
async function findNear(records: Records, embed: Embed, text: string, { schemas, tags, limit }: RecordQuery) {
  const signal = AbortSignal.timeout(LONGEST_SEARCH_MS)
  const asked = await embed('query', [text], signal)
  const [wanted] = asked?.vectors ?? []
  if (!asked || !wanted) return []
  const { model } = asked
  const filter = { ...(schemas && { schemas }), ...(tags && { tags }) }
  const listed = await records({ do: 'unembedded', model, query: { ...filter, limit: RECORDS_AT_ONCE } })
  const unread = listed.ok && 'unembedded' in listed ? listed.unembedded : []
  const texts = unread.map((each) => each.text)
  const read = texts.length > 0 ? await embed('document', texts, signal) : null
  if (read?.model === model) {
    const vectors = read.vectors.flatMap((vector, at) => {
      const { row, version } = unread[at] ?? {}
      return row === undefined || version === undefined ? [] : [{ row, version, vector: toBytes(vector) }]
    })
    await records({ do: 'embed', model, vectors })
  }
  const found = await records({ do: 'nearest', model, vector: toBytes(wanted), query: { ...filter, limit } })
  return found.ok && 'found' in found ? found.found.records : []
}

/** Only the direction counts, not the length. */
function toBytes(vector: readonly number[]): Int8Array {
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0)) || 1
  return Int8Array.from(vector, (each) => Math.round((each / length) * 127))
}
