import type { Embed } from '#main/models/meanings'
import type { RecordQuery, RecordReply, RecordRequest } from '#shared/records'

type Records = (request: RecordRequest) => Promise<RecordReply>

/** How many records the model reads for one search; the rest are found by their words until later searches. */
const AT_ONCE = 256
/** A tool is waiting, so after this words must do. */
const LONGEST_MS = 20_000

/** Adds search by meaning to the store. */
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
  const signal = AbortSignal.timeout(LONGEST_MS)
  const asked = await embed('query', [text], signal)
  const [wanted] = asked?.vectors ?? []
  if (!asked || !wanted) return []
  const { model } = asked
  const filter = { ...(schemas && { schemas }), ...(tags && { tags }) }
  const listed = await records({ do: 'unembedded', model, query: { ...filter, limit: AT_ONCE } })
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
