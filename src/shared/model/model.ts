import type { Picture } from '#shared/chat/picture'
import type { JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'

/** A tool as it is sent to Ollama. */
export interface ToolDefinition {
  type: 'function'
  function: { name: string; description: string; parameters: ParamsSchema }
}

/** A picture by its hash: its bytes join the message as the request leaves. */
export type PictureName = Pick<Picture, 'sha256' | 'name'>

export type ModelMessage =
  /** `note`: what changed in this chat before the person wrote this, in our words. */
  | { role: 'system' | 'user'; content: string; note?: string; images?: readonly PictureName[] }
  | {
      role: 'assistant'
      content: string
      thinking?: string
      calls: { tool: string; args: JsonObject; id?: string }[]
      /** The text of which the calls were read. */
      written?: string
    }
  | { role: 'tool'; content: string; tool: string; id?: string }

export interface ModelRequest {
  model: string
  messages: ModelMessage[]
  /** In Base64, by hash: those that the messages name. */
  pictures?: ReadonlyMap<string, string>
  tools: ToolDefinition[]
  /** The context the server is to provide, in tokens. */
  numCtx?: number
  /** A JSON Schema the answer must satisfy. Not together with tools: most templates then answer with neither. */
  format?: JsonObject
  think?: boolean
  /** How long the model stays in memory afterwards, in Ollama's words: `5m`, or -1 for always. */
  keepAlive?: string | number
  /** At most so many tokens of answer. */
  maxTokens?: number
  temperature?: number
  /** Ask for so many candidates of the first token; older servers give none. */
  logprobs?: number
}

export interface ModelAnswer {
  content: string
  thinking: string
  /** As the model wrote them: names and arguments are hostile until the gate has seen them. */
  calls: { tool: string; args: unknown /** The server's own, to go back with the result. */; id?: string }[]
  wasCut: boolean
  promptTokens: number
  outputTokens: number
  /** How long the server wrote, and how long it read before; older ones do not tell. */
  outputMs?: number
  promptMs?: number
  /** The likeliest first tokens of the answer, where they were asked for and the server knows how. */
  firstTokens?: { token: string; logprob: number }[]
}

/** What Ollama knows about one model. */
export interface ModelFacts {
  name: string
  /** Such as completion, tools, thinking, vision, embedding. */
  capabilities: string[]
  /** The longest context it was trained for, in tokens. */
  contextLength: number
  bytes: number
  /** What each token of context takes in memory, in bytes, where the server tells enough to know it. */
  contextBytes?: number
  parameters: string
  quantization: string
  family: string
  template?: string
}

export type ModelProblemCode =
  | 'STOPPED'
  | 'NO_MODEL'
  /** Prompts would cross a network that anyone on the way can read. */
  | 'HOST_NEEDS_CONSENT'
  | 'OLLAMA_UNREACHABLE'
  | 'OLLAMA_REDIRECTED'
  | 'OLLAMA_ERROR'
  | 'OLLAMA_TOO_OLD'
  /** Another program, or a proxy's page, answers at the host. */
  | 'NOT_OLLAMA'
  | 'MODEL_MISSING'
  | 'MODEL_WITHOUT_TOOLS'
  | 'MODEL_WITHOUT_THINKING'
  | 'MODEL_CANNOT_SEE'
  | 'MODEL_NOT_FOR_CHAT'
  | 'MODEL_TOO_LARGE'
  | 'MODEL_CRASHED'
  | 'MODEL_NOT_PUBLISHED'
  | 'REGISTRY_UNREACHABLE'
  | 'DISK_FULL'
  | 'CONTEXT_TOO_LONG'
  | 'CALL_UNREADABLE'
  | 'STREAM_BROKEN'
  | 'STREAM_TOO_LARGE'
  | 'STREAM_SILENT'

export interface ModelProblem {
  code: ModelProblemCode
  message: Message
}

/** How far Ollama is with fetching a model. */
export interface PullState {
  model: string
  state: 'running' | 'done' | 'failed' | 'stopped'
  /** What Ollama does now, in its own words. */
  step: string
  layers: readonly { digest: string; bytes: number; doneBytes: number }[]
  bytes: number
  doneBytes: number
  problem?: ModelProblem
}

/** What was said before a problem is never lost. */
export type ModelOutcome = { ok: true; answer: ModelAnswer } | { ok: false; problem: ModelProblem; said: ModelAnswer }
/** A model that knows tools and fits most computers. */
export const RECOMMENDED = { name: 'qwen3:4b', bytes: 2_600_000_000 }
