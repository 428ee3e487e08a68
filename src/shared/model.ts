import type { JsonObject } from './json.ts'
import type { ParamsSchema } from './tool.ts'

/** A tool as it is sent to Ollama. */
export interface ToolDefinition {
  type: 'function'
  function: { name: string; description: string; parameters: ParamsSchema }
}

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; thinking?: string; calls: { tool: string; args: JsonObject }[] }
  | { role: 'tool'; content: string; tool: string }

export interface ModelRequest {
  model: string
  messages: ModelMessage[]
  tools: ToolDefinition[]
}

export interface ModelAnswer {
  content: string
  thinking: string
  /** As the model wrote them: names and arguments are hostile until the gate has seen them. */
  calls: { tool: string; args: unknown }[]
  wasCut: boolean
  promptTokens: number
  outputTokens: number
}

export type ModelProblemCode =
  | 'STOPPED'
  | 'OLLAMA_UNREACHABLE'
  | 'OLLAMA_REDIRECTED'
  | 'OLLAMA_ERROR'
  | 'MODEL_MISSING'
  | 'MODEL_WITHOUT_TOOLS'
  | 'STREAM_BROKEN'
  | 'STREAM_TOO_LARGE'
  | 'STREAM_SILENT'

export interface ModelProblem {
  code: ModelProblemCode
  message: string
}

/** What was said before a problem is never lost. */
export type ModelOutcome = { ok: true; answer: ModelAnswer } | { ok: false; problem: ModelProblem; said: ModelAnswer }
