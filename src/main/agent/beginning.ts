import type { ModelMessage, ToolDefinition } from '#shared/model/model'
import { describeTools, toSignature, writeExamples } from './compact-text.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { DOORS, pickListed } from './find-tools.ts'
import { readOutputDefinition } from './shorten-output.ts'
import type { TurnInput, TurnState } from './turn-state.ts'

/**
 * The beginning of every request to a model: byte for byte the same in all chats until a tool changes or is switched.
 */
export interface Beginning {
  system: string
  /** For the protocol; in the compact style the system text lists the tools. */
  tools: ToolDefinition[]
  /** Placed before every conversation. */
  examples: ModelMessage[]
  /** Every tool that may be called by name, listed or not. */
  names: ReadonlySet<string>
}

export const UNKNOWN_CONTEXT = 8192
/** Share of the context. */
const SHARE_OF_TOOLS = 0.4

export const contextOf = ({ contextLength, reading }: Pick<TurnInput, 'contextLength' | 'reading'>): number =>
  Math.min(contextLength ?? UNKNOWN_CONTEXT, reading?.mostContext ?? Number.POSITIVE_INFINITY)

export function writeBeginning({ input, style }: Pick<TurnState, 'input' | 'style'>): Beginning {
  const { system, tools, builtIns = [], used, toolBudget = contextOf(input) * SHARE_OF_TOOLS } = input
  const isCompact = style === 'compact'
  const write = (tool: ToolDefinition) => (isCompact ? toSignature(tool) : JSON.stringify(tool))
  const listed = pickListed(tools, toolBudget, (tool) => estimateTokens(write(tool)), used)
  const doors = listed.length < tools.length ? DOORS : []
  const own = tools.length === 0 ? builtIns : [...builtIns, readOutputDefinition(), ...doors]
  const all = [...listed, ...own]
  const names = new Set([...all, ...tools].map(({ function: { name } }) => name))
  if (style === 'choose') return { system, tools: [], examples: [], names }
  if (!isCompact) return { system, tools: all, examples: [], names }
  return { system: describeTools(all, system), tools: [], examples: writeExamples(all), names }
}
