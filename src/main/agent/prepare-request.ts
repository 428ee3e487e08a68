import type { ModelMessage, ModelRequest } from '#shared/model/model'
import { contextOf, writeBeginning } from './beginning.ts'
import { toTextMessages } from './compact-messages.ts'
import { type ContextParts, type FittedContext, fitContext, readAs } from './fit-context.ts'
import type { TurnState } from './turn-state.ts'

export interface PreparedRequest {
  request: ModelRequest
  fitted: FittedContext
}

const MOST_ARGUMENT_TOKENS = 1024

/** The beginning and as much of the conversation as fits; first records how it was shortened. */
export async function prepareRequest(state: TurnState, more: readonly ModelMessage[] = []): Promise<PreparedRequest> {
  const { system, limits, ...rest } = writeBeginning(state)
  const beginning = { ...rest, opening: [state.input.opening, limits].filter(Boolean).join('\n\n') }
  if (state.style === 'native') return prepareConversation(state, { ...beginning, system: '', skills: system }, more)
  return prepareConversation(state, { ...beginning, system, skills: '' }, more)
}

type Head = Pick<ContextParts, 'system' | 'skills' | 'tools'> & {
  examples?: ModelMessage[]
  opening?: string
}

/** The conversation after a given head. */
async function prepareConversation(
  state: TurnState,
  { examples = [], opening = '', ...head }: Head,
  more: readonly ModelMessage[] = [],
): Promise<PreparedRequest> {
  const { input, messages, style, reading } = state
  const numCtx = contextOf(input)
  const system = [head.system, ...examples.map(readAs), opening].join('\n')
  const fitted = fitContext({ ...head, system, messages }, { numCtx, calibration: reading.factor, cut: state.cut })
  state.cut = fitted.cut
  const { estimate, bySource, withheld, cut } = fitted
  await state.publish({
    type: 'context.fitted',
    ...{ numCtx, estimate, bySource },
    ...(withheld.length > 0 && { withheld }),
    ...(cut.left + cut.shrunk > 0 && { cut }),
  })
  const text = [head.system, head.skills].filter(Boolean).join('\n')
  const toSaid = (all: readonly ModelMessage[]) => (style === 'native' ? all : toTextMessages(all, style === 'compact'))
  const sent: ModelMessage[] = [
    ...(text ? [{ role: 'system' as const, content: text }] : []),
    ...toSaid(examples),
    // Some templates put every system message first, and then all chats would have different beginnings.
    ...(opening ? [{ role: 'user' as const, content: opening }] : []),
    ...toSaid([...fitted.messages, ...more]),
  ]
  return { request: { model: input.model, messages: sent, tools: [...head.tools], numCtx }, fitted }
}

/** The conversation, with a schema for its next message. */
export async function prepareForced(
  state: TurnState,
  more: readonly ModelMessage[],
  format: NonNullable<ModelRequest['format']>,
  { maxTokens = MOST_ARGUMENT_TOKENS, head }: { maxTokens?: number; head?: Head } = {},
): Promise<PreparedRequest> {
  const { request, fitted } = await (head ? prepareConversation(state, head, more) : prepareRequest(state, more))
  return { request: constrain(state, { ...request, tools: [], format, maxTokens }), fitted }
}

/** An answer under a schema or of one token leaves no room for thinking. */
export function constrain({ input }: TurnState, request: ModelRequest): ModelRequest {
  return { ...request, temperature: 0, ...(input.capabilities?.includes('thinking') && { think: false }) }
}
