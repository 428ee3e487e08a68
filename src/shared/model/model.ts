import type { Picture } from '#shared/chat/picture'
import type { JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'

export interface ToolDefinition {
  type: 'function'
  function: { name: string; description: string; parameters: ParamsSchema }
  /** For `find_tools` only; not sent to the server. */
  tags?: readonly string[]
}

/** A picture by its hash. Its bytes are added when the request is sent. */
export type PictureName = Pick<Picture, 'sha256' | 'name'>

export type ModelMessage =
  /** `note`: what we tell the model about changes in this chat before this message. */
  | { role: 'system' | 'user'; content: string; note?: string; images?: readonly PictureName[] }
  | {
      role: 'assistant'
      content: string
      thinking?: string
      calls: { tool: string; args: JsonObject; id?: string }[]
      /** The text that held the calls. */
      written?: string
    }
  | { role: 'tool'; content: string; tool: string; id?: string }

export interface ModelRequest {
  model: string
  messages: ModelMessage[]
  /** In Base64, by hash. */
  pictures?: ReadonlyMap<string, string>
  tools: ToolDefinition[]
  /** Tokens of context that the server must provide. */
  numCtx?: number
  /** A JSON Schema the answer must fit. Not combined with tools: most templates then produce neither. */
  format?: JsonObject
  think?: boolean
  /** How long the model stays in memory afterwards, in Ollama's notation: `5m`, or -1 for always. */
  keepAlive?: string | number
  maxTokens?: number
  temperature?: number
  /** How many candidates of the first token to return; older servers return none. */
  logprobs?: number
}

export interface ModelAnswer {
  content: string
  thinking: string
  /** As the model wrote them. Names and arguments are hostile until the gate has checked them. */
  calls: { tool: string; args: unknown /** The server's own, to go back with the result. */; id?: string }[]
  wasCut: boolean
  promptTokens: number
  outputTokens: number
  /** How long the server wrote and read; older servers do not say. */
  outputMs?: number
  promptMs?: number
  /** The likeliest first tokens, if requested and supported. */
  firstTokens?: { token: string; logprob: number }[]
}

export interface ModelFacts {
  name: string
  capabilities: string[]
  /** The longest context it was trained for, in tokens. */
  contextLength: number
  bytes: number
  /** Bytes of memory per token of context, if the server reports enough to compute it. */
  contextBytes?: number
  parameters: string
  quantization: string
  family: string
  template?: string
}

/** `NOT_OLLAMA`: another program answers at the address. */
type OllamaProblem = 'OLLAMA_UNREACHABLE' | 'OLLAMA_REDIRECTED' | 'OLLAMA_ERROR' | 'OLLAMA_TOO_OLD' | 'NOT_OLLAMA'
type AbilityProblem = 'MODEL_WITHOUT_TOOLS' | 'MODEL_WITHOUT_THINKING' | 'MODEL_CANNOT_SEE' | 'MODEL_NOT_FOR_CHAT'
type LoadingProblem = 'NO_MODEL' | 'MODEL_MISSING' | 'MODEL_TOO_LARGE' | 'MODEL_CRASHED' | 'MODEL_NOT_PUBLISHED'
type AnswerProblem = 'STOPPED' | 'CONTEXT_TOO_LONG' | 'CALL_UNREADABLE'
type StreamProblem = 'STREAM_BROKEN' | 'STREAM_TOO_LARGE' | 'STREAM_SILENT'
/** `HOST_NEEDS_CONSENT`: anyone on the network could read the prompts. */
type OtherProblem = 'HOST_NEEDS_CONSENT' | 'REGISTRY_UNREACHABLE' | 'DISK_FULL'
type ServerProblem = OllamaProblem | StreamProblem | OtherProblem

export type ModelProblemCode = ServerProblem | AbilityProblem | LoadingProblem | AnswerProblem

export interface ModelProblem {
  code: ModelProblemCode
  message: Message
}

export interface PullState {
  model: string
  state: 'running' | 'done' | 'failed' | 'stopped'
  /** The current step in Ollama's words. */
  step: string
  layers: readonly { digest: string; bytes: number; doneBytes: number }[]
  bytes: number
  doneBytes: number
  problem?: ModelProblem
}

/** Text that arrived before a problem is kept. */
export type ModelOutcome = { ok: true; answer: ModelAnswer } | { ok: false; problem: ModelProblem; said: ModelAnswer }
/** A model that supports tools and fits most computers. */
export const RECOMMENDED = { name: 'qwen3:4b', bytes: 2_600_000_000 }
