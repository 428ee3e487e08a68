import { talkTo } from './talk-to.ts'

const PATIENCE = { firstByteMs: 60_000, betweenLinesMs: 60_000 }

/** A vector for each text; null if the server returns none. Never rejects. */
export async function embedTexts(
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
