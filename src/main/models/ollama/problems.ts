import { isObject } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import type { ModelProblem, ModelProblemCode } from '#shared/model/model'
import { toVisible } from '#shared/visible'
import { StreamError } from './stream-error.ts'

const LONGEST_QUOTE = 500

export type Known = [says: RegExp, code: ModelProblemCode, message: (model: Message | string) => Message]

/** What Ollama reports and what it means for a person: one sentence and one remedy. */
const KNOWN: Known[] = [
  [
    /exceeds? the (available )?context|input length exceeds/i,
    'CONTEXT_TOO_LONG',
    (model) => message('context-exceeded', { model }),
  ],
  [/does not support thinking/i, 'MODEL_WITHOUT_THINKING', (model) => message('model-cannot-think', { model })],
  [/does not support tools/i, 'MODEL_WITHOUT_TOOLS', (model) => message('model-cannot-call-tools', { model })],
  [
    /does not support (chat|generate|completion)/i,
    'MODEL_NOT_FOR_CHAT',
    (model) => message('model-cannot-chat', { model }),
  ],
  [
    /requires more system memory|out of memory|insufficient memory|cudaMalloc failed/i,
    'MODEL_TOO_LARGE',
    (model) => message('not-enough-memory', { model }),
  ],
  [
    /error parsing tool call|failed to parse tool call/i,
    'CALL_UNREADABLE',
    (model) => message('model-call-unreadable', { model }),
  ],
  [
    /runner (process )?has (terminated|unexpectedly stopped)|runner process no longer running/i,
    'MODEL_CRASHED',
    (model) => message('model-crashed', { model }),
  ],
]

/** Explains an error to a person, with the one remedy. */
export function explain(error: unknown, host: string, model = '', more: Known[] = []): ModelProblem {
  const said = error instanceof Error ? error.message : String(error)
  if (error instanceof StreamError) {
    const { code, problem } = error
    if (code !== 'OLLAMA_UNREACHABLE') return { code, message: problem }
    if (textOf(problem) === '') return { code, message: message('ollama-unreachable', { host }) }
    return { code, message: message('ollama-unreachable-because', { host, why: problem }) }
  }
  const name = model === '' ? message('the-model') : model
  const known = [...more, ...KNOWN].find(([says]) => says.test(said))
  if (known) return { code: known[1], message: known[2](name) }
  const status = isObject(error) && 'status_code' in error ? Number(error.status_code) : 0
  if (status === 404 && said.includes('not found')) {
    return { code: 'MODEL_MISSING', message: message('model-not-installed', { model, again: model }) }
  }
  if (said.startsWith('Did not receive done')) {
    return { code: 'STREAM_BROKEN', message: message('answer-incomplete') }
  }
  return {
    code: 'OLLAMA_ERROR',
    message: message('ollama-says', { said: toVisible(said.slice(0, LONGEST_QUOTE)).text }),
  }
}
