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
  /** Says which of the listed tools this turn may call, if not all; comes after the beginning. */
  limits: string
}

export const UNKNOWN_CONTEXT = 8192
/** Share of the context. */
const SHARE_OF_TOOLS = 0.4

export const contextOf = ({ contextLength, reading }: Pick<TurnInput, 'contextLength' | 'reading'>): number =>
  Math.min(contextLength ?? UNKNOWN_CONTEXT, reading?.mostContext ?? Number.POSITIVE_INFINITY)

export function writeBeginning({ input, style }: Pick<TurnState, 'input' | 'style'>): Beginning {
  const { system, tools, builtIns = [], used, toolBudget = contextOf(input) * SHARE_OF_TOOLS } = input
  const shown = input.shown ?? { tools, builtIns }
  const isCompact = style === 'compact'
  const write = (tool: ToolDefinition) => (isCompact ? toSignature(tool) : JSON.stringify(tool))
  const listed = pickListed(shown.tools, toolBudget, (tool) => estimateTokens(write(tool)), used)
  const doors = listed.length < shown.tools.length ? DOORS : []
  const own = (of: readonly ToolDefinition[]) => (of.length === 0 ? [] : [readOutputDefinition(), ...doors])
  const all = [...listed, ...shown.builtIns, ...own(shown.tools)]
  const isCallable = new Set(tools)
  const names = namesOf([...listed.filter((tool) => isCallable.has(tool)), ...builtIns, ...own(tools), ...tools])
  if (style === 'choose') return { system, tools: [], examples: [], names, limits: '' }
  const limits = describeLimits(input, namesOf(listed))
  if (!isCompact) return { system, tools: all, examples: [], names, limits }
  return { system: describeTools(all, system), tools: [], examples: writeExamples(all), names, limits }
}

const namesOf = (tools: readonly ToolDefinition[]) => new Set(tools.map(({ function: { name } }) => name))

function describeLimits({ tools, builtIns = [], shown }: TurnInput, listed: ReadonlySet<string>): string {
  if (!shown) return ''
  if (tools.length === 0) return 'Call no tools for this. Answer in words.'
  const allowed = namesOf([...tools, ...builtIns])
  const others = [...namesOf([...shown.tools, ...shown.builtIns])].filter((name) => !allowed.has(name))
  if (others.length === 0) return ''
  if (others.length <= allowed.size) return `Do not call ${others.join(' or ')} for this.`
  const unlisted = tools.filter(({ function: { name } }) => !listed.has(name)).map(toSignature)
  const reach = unlisted.length > 0 ? ['Those that are not listed above, to be called by name or with use_tool:'] : []
  return [`Call only these tools for this: ${[...allowed].join(', ')}`, ...reach, ...unlisted].join('\n')
}
