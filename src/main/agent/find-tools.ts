import { USE_TOOL } from '#shared/call/builtins'
import { isObject, type JsonObject } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import { firstSentence, toSignature } from './compact-text.ts'
import type { TurnPorts } from './ports.ts'
import { rankTools } from './rank-tools.ts'
import { stem, wordsOf } from './words.ts'

export const FIND_TOOLS = 'find_tools'

const FOUND_AT_ONCE = 8

/**
 * The tools that the beginning lists: all, or as many as the budget allows. Pinned ones, used infinitely often, come
 * first, then the most used one of each skill, all that were ever used, and the second of each skill. Independent of the
 * messages.
 */
export function pickListed(
  tools: readonly ToolDefinition[],
  budget: number,
  costOf: (tool: ToolDefinition) => number,
  used: ReadonlyMap<string, number> = new Map(),
): ToolDefinition[] {
  if (tools.reduce((sum, tool) => sum + costOf(tool), 0) <= budget) return [...tools]
  const usesOf = (tool: ToolDefinition) => used.get(tool.function.name) ?? 0
  const byUse = tools.toSorted((one, other) => usesOf(other) - usesOf(one))
  const seen = new Map<string, number>()
  const ranks = new Map(
    byUse.map((tool) => {
      const skill = stem(wordsOf(tool.function.name)[0] ?? '')
      const rank = seen.get(skill) ?? 0
      seen.set(skill, rank + 1)
      if (usesOf(tool) === Infinity) return [tool, -1]
      return [tool, rank > 0 && usesOf(tool) > 0 ? 0.5 : rank]
    }),
  )
  const inTurn = byUse.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
  const listed = new Set<ToolDefinition>()
  let left = budget
  for (const tool of inTurn) {
    if (costOf(tool) > left) continue
    listed.add(tool)
    left -= costOf(tool)
  }
  return tools.filter((tool) => listed.has(tool))
}

const define = (name: string, description: string, properties: JsonObject): ToolDefinition => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  },
})

const text = (description: string) => ({ type: 'string', description })

/** For tools that the beginning does not list. */
export const DOORS: readonly ToolDefinition[] = [
  define(FIND_TOOLS, 'Find more tools. Use it when none of the tools you see can do what was asked.', {
    query: text('What you want to do, in a few words. Example: list running containers'),
  }),
  define(USE_TOOL, 'Call a tool that find_tools named.', {
    name: text('Name of the tool.'),
    arguments: { type: 'object', description: 'Its arguments.' },
  }),
]

/** Tells the model how to call each tool that matches. */
export async function answerFindTools(
  tools: readonly ToolDefinition[],
  args: unknown,
  compareMeanings: TurnPorts['compareMeanings'] = async () => null,
): Promise<string> {
  const query = isObject(args) ? args.query : undefined
  if (typeof query !== 'string' || query.trim() === '') {
    return 'error: query: expected a few words that say what you want to do'
  }
  const asked = ` ${wordsOf(query).join(' ')} `
  const named = tools.filter(({ function: { name } }) => asked.includes(` ${wordsOf(name).join(' ')} `))
  const byWords = rankTools(tools, query).flatMap(({ tool, score }) => (score > 0 ? [tool] : []))
  const nearness = await compareMeanings(query, tools.map(describe))
  const matching = nearness ? merge(byWords, rankBy(tools, nearness)) : byWords
  const found = [...new Set([...named, ...matching])].slice(0, FOUND_AT_ONCE)
  if (found.length === 0) return `No tool fits "${query}". Try other words, or answer without a tool.`
  return ['You can call these tools now, by their names or with use_tool:', ...found.map(toSignature)].join('\n')
}

const describe = ({ function: { name, description } }: ToolDefinition) =>
  `${wordsOf(name).join(' ')}: ${firstSentence(description)}`

function rankBy(tools: readonly ToolDefinition[], scores: readonly number[]): ToolDefinition[] {
  const order = scores.map((score, at) => ({ score, at })).toSorted((one, other) => other.score - one.score)
  return order.flatMap(({ at }) => tools[at] ?? [])
}

/** The scores of two rankings cannot be compared, so positions count: first in one beats tenth in both. */
function merge(...rankings: readonly ToolDefinition[][]): ToolDefinition[] {
  const points = new Map<ToolDefinition, number>()
  for (const ranking of rankings) {
    for (const [at, tool] of ranking.entries()) points.set(tool, (points.get(tool) ?? 0) + 1 / (at + 5))
  }
  return [...points].toSorted(([, one], [, other]) => other - one).map(([tool]) => tool)
}
