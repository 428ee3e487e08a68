import { isObject, type JsonObject, parseJson } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ModelAnswer } from '#shared/model/model'
import { StreamError } from './problems.ts'

const MAX_CALLS = 256

/** The shape of a line in a chat. Calls are the model's own words and are checked one by one. */
export function isChatLine(line: JsonObject): boolean {
  const { message, done } = line
  if (done !== undefined && typeof done !== 'boolean') return false
  if (message === undefined) return done === true
  if (!isObject(message)) return false
  const { content, thinking, tool_calls: calls } = message
  return isText(content) && isText(thinking) && (calls === undefined || calls === null || Array.isArray(calls))
}

const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string'

export const emptyAnswer = (): ModelAnswer => ({
  content: '',
  thinking: '',
  calls: [],
  wasCut: false,
  promptTokens: 0,
  outputTokens: 0,
})

/** Adds one line to the answer and passes new text to the listener. Returns whether it was the last line. */
export function takeLine(line: JsonObject, answer: ModelAnswer, onToken: (text: string, isThinking: boolean) => void) {
  const message: JsonObject = isObject(line.message) ? line.message : {}
  if (typeof message.thinking === 'string' && message.thinking) {
    answer.thinking += message.thinking
    onToken(message.thinking, true)
  }
  if (typeof message.content === 'string' && message.content) {
    answer.content += message.content
    onToken(message.content, false)
  }
  if (Array.isArray(message.tool_calls)) takeCalls(message.tool_calls, answer)
  if (!answer.firstTokens && Array.isArray(line.logprobs)) takeFirstTokens(line.logprobs[0], answer)
  if (line.done !== true) return false
  answer.wasCut = line.done_reason === 'length'
  answer.promptTokens = toCount(line.prompt_eval_count)
  answer.outputTokens = toCount(line.eval_count)
  const outputMs = toMs(line.eval_duration)
  const promptMs = toMs(line.prompt_eval_duration)
  if (outputMs !== null) answer.outputMs = outputMs
  if (promptMs !== null) answer.promptMs = promptMs
  return true
}

function takeCalls(calls: unknown[], answer: ModelAnswer): void {
  if (answer.calls.length + calls.length > MAX_CALLS) {
    throw new StreamError('STREAM_TOO_LARGE', message('too-many-calls-asked', { most: MAX_CALLS }))
  }
  for (const call of calls) answer.calls.push(toCall(call))
}

function toCall(call: unknown): ModelAnswer['calls'][number] {
  const outer: JsonObject = isObject(call) ? call : {}
  const asked: JsonObject = isObject(outer.function) ? outer.function : {}
  return {
    tool: typeof asked.name === 'string' ? asked.name : '',
    args: typeof asked.arguments === 'string' ? readText(asked.arguments) : (asked.arguments ?? {}),
    ...(typeof outer.id === 'string' && outer.id !== '' && { id: outer.id }),
  }
}

/** Some models send arguments as text. If it is not an object, the gate tells the model. */
function readText(text: string): unknown {
  const read = parseJson(text)
  return isObject(read) ? read : text
}

function takeFirstTokens(first: unknown, answer: ModelAnswer): void {
  if (!isObject(first)) return
  const candidates = Array.isArray(first.top_logprobs) ? first.top_logprobs : [first]
  answer.firstTokens = candidates
    .filter(isObject)
    .flatMap(({ token, logprob }) =>
      typeof token === 'string' && typeof logprob === 'number' ? [{ token, logprob }] : [],
    )
}

/** From nanoseconds. */
const toMs = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value / 10_000) / 100 : null

export const toCount = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0)
