import { isObject } from '#shared/json'
import { type Message, type MessageCode, message, textOf, toMessage } from '#shared/messages/message'
import type { ModelProblem, ModelProblemCode } from '#shared/model/model'
import { toVisible } from '#shared/visible'

/** Carries its code through the `ollama` package. */
export class StreamError extends Error {
  readonly code: ModelProblemCode
  readonly problem: Message
  constructor(code: ModelProblemCode, problem: Message) {
    super(textOf(problem))
    this.problem = problem
    this.code = code
  }
}

const LONGEST_QUOTE = 500

/** What the server says, and the message that names the model. */
export type Known = [says: RegExp, code: ModelProblemCode, text: MessageCode]

/** What Ollama reports and what it means for a person: one sentence and one remedy. */
const KNOWN: Known[] = [
  [/exceeds? the (available )?context|input length exceeds/i, 'CONTEXT_TOO_LONG', 'context-exceeded'],
  [/does not support thinking/i, 'MODEL_WITHOUT_THINKING', 'model-cannot-think'],
  [/does not support tools/i, 'MODEL_WITHOUT_TOOLS', 'model-cannot-call-tools'],
  [/does not support (chat|generate|completion)/i, 'MODEL_NOT_FOR_CHAT', 'model-cannot-chat'],
  [
    /requires more system memory|out of memory|insufficient memory|cudaMalloc failed/i,
    'MODEL_TOO_LARGE',
    'not-enough-memory',
  ],
  [/error parsing tool call|failed to parse tool call/i, 'CALL_UNREADABLE', 'model-call-unreadable'],
  [
    /runner (process )?has (terminated|unexpectedly stopped)|runner process no longer running/i,
    'MODEL_CRASHED',
    'model-crashed',
  ],
]

export function explain(error: unknown, host: string, model = '', more: Known[] = []): ModelProblem {
  const said = error instanceof Error ? error.message : String(error)
  if (error instanceof StreamError) {
    const { code, problem } = error
    if (code !== 'OLLAMA_UNREACHABLE') return { code, message: problem }
    if (textOf(problem) === '') return { code, message: message('ollama-unreachable', { host }) }
    return { code, message: message('ollama-unreachable-because', { host, why: problem }) }
  }
  const [, code, text] = [...more, ...KNOWN].find(([says]) => says.test(said)) ?? []
  if (code && text) return { code, message: toMessage(text, { model: model || message('the-model') }) }
  const status = isObject(error) && 'status_code' in error ? Number(error.status_code) : 0
  if (status === 404 && said.includes('not found')) {
    return { code: 'MODEL_MISSING', message: message('model-not-installed', { model, again: model }) }
  }
  if (said.startsWith('Did not receive done')) return { code: 'STREAM_BROKEN', message: message('answer-incomplete') }
  return {
    code: 'OLLAMA_ERROR',
    message: message('ollama-says', { said: toVisible(said.slice(0, LONGEST_QUOTE)).text }),
  }
}
