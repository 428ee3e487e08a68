import { realpath } from 'node:fs/promises'
import { nearestWord } from '#main/formats/nearest-word'
import { dropAnswered } from '#main/formats/read-allowed-tools'
import { fingerprintOf, judgeSignature } from '#main/formats/rye/signature'
import {
  findInterpreters,
  findMissing as findMissingInterpreter,
  type Interpreters,
} from '#main/launchers/find-interpreters'
import { findBinary } from '#main/runners/process/find-binary'
import {
  type LoadedSkill,
  readSources,
  type SkillSource,
  settleSkillNames,
  settleToolNames,
} from '#main/skills/load-skills'
import type { CallError, CallErrorCode } from '#shared/call/plan'
import type { Program } from '#shared/call/rule'
import { type Diagnostic, withRemedy } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'
import type { Skill, SkillContents, SkillState } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import { startsPrograms } from './programs.ts'
import { makeSkillReader, type SkillReader } from './read-once.ts'
import { signFolder } from './signature.ts'
import { listAccess, refuseNeeds } from './skill-access.ts'
import { joinSpaces, settleShadows } from './spaces.ts'
import { type Standing, standInstalled } from './stand-installed.ts'
import { areScriptsAllowed, EMPTY_BOOK, listPermits } from './trust-book.ts'
import { type WithheldTool, withholdServed, withholdTools } from './withhold.ts'

export type { SkillSource } from '#main/skills/load-skills'

export type FoundTool =
  | { ok: true; skill: Skill; tool: Tool }
  /** `skill`: the skill because of which the tool cannot be called. */
  | { ok: false; error: CallError; skill?: Skill }

/** The skills with everything that this computer and this person decide about them. */
export interface SkillRegistry {
  skills: Skill[]
  /** The tools that the model is offered. */
  tools: Tool[]
  diagnostics: Diagnostic[]
  find(name: string): FoundTool
  /** Whether the file system reports no change in the skill's folders. */
  isFresh(skill: Skill): Promise<boolean>
}

const NOTHING_DECIDED: Standing = { book: EMPTY_BOOK, store: '', scripts: 'on' }

export async function loadRegistry(
  sources: SkillSource[],
  searchPath: string[],
  standing: Standing = NOTHING_DECIDED,
  read: SkillReader = makeSkillReader(),
): Promise<SkillRegistry> {
  const signatures = new Map<string, string>()
  const readAndSign: SkillReader = async (folder, isFixed) => {
    const done = await read(folder, isFixed)
    if (!isFixed) signatures.set(folder.dir, done.signature)
    return done
  }
  const found = await readSources(sources, async (folder, origin) => {
    return (await readAndSign(folder, origin === 'bundled')).contents
  })
  const alone = await Promise.all(found.skills.map((each) => standHere(each, searchPath, standing, readAndSign)))
  const skills = dropAnswered(
    await joinSpaces(alone, standing.book, async (index, spaces) => {
      const { dir, origin } = found.skills[index] as LoadedSkill
      const readWith: SkillReader = (folder, isFixed) => readAndSign({ ...folder, spaces }, isFixed)
      const { contents } = await readWith({ dir }, origin === 'bundled')
      return standHere({ ...contents, origin }, searchPath, standing, readWith)
    }),
  )
  settleSkillNames(skills)
  settleShadows(skills, standing.book)
  // What may not run takes no name from what may.
  settleToolNames(skills.filter(mayRun))
  const usable = skills.filter((skill) => mayRun(skill) && skill.state === 'trusted')
  return {
    skills,
    tools: usable.flatMap((skill) => skill.tools.filter((tool) => isOffered(tool, skill))),
    diagnostics: found.diagnostics,
    find: (name) => findTool(name, skills),
    isFresh: async ({ dir, sourceDir }) => {
      for (const each of [dir, sourceDir]) {
        const before = each === undefined ? undefined : signatures.get(each)
        if (each !== undefined && before !== undefined && (await signFolder(each)) !== before) return false
      }
      return true
    },
  }
}

async function standHere(
  loaded: LoadedSkill,
  searchPath: string[],
  standing: Standing,
  read: SkillReader,
): Promise<Skill> {
  const { origin, ...source } = loaded
  const stood =
    origin === 'installed' ? await standInstalled(source, standing, read) : { contents: source, state: TRUSTED }
  const whole = await withholdMissing(judgeSignatures(stood.contents, standing.keys ?? []), searchPath)
  const contents = refuseNeeds(withholdServed(whole, standing.book), standing)
  const missingBins = await findMissing(contents.requiredBins, searchPath)
  return {
    ...contents,
    ...{ origin, missingBins },
    state: stood.state === 'trusted' && missingBins.length > 0 ? 'unavailable' : stood.state,
    enabled: !standing.book.disabled.has(contents.name),
    allowScripts: standing.scripts === 'on' && areScriptsAllowed(contents, standing.book),
    ...(origin === 'installed' && { sourceDir: source.dir }),
    ...(origin === 'installed' && { programs: listTrustedPrograms(contents, standing) }),
    ...listToolsOff(contents, standing),
    ...listAccess(contents, origin, standing),
    ...listServerPermits(contents, standing),
    ...(contents.main && (await findMainFolder(source, origin, standing))),
  }
}

