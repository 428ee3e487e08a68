import { isObject } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import { type RankedTool, rankTools } from './rank-tools.ts'
import { stem, wordsOf } from './words.ts'

export const FIND_TOOLS = 'find_tools'

const FEW = 5
/** Of the context: below it every tool is offered. */
const SMALL_SHARE = 0.1
/** What the offered ones may take, of the context and of all definitions. */
const CONTEXT_SHARE = 0.35
const DEFINITIONS_SHARE = 0.18
const LEAST_MATCHES = 4
const FOUND_AT_ONCE = 8

export interface Offer {
  tools: readonly ToolDefinition[]
  contextLength: number
  /** What the person asks for now. */
  text: string
  /** Names of the tools called in this chat, oldest first. */
  used: readonly string[]
  pinned: readonly string[]
  estimateTokens: (text: string) => number
}

/** All tools while they are a small part of the context; else those that matter now, and `find_tools` for the others. */
export function offerTools(offer: Offer): { offered: ToolDefinition[]; isNarrowed: boolean } {
  const { tools, contextLength } = offer
  const costs = new Map(tools.map((tool) => [tool, offer.estimateTokens(JSON.stringify(tool))]))
  const whole = [...costs.values()].reduce((sum, cost) => sum + cost, 0)
  if (tools.length < FEW || whole <= contextLength * SMALL_SHARE) return { offered: [...tools], isNarrowed: false }

  const ranked = rankTools(tools, offer.text)
  const chosen = new Set([...pickNamed(offer), ...pickOfNamedSkills(ranked, offer.text)])
  const budget = Math.min(contextLength * CONTEXT_SHARE, whole * DEFINITIONS_SHARE)
  const costOf = (tool: ToolDefinition) => costs.get(tool) ?? 0
  let left = budget - costOfFindTools(offer) - [...chosen].reduce((sum, tool) => sum + costOf(tool), 0)
  const matches = ranked.filter(({ score }) => score > 0).map(({ tool }) => tool)
  const best = new Set(matches.slice(0, LEAST_MATCHES))
  for (const tool of [...best, ...pickUsed(offer), ...matches, ...pickOneOfEachSkill(ranked)]) {
    if (chosen.has(tool) || (costOf(tool) > left && !best.has(tool))) continue
    chosen.add(tool)
    left -= costOf(tool)
  }
  if (chosen.size === tools.length) return { offered: [...tools], isNarrowed: false }
  return { offered: [...tools.filter((tool) => chosen.has(tool)), findToolsDefinition()], isNarrowed: true }
}

const costOfFindTools = ({ estimateTokens }: Offer) => estimateTokens(JSON.stringify(findToolsDefinition()))

function pickNamed({ tools, pinned, text }: Pick<Offer, 'tools' | 'pinned' | 'text'>): ToolDefinition[] {
  const kept = new Set(pinned)
  const said = ` ${spoken(text)} `
  return tools.filter(({ function: { name } }) => kept.has(name) || said.includes(` ${spoken(name)} `))
}

const spoken = (text: string) => wordsOf(text).join(' ')

function pickUsed({ tools, used }: Offer): ToolDefinition[] {
  const byName = new Map(tools.map((tool) => [tool.function.name, tool]))
  return used.toReversed().flatMap((name) => byName.get(name) ?? [])
}

/** The names of one skill's tools begin with the same word. */
function bestOfEachSkill(ranked: readonly RankedTool[]): Map<string, ToolDefinition> {
  const best = new Map<string, ToolDefinition>()
  for (const { tool } of ranked) {
    const skill = stem(wordsOf(tool.function.name)[0] ?? '')
    if (!best.has(skill)) best.set(skill, tool)
  }
  return best
}

function pickOfNamedSkills(ranked: readonly RankedTool[], text: string): ToolDefinition[] {
  const said = new Set(wordsOf(text).map(stem))
  return [...bestOfEachSkill(ranked)].filter(([skill]) => said.has(skill)).map(([, tool]) => tool)
}

const pickOneOfEachSkill = (ranked: readonly RankedTool[]) => bestOfEachSkill(ranked).values()

export function findToolsDefinition(): ToolDefinition {
  const query = {
    type: 'string',
    description: 'What you want to do, in a few words. Example: list running containers',
  }
  return {
    type: 'function',
    function: {
      name: FIND_TOOLS,
      description: 'Find more tools. Use it when none of the tools you see can do what was asked.',
      parameters: { type: 'object', properties: { query }, required: ['query'], additionalProperties: false },
    },
  }
}

/** What the model reads, and the names to offer from the next round on. */
export function answerFindTools(tools: readonly ToolDefinition[], args: unknown): { text: string; found: string[] } {
  const query = isObject(args) ? args.query : undefined
  if (typeof query !== 'string' || query.trim() === '') {
    return { text: 'error: query: expected a few words that say what you want to do', found: [] }
  }
  const named = pickNamed({ tools, pinned: [], text: query })
  const matching = rankTools(tools, query)
    .filter(({ score }) => score > 0)
    .map(({ tool }) => tool)
  const found = [...new Set([...named, ...matching])].slice(0, FOUND_AT_ONCE).map((tool) => tool.function)
  if (found.length === 0) {
    return { text: `No tool fits "${query}". Try other words, or answer without a tool.`, found: [] }
  }
  const lines = found.map(({ name, description }) => `- ${name}: ${description}`)
  return { text: ['You can call these tools now:', ...lines].join('\n'), found: found.map(({ name }) => name) }
}
