import { type Message, Ollama } from 'ollama'
import { isObject, type JsonObject } from '#shared/json'
import type { ModelAnswer, ModelMessage, ModelOutcome, ModelProblem, ModelRequest } from '#shared/model'
import { guardFetch, type Patience, StreamError } from './guarded-fetch.ts'

const PATIENCE: Patience = { firstByteMs: 300_000, betweenBytesMs: 120_000 }

export interface Listener {
  token(text: string, isThinking: boolean): void
}

/** Streams one answer. Never rejects; calls are gathered over every chunk, whenever they come. */
export async function askModel(
  host: string,
  request: ModelRequest,
  listener: Listener,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<ModelOutcome> {
  const answer: ModelAnswer = { content: '', thinking: '', calls: [], wasCut: false, promptTokens: 0, outputTokens: 0 }
  const ending = new AbortController()
  try {
    const guarded = guardFetch(AbortSignal.any([signal, ending.signal]), patience)
    const client = new Ollama({ host, fetch: guarded })
    const body = {
      model: request.model,
      messages: request.messages.map(toOllama),
      ...(request.tools.length > 0 && { tools: request.tools }),
      stream: true as const,
      truncate: false,
      shift: false,
    }
    for await (const chunk of await client.chat(body)) take(chunk, answer, listener)
    return { ok: true, answer }
  } catch (error) {
    ending.abort()
    const problem: ModelProblem = signal.aborted
      ? { code: 'STOPPED', message: 'Stopped.' }
      : explain(error, host, request.model)
    return { ok: false, problem, said: answer }
  }
}

function toOllama(message: ModelMessage): Message {
  if (message.role === 'tool') return { role: 'tool', content: message.content, tool_name: message.tool }
  if (message.role !== 'assistant' || message.calls.length === 0)
    return { role: message.role, content: message.content }
  const calls = message.calls.map(({ tool, args }) => ({ function: { name: tool, arguments: args } }))
  return { role: 'assistant', content: message.content, tool_calls: calls }
}

/** Types of the package are a promise the server need not keep: every field is looked at. */
function take(chunk: unknown, answer: ModelAnswer, listener: Listener): void {
  if (!isObject(chunk)) return
  const { message } = chunk
  if (isObject(message)) {
    if (typeof message.thinking === 'string' && message.thinking) {
      answer.thinking += message.thinking
      listener.token(message.thinking, true)
    }
    if (typeof message.content === 'string' && message.content) {
      answer.content += message.content
      listener.token(message.content, false)
    }
    if (Array.isArray(message.tool_calls)) answer.calls.push(...message.tool_calls.map(toCall))
  }
  if (chunk.done !== true) return
  answer.wasCut = chunk.done_reason === 'length'
  if (typeof chunk.prompt_eval_count === 'number') answer.promptTokens = chunk.prompt_eval_count
  if (typeof chunk.eval_count === 'number') answer.outputTokens = chunk.eval_count
}

function toCall(call: unknown): { tool: string; args: unknown } {
  const asked: JsonObject = isObject(call) && isObject(call.function) ? call.function : {}
  return { tool: typeof asked.name === 'string' ? asked.name : '', args: asked.arguments ?? {} }
}

/** What went wrong in the words of the person, with the one thing that helps. */
export function explain(error: unknown, host: string, model = ''): ModelProblem {
  if (error instanceof StreamError) return { code: error.code, message: error.message }
  const status = isObject(error) && 'status_code' in error ? Number(error.status_code) : 0
  const said = error instanceof Error ? error.message : String(error)
  if (error instanceof TypeError) {
    return {
      code: 'OLLAMA_UNREACHABLE',
      message: `Ollama does not answer at ${host}. Start it (ollama serve), or correct the host in Settings.`,
    }
  }
  if (status === 404 && said.includes('not found')) {
    return { code: 'MODEL_MISSING', message: `Ollama has no model ${model}. Get it with: ollama pull ${model}` }
  }
  if (said.includes('does not support tools')) {
    return {
      code: 'MODEL_WITHOUT_TOOLS',
      message: `${model} cannot call tools. Choose a model that can, such as qwen3.`,
    }
  }
  if (said.startsWith('Did not receive done')) {
    return { code: 'STREAM_BROKEN', message: 'Ollama ended the answer before it was complete.' }
  }
  return { code: 'OLLAMA_ERROR', message: `Ollama says: ${said}` }
}
