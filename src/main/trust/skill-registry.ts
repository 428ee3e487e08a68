import { nearestWord } from '#main/formats/nearest-word'
import { dropAnswered } from '#main/formats/read-allowed-tools'
import {
  type LoadedSkill,
  readSources,
  type SkillSource,
  settleSkillNames,
  settleToolNames,
} from '#main/skills/load-skills'
import type { CallError, CallErrorCode } from '#shared/call/plan'
import { type Diagnostic, withRemedy } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import { decideSkill, type TrustContext } from './decide-skill.ts'
import { makeSkillReader, type SkillReader, signFolder } from './read-once.ts'
import { joinSpaces, settleShadows } from './spaces.ts'

export type { SkillSource } from '#main/skills/load-skills'

export type FoundTool =
  | { ok: true; skill: Skill; tool: Tool }
  /** `skill`: the skill because of which the tool cannot be called. */
  | { ok: false; error: CallError; skill?: Skill }

export type SkillRegistry = Awaited<ReturnType<typeof loadRegistry>>

const NOTHING_DECIDED: TrustContext = { book: new Map(), store: '', scripts: 'on' }

/** The skills with everything that this computer and this person decide about them. */
export async function loadRegistry(
  sources: SkillSource[],
  searchPath: string[],
  trust: TrustContext = NOTHING_DECIDED,
  read: SkillReader = makeSkillReader(),
) {
  const signatures = new Map<string, string>()
  const readAndSign: SkillReader = async (folder, isFixed) => {
    const done = await read(folder, isFixed)
    if (!isFixed) signatures.set(folder.dir, done.signature)
    return done
  }
  const found = await readSources(sources, async (folder, origin) => {
    return (await readAndSign(folder, origin === 'bundled')).contents
  })
  const alone = await Promise.all(found.skills.map((each) => decideSkill(each, searchPath, trust, readAndSign)))
  const skills = dropAnswered(
    await joinSpaces(alone, trust.book, async (index, spaces) => {
      const { dir, origin } = found.skills[index] as LoadedSkill
      const readWith: SkillReader = (folder, isFixed) => readAndSign({ ...folder, spaces }, isFixed)
      const { contents } = await readWith({ dir }, origin === 'bundled')
      return decideSkill({ ...contents, origin }, searchPath, trust, readWith)
    }),
  )
  settleSkillNames(skills)
  settleShadows(skills, trust.book)
  // What may not run takes no name from what may.
  settleToolNames(skills.filter(mayRun))
  const usable = skills.filter((skill) => mayRun(skill) && skill.state === 'trusted')
  return {
    skills,
    /** The tools that the model is offered. */
    tools: usable.flatMap((skill) => skill.tools.filter((tool) => isOffered(tool, skill))),
    diagnostics: found.diagnostics,
    find: (name: string) => findTool(name, skills),
    /** Whether the file system reports no change in the skill's folders. */
    async isFresh({ dir, sourceDir }: Skill): Promise<boolean> {
      for (const each of [dir, sourceDir]) {
        const before = each === undefined ? undefined : signatures.get(each)
        if (each !== undefined && before !== undefined && (await signFolder(each)) !== before) return false
      }
      return true
    },
  }
}

/** The model does not even learn of bundled code, or of an Agent Skill's scripts, before a person allows them. */
function isOffered({ name, runtime, isHidden, format }: Tool, { toolsOff, origin, allowScripts }: Skill): boolean {
  const isCode = runtime.kind === 'code' || runtime.kind === 'program' || runtime.kind === 'function'
  const waits = isCode && (origin === 'bundled' || format === 'agent-skills') && !allowScripts
  return !isHidden && !toolsOff?.includes(name) && !waits
}

const mayRun = ({ state, enabled }: Skill): boolean => enabled && (state === 'trusted' || state === 'unavailable')

function findTool(name: string, skills: Skill[]): FoundTool {
  const holders = skills.filter(({ tools }) => tools.some(({ modelName }) => modelName === name))
  const skill = holders.find(mayRun) ?? holders[0]
  const tool = skill?.tools.find(({ modelName }) => modelName === name)
  if (skill && tool) {
    const error = findObstacle(name, skill) ?? findSwitchedOff(tool, skill)
    return error ? { ok: false, error, skill } : { ok: true, skill, tool }
  }
  for (const skill of skills) {
    const broken = skill.withheld.find((tool) => tool.name === name)
    if (broken) {
      const error: CallError = { code: codeOf(broken.diagnostic), message: withRemedy(broken.diagnostic) }
      return { ok: false, error: mayRun(skill) ? error : (findObstacle(name, skill) ?? error), skill }
    }
  }
  const names = skills.filter(mayRun).flatMap(({ tools }) => tools.map(({ modelName }) => modelName))
  const nearest = nearestWord(name, names)
  const unknown = nearest
    ? message('no-such-tool-near', { tool: name, near: nearest })
    : message('no-such-tool', { tool: name, names: names.join(', ') })
  return { ok: false, error: { code: 'TOOL_UNKNOWN', message: unknown } }
}

function findObstacle(tool: string, { name, state, enabled, missingBins }: Skill): CallError | null {
  if (state === 'quarantined')
    return { code: 'SKILL_UNTRUSTED', message: message('skill-not-trusted', { skill: name }) }
  if (state === 'changed') return { code: 'SKILL_CHANGED', message: message('skill-changed', { skill: name }) }
  if (!enabled) return { code: 'SKILL_DISABLED', message: message('skill-switched-off', { skill: name, tool }) }
  if (state === 'trusted') return null
  return {
    code: 'BINARY_NOT_FOUND',
    message: message('tool-needs-programs', { tool, programs: missingBins.join(', ') }),
  }
}

/** Why a tool is not offered, for the model; null if it is. */
export function findSwitchedOff({ name, modelName }: Tool, skill: Skill): CallError | null {
  if (!skill.toolsOff?.includes(name)) return null
  return { code: 'TOOL_DISABLED', message: message('tool-switched-off', { tool: modelName, skill: skill.name }) }
}

/** For a call of a tool outside its allowlist: which half of the pair is missing. */
function codeOf({ code, path }: Diagnostic): CallErrorCode {
  if (code === 'BINARY_MISSING') return 'BINARY_NOT_FOUND'
  if (code !== 'NOT_ALLOWLISTED') return 'TOOL_BROKEN'
  return /\.subcommand(?:Override)?$/.test(path) ? 'SUBCOMMAND_NOT_ALLOWED' : 'BINARY_NOT_ALLOWED'
}
