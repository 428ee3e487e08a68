import { askModel } from '#main/models/ollama/chat'
import type { ModelOutcome } from '#shared/model/model'
import type { FakeOllama } from '#test/helpers/fake-ollama'
import { GOOD_STREAM, MUTATIONS, makeDice } from './broken-streams.ts'

export const STREAM_CODES = new Set([
  ...['STREAM_BROKEN', 'STREAM_TOO_LARGE', 'NOT_OLLAMA', 'OLLAMA_ERROR', 'MODEL_WITHOUT_TOOLS'],
])

export function askBroken(ollama: FakeOllama, lines: Buffer[]): Promise<ModelOutcome> {
  ollama.enqueue({ lines })
  const request = { model: 'tiny:1b', messages: [{ role: 'user' as const, content: 'Hi' }], tools: [] }
  const never = new AbortController().signal
  return askModel(ollama.host, request, { token: () => undefined }, never, { firstByteMs: 2000, betweenLinesMs: 2000 })
}

function isTyped(outcome: ModelOutcome): boolean {
  const said = outcome.ok ? outcome.answer : outcome.said
  const isWhole =
    typeof said.content === 'string' &&
    typeof said.thinking === 'string' &&
    said.calls.every(({ tool }) => typeof tool === 'string')
  return isWhole && (outcome.ok || STREAM_CODES.has(outcome.problem.code))
}

/** Sends as many generated streams, each broken in one way; which of them ended untyped, and how long the slowest took. */
export async function sendBrokenStreams(
  ollama: FakeOllama,
  count: number,
  seed: number,
): Promise<{ untyped: string[]; slowestMs: number }> {
  const roll = makeDice(seed)
  const kinds = Object.entries(MUTATIONS)
  const sent = { untyped: [] as string[], slowestMs: 0 }
  for (let nth = 0; nth < count; nth++) {
    const [kind, mutate] = kinds[nth % kinds.length] as (typeof kinds)[number]
    const startedAt = performance.now()
    const outcome = await askBroken(ollama, mutate(GOOD_STREAM, roll))
    sent.slowestMs = Math.max(sent.slowestMs, performance.now() - startedAt)
    if (!isTyped(outcome)) sent.untyped.push(`${kind}, stream ${nth}: ${JSON.stringify(outcome).slice(0, 300)}`)
  }
  return sent
}
