import { nearestWord } from '#main/formats/nearest-word'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { findBinary } from '#main/runtime/find-binary'
import { loadSkills } from '#main/skills/load-skills'
import type { Diagnostic } from '#shared/diagnostic'
import type { CallError, CallErrorCode } from '#shared/plan'
import type { Skill } from '#shared/skill'
import type { Tool } from '#shared/tool'

export interface SkillSource {
  path: string
  origin: Skill['origin']
}

/** The skills as they stand here: read from their folders, with what this machine makes of them. */
export interface Shelf {
  skills: Skill[]
  /** What the model is offered. */
  tools: Tool[]
  diagnostics: Diagnostic[]
  find(name: string): { ok: true; skill: Skill; tool: Tool } | { ok: false; error: CallError }
}

export async function stockShelf(sources: SkillSource[], searchPath: string[]): Promise<Shelf> {
  const loaded = await loadSkills(sources, { schema: checkSchema, pattern: checkPattern })
  const skills = await Promise.all(
    loaded.skills.map(async (contents): Promise<Skill> => {
      const missingBins = await findMissing(contents.requiredBins, searchPath)
      const state = missingBins.length > 0 ? 'unavailable' : 'trusted'
      return { ...contents, state, enabled: true, allowScripts: false, missingBins }
    }),
  )
  const usable = skills.filter(({ state, enabled }) => state === 'trusted' && enabled)
  return {
    skills,
    tools: usable.flatMap(({ tools }) => tools),
    diagnostics: loaded.diagnostics,
    find: (name) => findTool(name, skills),
  }
}

function findTool(name: string, skills: Skill[]): ReturnType<Shelf['find']> {
  for (const skill of skills) {
    const tool = skill.tools.find(({ modelName }) => modelName === name)
    if (!tool) continue
    if (skill.state === 'unavailable') {
      const message = `${name} needs ${skill.missingBins.join(', ')}, which is not installed here.`
      return { ok: false, error: { code: 'BINARY_NOT_FOUND', message } }
    }
    return { ok: true, skill, tool }
  }
  for (const { withheld } of skills) {
    const broken = withheld.find((tool) => tool.name === name)
    if (broken) {
      const { message, remedy } = broken.diagnostic
      const error: CallError = { code: codeOf(broken.diagnostic), message: `${message} ${remedy}`.trim() }
      return { ok: false, error }
    }
  }
  const names = skills.flatMap(({ tools }) => tools.map(({ modelName }) => modelName))
  const nearest = nearestWord(name, names)
  const advice = nearest ? `Did you mean ${nearest}?` : `Tools: ${names.join(', ')}`
  return { ok: false, error: { code: 'TOOL_UNKNOWN', message: `there is no tool ${name}. ${advice}` } }
}

/** Called all the same, a tool beyond its allowlist says which half of the pair is missing. */
function codeOf({ code, path }: Diagnostic): CallErrorCode {
  if (code !== 'NOT_ALLOWLISTED') return 'TOOL_BROKEN'
  return /\.subcommand(?:Override)?$/.test(path) ? 'SUBCOMMAND_NOT_ALLOWED' : 'BINARY_NOT_ALLOWED'
}

/** Of the alternative that lacks the fewest. */
async function findMissing(alternatives: string[][], searchPath: string[]): Promise<string[]> {
  let fewest: string[] | null = null
  for (const bins of alternatives) {
    const found = await Promise.all(bins.map((name) => findBinary(name, searchPath)))
    const missing = bins.filter((_name, index) => !found[index]?.ok)
    if (!fewest || missing.length < fewest.length) fewest = missing
  }
  return fewest ?? []
}