/** A project's tools are in a folder below it. A skill that came from no local folder belongs to none. */
async function findMainFolder({ name, dir }: SkillContents, origin: LoadedSkill['origin'], { book }: Standing) {
  const source = book.installed.get(name)?.source
  const isHere = source?.kind === 'folder' || source?.kind === 'adopted'
  const from = origin === 'named' ? dir : isHere ? source.from : null
  const real = from && (await realpath(from).catch(() => null))
  return real ? { mainOf: real.replace(/(?:\/\.\w+)?\/skills(?:\/[^/]+)?$/, '') } : {}
}

/** Adds whose signatures they are. One that does not match its key marks the file as changed. */
function judgeSignatures(contents: SkillContents, pems: readonly string[]): SkillContents {
  if (contents.tools.every(({ signature }) => signature === undefined)) return contents
  const keys = new Map(pems.map((pem) => [fingerprintOf(pem), pem]))
  const judged = contents.tools.map((tool) =>
    tool.signature ? { ...tool, signature: judgeSignature(tool.signature, keys) } : tool,
  )
  const forged = judged.filter(({ signature }) => signature?.state === 'modified')
  const why = { message: message('rye-signature-modified'), remedy: message('rye-sign-again') }
  const withheld = forged.map((tool) => ({ tool, why: { severity: 'error', code: 'SIGNATURE', ...why } as const }))
  return withholdTools({ ...contents, tools: judged }, withheld)
}

/** Withholds tools whose interpreter is missing; the diagnostic names the remedy. */
async function withholdMissing(contents: SkillContents, searchPath: string[]): Promise<SkillContents> {
  if (contents.tools.every(({ runtime }) => !NEEDS_PROGRAM.has(runtime.kind))) return contents
  const programs = new Set(contents.tools.flatMap(({ runtime }) => (runtime.kind === 'program' ? runtime.program : [])))
  const missing = new Set(await findMissing([[...programs]], searchPath))
  const interpreters = await findInterpreters({ searchPath })
  const withheld = contents.tools.flatMap((tool): WithheldTool[] => {
    const { runtime } = tool
    const isLacking = runtime.kind === 'program' && missing.has(runtime.program)
    const lacking = isLacking ? message('rye-program-missing', { program: runtime.program }) : null
    const why = whyMissing(runtime, interpreters) ?? lacking
    if (why === null) return []
    const remedy = message('then-load-again')
    return [{ tool, why: { severity: 'warning', code: 'BINARY_MISSING', message: why, remedy } }]
  })
  return withholdTools(contents, withheld)
}

function whyMissing(runtime: Tool['runtime'], machine: Interpreters): Message | null {
  if (runtime.kind === 'code') return findMissingInterpreter(machine, runtime.launcher)
  if (runtime.kind !== 'function' || machine.node.ok || machine.deno.ok) return null
  return message('no-interpreter-for-functions')
}

function listTrustedPrograms(contents: SkillContents, { book }: Standing): readonly Program[] | null {
  return book.programs.get(contents.name) ?? (startsPrograms(contents) ? null : [])
}

function listToolsOff({ name, tools }: SkillContents, { book }: Standing): Pick<Skill, 'toolsOff'> {
  const off = book.toolsOff.get(name)
  const toolsOff = tools.flatMap((tool) => (off?.has(tool.name) ? tool.name : []))
  return toolsOff.length > 0 ? { toolsOff } : {}
}

const NEEDS_PROGRAM: ReadonlySet<string> = new Set(['code', 'program', 'function'])

function listServerPermits({ servers = [] }: SkillContents, { book }: Standing): Pick<Skill, 'permits'> {
  const given = servers.map((server) => [server.name, listPermits(server, book)] as const)
  return given.some(([, permits]) => permits.length > 0) ? { permits: Object.fromEntries(given) } : {}
}

/** The model does not even learn of bundled code, or of an Agent Skill's scripts, before a person allows them. */
function isOffered({ name, runtime, isHidden, format }: Tool, { toolsOff, origin, allowScripts }: Skill): boolean {
  const isCode = runtime.kind === 'code' || runtime.kind === 'program' || runtime.kind === 'function'
  const waits = isCode && (origin === 'bundled' || format === 'agent-skills') && !allowScripts
  return !isHidden && !toolsOff?.includes(name) && !waits
}

const TRUSTED: SkillState = 'trusted'

function mayRun({ state, enabled }: Skill): boolean {
  return enabled && (state === 'trusted' || state === 'unavailable')
}

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
