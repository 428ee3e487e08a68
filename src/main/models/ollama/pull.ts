import type { JsonObject } from '#shared/json'
import type { PullState } from '#shared/model/model'
import type { Known } from './problems.ts'
import { type Outcome, talkTo } from './talk-to.ts'

const PATIENCE = { firstByteMs: 120_000, betweenLinesMs: 120_000 }
// Progress comes every 60 ms, and a large model takes hours.
const MAX_PROGRESS = 1024 * 1024 * 1024

type PullProgress = Pick<PullState, 'step' | 'layers' | 'bytes' | 'doneBytes'>
type Layer = PullState['layers'][number]

const KNOWN: Known[] = [
  [/requires a newer version of ollama/i, 'OLLAMA_TOO_OLD', 'ollama-too-old-for-model'],
  [/pull model manifest: file does not exist|manifest unknown/i, 'MODEL_NOT_PUBLISHED', 'model-not-in-library'],
  [/no space left on device|not enough space/i, 'DISK_FULL', 'disk-full-for-model'],
  [
    /pull model manifest|dial tcp|no such host|max retries exceeded|i\/o timeout|TLS handshake|connection refused/i,
    'REGISTRY_UNREACHABLE',
    'library-unreachable',
  ],
]

/** Never rejects. If it stops, Ollama keeps what it has, and another pull continues. */
export async function pullModel(
  host: string,
  name: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?(progress: PullProgress): void } = {},
): Promise<Outcome<void>> {
  const layers = new Map<string, Layer>()
  const terms = { model: name, known: KNOWN, patience: PATIENCE, maxBytes: MAX_PROGRESS, isExpected }
  return talkTo(host, { ...terms, ...(signal && { signal }) }, async (client) => {
    for await (const line of await client.pull({ model: name, stream: true })) {
      note(layers, line as unknown as JsonObject)
      onProgress?.(sum(line.status, [...layers.values()]))
    }
  })
}

const isExpected = (line: JsonObject) => typeof line.status === 'string'

function note(layers: Map<string, Layer>, { digest, total, completed }: JsonObject): void {
  if (typeof digest !== 'string' || !isSize(total)) return
  layers.set(digest, { digest, bytes: total, doneBytes: isSize(completed) ? Math.min(completed, total) : 0 })
}

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function sum(step: string, layers: Layer[]): PullProgress {
  const bytes = layers.reduce((total, layer) => total + layer.bytes, 0)
  const doneBytes = layers.reduce((total, layer) => total + layer.doneBytes, 0)
  return { step, layers, bytes, doneBytes }
}
