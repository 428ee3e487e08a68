import type { ModelRequest, ToolDefinition } from '#shared/model/model'
import { estimateTokens } from './estimate-tokens.ts'
import { type ContextBudget, type FittedContext, fitContext } from './fit-context.ts'
import { FIND_TOOLS, offerTools } from './offer-tools.ts'
import { READ_OUTPUT, readOutputDefinition } from './shorten-output.ts'
import type { TurnInput } from './turn-input.ts'
import type { TurnState } from './turn-state.ts'

/** More than this is taken only once a person asks for it: the memory it needs is theirs. */
const MOST_CONTEXT = 16_384
const UNKNOWN_CONTEXT = 8192

export interface PreparedRequest {
  request: ModelRequest
  fitted: FittedContext
  offered: ReadonlySet<string>
}

export const contextOf = ({ contextLength, chosenContext }: Contextual): number =>
  Math.min(contextLength ?? chosenContext ?? UNKNOWN_CONTEXT, chosenContext ?? MOST_CONTEXT)

type Contextual = Pick<TurnInput, 'contextLength' | 'chosenContext'>

/** What a request may hold, and whether it asks for all of it each time: a context that changes loads the model anew. */
export const budgetOf = ({ input, calibration }: Pick<TurnState, 'input' | 'calibration'>): ContextBudget => ({
  contextLength: contextOf(input),
  cap: contextOf(input),
  calibration: calibration.factor,
  isFixed: input.chosenContext !== undefined,
})

/** What the next request holds, fitted to the model's context; what it says of the fit is on record first. */
export async function prepareRequest(state: TurnState): Promise<PreparedRequest> {
  const { input, messages } = state
  const offered = pickTools(state)
  const fitted = fitContext({ system: '', skills: input.system, tools: offered, messages }, budgetOf(state))
  const { numCtx, estimate, bySource, withheld } = fitted
  await state.publish({
    type: 'context.fitted',
    ...{ numCtx, estimate, bySource },
    ...(withheld.length > 0 && { withheld }),
  })
  const system = input.system ? [{ role: 'system', content: input.system } as const] : []
  return {
    request: { model: input.model, messages: [...system, ...fitted.messages], tools: offered, numCtx },
    fitted,
    offered: new Set(offered.map((tool) => tool.function.name)),
  }
}

/** All tools, or where they are many those that matter now. */
export function pickTools({ input, messages, calibration, found, used, outputs }: TurnState): ToolDefinition[] {
  const { offered } = offerTools({
    tools: outputs.size > 0 ? [...input.tools, readOutputDefinition()] : input.tools,
    contextLength: contextOf(input),
    text: messages
      .flatMap((message) => (message.role === 'user' ? [message.content] : []))
      .slice(-2)
      .join('\n'),
    used: [...used],
    pinned: [...(input.pinned ?? []), READ_OUTPUT, ...found],
    estimateTokens: (text) => Math.ceil(estimateTokens(text) * calibration.factor),
  })
  return offered
}

export const isBuiltIn = (tool: string): boolean => tool === FIND_TOOLS || tool === READ_OUTPUT
