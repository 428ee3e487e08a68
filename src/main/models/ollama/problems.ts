import { isObject } from '#shared/json'
import type { ModelProblem, ModelProblemCode } from '#shared/model/model'
import { toVisible } from '#shared/visible'
import { StreamError } from './stream-error.ts'

const LONGEST_QUOTE = 500

export type Known = [says: RegExp, code: ModelProblemCode, message: (model: string) => string]

/** What Ollama writes, and what it means to the person: one sentence and the one thing that helps. */
const KNOWN: Known[] = [
  [
    /exceeds? the (available )?context|input length exceeds/i,
    'CONTEXT_TOO_LONG',
    (model) => `This chat is longer than the context of ${model}. Shorten it, start a new one, or allow more context.`,
  ],
  [
    /does not support thinking/i,
    'MODEL_WITHOUT_THINKING',
    (model) => `${model} cannot think aloud. Turn thinking off, or choose another model.`,
  ],
  [
    /does not support tools/i,
    'MODEL_WITHOUT_TOOLS',
    (model) => `${model} cannot call tools. Choose a model that can, such as qwen3.`,
  ],
  [
    /does not support (chat|generate|completion)/i,
    'MODEL_NOT_FOR_CHAT',
    (model) => `${model} cannot chat: it is made for something else, such as embeddings. Choose another model.`,
  ],
  [
    /requires more system memory|out of memory|insufficient memory|cudaMalloc failed/i,
    'MODEL_TOO_LARGE',
    (model) =>
      `There is not enough memory for ${model}. Close programs, allow less context, or choose a smaller model.`,
  ],
  [
    /error parsing tool call|failed to parse tool call/i,
    'CALL_UNREADABLE',
    (model) => `${model} wrote a call that Ollama could not read. Ask again.`,
  ],
  [
    /runner (process )?has (terminated|unexpectedly stopped)|runner process no longer running/i,
    'MODEL_CRASHED',
    (model) => `Ollama lost ${model} while it worked, most often for want of memory. Ask again, or allow less context.`,
  ],
]

/** What went wrong in the words of the person, with the one thing that helps. */
export function explain(error: unknown, host: string, model = '', more: Known[] = []): ModelProblem {
  const said = error instanceof Error ? error.message : String(error)
  if (error instanceof StreamError) {
    if (error.code !== 'OLLAMA_UNREACHABLE') return { code: error.code, message: said }
    const why = said === '' ? '' : ` (${said})`
    const remedy = 'Start it (ollama serve), or correct the host in Settings.'
    return { code: error.code, message: `Ollama does not answer at ${host}${why}. ${remedy}` }
  }
  const name = model === '' ? 'the model' : model
  const known = [...more, ...KNOWN].find(([says]) => says.test(said))
  if (known) return { code: known[1], message: known[2](name) }
  const status = isObject(error) && 'status_code' in error ? Number(error.status_code) : 0
  if (status === 404 && said.includes('not found')) {
    return { code: 'MODEL_MISSING', message: `Ollama has no model ${model}. Get it with: ollama pull ${model}` }
  }
  if (said.startsWith('Did not receive done')) {
    return { code: 'STREAM_BROKEN', message: 'Ollama ended the answer before it was complete. Ask again.' }
  }
  return { code: 'OLLAMA_ERROR', message: `Ollama says: ${toVisible(said.slice(0, LONGEST_QUOTE)).text}` }
}
