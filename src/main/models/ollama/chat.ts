import type { ChatRequest, Message, Ollama } from 'ollama'
import type { JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ModelMessage, ModelOutcome, ModelRequest } from '#shared/model/model'
import { StreamError } from './problems.ts'
import { emptyAnswer, isChatLine, takeLine } from './read-answer.ts'
import { type Patience, talkTo } from './talk-to.ts'

// Loading a large model from a slow disk can take over ten minutes; the person can stop at any time.
const PATIENCE: Patience = { firstByteMs: 1_200_000, betweenLinesMs: 120_000 }

export interface Listener {
  /** Receives the body right before it is sent. */
  sending?(body: JsonObject): void
  token(text: string, isThinking: boolean): void
}

/** Streams one answer. Never rejects. Collects calls from all chunks. */
export async function askModel(
  host: string,
  request: ModelRequest,
  listener: Listener,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<ModelOutcome> {
  const answer = emptyAnswer()
  const terms = { model: request.model, signal, patience, isExpected: isChatLine }
  const outcome = await talkTo(host, terms, async (client) => {
    let isDone = false
    const body = toBody(request)
    listener.sending?.(body as unknown as JsonObject)
    for await (const line of await startChat(client, body)) {
      signal.throwIfAborted()
      isDone = takeLine(line as unknown as JsonObject, answer, listener.token)
    }
    if (!isDone) throw new StreamError('STREAM_BROKEN', message('answer-incomplete'))
  })
  return outcome.ok ? { ok: true, answer } : { ok: false, problem: outcome.problem, said: answer }
}

type ChatBody = ChatRequest & { stream: true; truncate: boolean; shift: boolean }

const startChat = (client: Ollama, body: ChatBody) => client.chat(body)

function toBody(request: ModelRequest): ChatBody {
  const { numCtx, maxTokens, temperature, logprobs, keepAlive } = request
  const options = {
    ...(numCtx !== undefined && { num_ctx: numCtx }),
    ...(maxTokens !== undefined && { num_predict: maxTokens }),
    ...(temperature !== undefined && { temperature }),
  }
  return {
    model: request.model,
    messages: request.messages.map((message) => toOllama(message, request.pictures)),
    ...(request.tools.length > 0 && { tools: request.tools.map(({ tags: _, ...tool }) => tool) }),
    ...(request.format && { format: request.format }),
    ...(request.think !== undefined && { think: request.think }),
    ...(keepAlive !== undefined && { keep_alive: keepAlive }),
    ...(logprobs !== undefined && { logprobs: true, top_logprobs: logprobs }),
    ...(Object.keys(options).length > 0 && { options }),
    stream: true,
    // The server must never drop the beginning of the prompt or slide its window.
    truncate: false,
    shift: false,
  }
}

function toOllama(message: ModelMessage, pictures: ModelRequest['pictures']): Message {
  if (message.role === 'tool') {
    const { content, tool, id } = message
    return { role: 'tool', content, tool_name: tool, ...(id && { tool_call_id: id }) }
  }
  if (message.role !== 'assistant') return withPictures(message, pictures)
  const calls = message.calls.map(({ tool, args, id }) => ({
    ...(id && { id }),
    function: { name: tool, arguments: args },
  }))
  return {
    role: 'assistant',
    content: message.content,
    ...(message.thinking && { thinking: message.thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** A lost picture is an error, because the model would answer about something else. */
function withPictures(
  { role, content, note = '', images = [] }: Extract<ModelMessage, { images?: unknown }>,
  pictures: ModelRequest['pictures'] = new Map(),
): Message {
  const lost = images.filter(({ sha256 }) => !pictures.has(sha256))
  const found = images.flatMap(({ sha256 }) => pictures.get(sha256) ?? [])
  const told = lost.map(({ name }) => `[a picture, ${name}, which is not on record any more]`)
  return {
    role,
    content: [note, content, ...told].filter(Boolean).join('\n'),
    ...(found.length > 0 && { images: found }),
  }
}
