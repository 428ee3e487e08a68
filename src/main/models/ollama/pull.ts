import type { JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ModelProblem } from '#shared/model/model'
import type { Known } from './problems.ts'
import { talkTo } from './talk-to.ts'

const PATIENCE = { firstByteMs: 120_000, betweenLinesMs: 120_000 }
// Progress comes every 60 ms, and a large model takes hours.
const MAX_PROGRESS = 1024 * 1024 * 1024

export interface PulledLayer {
  digest: string
  bytes: number
  doneBytes: number
}

export interface PullProgress {
  /** The current step in Ollama's words. */
  step: string
  layers: readonly PulledLayer[]
  bytes: number
  doneBytes: number
}

interface PullOptions {
  signal?: AbortSignal
  onProgress?(progress: PullProgress): void
}

const KNOWN: Known[] = [
  [/requires a newer version of ollama/i, 'OLLAMA_TOO_OLD', (model) => message('ollama-too-old-for-model', { model })],
  [
    /pull model manifest: file does not exist|manifest unknown/i,
    'MODEL_NOT_PUBLISHED',
    (model) => message('model-not-in-library', { model }),
  ],
  [/no space left on device|not enough space/i, 'DISK_FULL', (model) => message('disk-full-for-model', { model })],
  [
    /pull model manifest|dial tcp|no such host|max retries exceeded|i\/o timeout|TLS handshake|connection refused/i,
    'REGISTRY_UNREACHABLE',
    (model) => message('library-unreachable', { model }),
  ],
]

/** Never rejects. If it stops, Ollama keeps what it has, and another pull continues. */
export async function pullModel(
  host: string,
  name: string,
  { signal, onProgress }: PullOptions = {},
): Promise<{ ok: true } | { ok: false; problem: ModelProblem }> {
  const layers = new Map<string, PulledLayer>()
  const terms = {
    model: name,
    known: KNOWN,
    patience: PATIENCE,
    maxBytes: MAX_PROGRESS,
    isExpected,
    ...(signal && { signal }),
  }
  const outcome = await talkTo(host, terms, async (client) => {
    for await (const line of await client.pull({ model: name, stream: true })) {
      note(layers, line as unknown as JsonObject)
      onProgress?.(sum(line.status, [...layers.values()]))
    }
  })
  return outcome.ok ? { ok: true } : outcome
}

const isExpected = (line: JsonObject) => typeof line.status === 'string'

function note(layers: Map<string, PulledLayer>, { digest, total, completed }: JsonObject): void {
  if (typeof digest !== 'string' || !isSize(total)) return
  layers.set(digest, { digest, bytes: total, doneBytes: isSize(completed) ? Math.min(completed, total) : 0 })
}

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function sum(step: string, layers: PulledLayer[]): PullProgress {
  const bytes = layers.reduce((total, layer) => total + layer.bytes, 0)
  const doneBytes = layers.reduce((total, layer) => total + layer.doneBytes, 0)
  return { step, layers, bytes, doneBytes }
}
