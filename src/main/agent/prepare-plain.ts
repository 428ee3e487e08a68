import type { JsonObject } from '#shared/json'
import type { ModelMessage, ModelRequest, ToolDefinition } from '#shared/model/model'
import type { Fitted } from './ask-model.ts'
import { type FittedContext, fitContext } from './fit-context.ts'
import { toPlainMessages } from './plain-messages.ts'
import { budgetOf } from './prepare-request.ts'
import type { TurnState } from './turn-state.ts'

export interface PlainRequest {
  /** What to do, before the conversation. */
  task: string
  /** Tools the task tells of, counted as such. */
  tools: readonly ToolDefinition[]
  /** What the person's last message ends with. */
  reminder?: string
  /** Instead of streaming words: what the answer has to be. */
  format?: JsonObject
}

const MOST_ARGUMENT_TOKENS = 1024

/** The conversation in words alone, for a model whose template knows no tools; how it fits is on record first. */
export async function preparePlain(state: TurnState, plain: PlainRequest): Promise<Fitted> {
  const { input, publish } = state
  const { task, tools, reminder, format } = plain
  const skills = format ? '' : input.system
  const fitted = fitParts(state, { system: task, skills, tools, messages: state.messages })
  const { numCtx, estimate, bySource, withheld } = fitted
  await publish({
    type: 'context.fitted',
    ...{ numCtx, estimate, bySource },
    ...(withheld.length > 0 && { withheld }),
  })
  const described = tools.map((tool) => JSON.stringify(tool.function))
  const system = [task, ...described, skills].filter((text) => text !== '').join('\n')
  const said: ModelMessage[] = reminder ? [{ role: 'user', content: reminder }] : []
  const messages = [...(system ? [{ role: 'system', content: system } as const] : []), ...fitted.messages, ...said]
  const constrained = format && { format, maxTokens: MOST_ARGUMENT_TOKENS, temperature: 0 }
  return { request: request(state, toPlainMessages(messages), numCtx, constrained), fitted }
}

/** A short request of its own, in the context the conversation has: another one would load the model anew. */
export function prepareShort(state: TurnState, messages: ModelMessage[], more: Partial<ModelRequest>): Fitted {
  const [system, ...rest] = messages
  const parts = { system: system?.content ?? '', skills: '', tools: [] }
  const short = fitParts(state, { ...parts, messages: rest })
  const whole = fitParts(state, { ...parts, messages: state.messages })
  const fitting = [...(system ? [system] : []), ...short.messages]
  return { request: request(state, fitting, Math.max(short.numCtx, whole.numCtx), more) }
}

const fitParts = (state: TurnState, parts: Parameters<typeof fitContext>[0]): FittedContext =>
  fitContext(parts, budgetOf(state))

function request({ input }: TurnState, messages: ModelMessage[], numCtx: number, more: Partial<ModelRequest> = {}) {
  const { model, capabilities } = input
  // What is asked for under a schema, or as one token, leaves no room for thoughts.
  const isSilent = more.maxTokens !== undefined && capabilities?.includes('thinking')
  return { model, messages, tools: [], numCtx, ...more, ...(isSilent && { think: false }) }
}
