import { mkdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ProgramSearch } from '#main/launchers/find-interpreters'
import { findBinary } from '#main/runners/process/find-binary'
import { homeOf } from '#main/skills/find-skills'
import { explainError } from '#main/skills/read-file'
import type { NewFact } from '#shared/facts'
import { type Message, message, type Text, toMessage, type ValuesFor } from '#shared/messages/message'
import { needId, type SkillAccess } from '#shared/skill/needs'
import type { Review, ReviewedFile } from '#shared/skill/review'
import type { Skill, SkillErrorCode } from '#shared/skill/skill'
import type { SkillFact } from '#shared/skill/skill-facts'
import { findPrograms, isStarted, whyNotTrusted } from './programs.ts'
import { makeReview } from './review.ts'
import type { SkillRegistry } from './skill-registry.ts'
import { type FilesReading, keepSnapshot, readFiles, snapshotIn, storeIn } from './store.ts'
import type { TrustState } from './trust-state.ts'

/** What decisions about skills need, in the window and on the command line. */
export interface SkillPorts {
  home: string
  machine: ProgramSearch
  registry(): SkillRegistry
  trust(): TrustState
  /** Resolves once the skills have been read again. */
  restock(): Promise<void>
  /** Records a fact; resolves once the skills have been read again. */
  publish(fact: NewFact): Promise<void>
}

export type Answer<T> = { ok: true; value: T } | { ok: false; error: { code: SkillErrorCode; message: Message } }

export const refuse = <T extends Text>(code: SkillErrorCode, text: T, ...[values]: ValuesFor<T>): Answer<never> => ({
  ...{ ok: false, error: { code, message: toMessage(text, values) } },
})

/** Records a decision about a skill and gives the skill as it is then. */
async function decide(fact: SkillFact, ports: SkillPorts): Promise<Answer<Skill>> {
  await ports.publish({ ...fact, chat: null })
  return findSkill(fact.skill, ports, 'as it stands')
}

/** Of the folder as it is now. */
export async function reviewSkill(name: string, ports: SkillPorts): Promise<Answer<Review>> {
  const found = await findSkill(name, ports)
  if (!found.ok) return found
  const skill = found.value
  const { dir, sourceDir = dir, hash } = skill
  const [read, trusted] = await Promise.all([readFiles(sourceDir), readTrusted(name, ports)])
  if (read.ok && read.hash !== hash) return refuse('SKILL_CHANGED', 'folder-being-changed', { folder: sourceDir })
  const source = ports.trust().get(name)?.installed?.source
  const obstacle = read.ok
    ? findObstacle(skill)
    : message('subject-problem', { file: read.diagnostic.file, problem: read.diagnostic.message })
  const review = await makeReview(skill, {
    files: read.ok ? read.files : new Map(),
    lookUp: (binary) => lookUp(binary, skill, ports.machine.searchPath),
    ...(trusted?.ok && { trusted: trusted.files }),
    ...(source && { source }),
    ...(obstacle !== null && { obstacle }),
  })
  return { ok: true, value: review }
}

/** `hash` is what the person saw; any other state is refused. */
export async function trustSkill(name: string, hash: string, ports: SkillPorts): Promise<Answer<Skill>> {
  const found = await findSkill(name, ports)
  if (!found.ok) return found
  const { sourceDir } = found.value
  const programs = await findPrograms(found.value, ports.machine)
  const obstacle = findObstacle(found.value)
  if (obstacle !== null) return refuse('SKILL_NOT_INSTALLED', obstacle)
  if (sourceDir === undefined) return refuse('SKILL_NOT_INSTALLED', 'skill-not-installed-here', { skill: name })
  const changed = message('folder-changed-since-review', { skill: name })
  if (found.value.hash !== hash) return refuse('SKILL_CHANGED', changed)
  const kept = await keepSnapshot(sourceDir, hash, storeIn(ports.home))
  if (!kept.ok && kept.code === 'changed') return refuse('SKILL_CHANGED', changed)
  if (!kept.ok) return refuse(kept.code === 'unreadable' ? 'SKILL_UNREADABLE' : 'SKILL_NOT_KEPT', kept.message)
  const { needs = [] } = found.value
  const variables = needs.filter(({ kind }) => kind === 'variable').map(needId)
  const listed = variables.length > 0 ? { variables } : {}
  return decide({ type: 'skill.trusted', skill: name, hash, programs, ...listed }, ports)
}

export async function switchSkill(name: string, enabled: boolean, ports: SkillPorts): Promise<Answer<Skill>> {
  const found = await findSkill(name, ports)
  if (!found.ok || found.value.enabled === enabled) return found
  return decide({ type: 'skill.switched', skill: name, enabled }, ports)
}

/** A tool that is switched off is not offered, and calls for it are refused. */
export async function switchTool(name: string, tool: string, enabled: boolean, ports: SkillPorts) {
  const found = await findSkill(name, ports)
  if (!found.ok) return found
  const { tools, toolsOff = [] } = found.value
  const isKnown = tools.some((each) => each.name === tool)
  if (!isKnown) return refuse('TOOL_UNKNOWN', 'skill-has-no-tool', { skill: name, tool })
  if (toolsOff.includes(tool) !== enabled) return found
  return decide({ type: 'tool.switched', skill: name, tool, enabled }, ports)
}

/** Moves its folder aside, so that nothing a person wrote is lost. */
export async function removeSkill(name: string, ports: SkillPorts): Promise<Answer<{ movedTo: string; skill: Skill }>> {
  const found = await findSkill(name, ports)
  if (!found.ok) return found
  const { sourceDir } = found.value
  if (sourceDir === undefined) return refuse('SKILL_NOT_INSTALLED', 'skill-not-installed-here', { skill: name })
  const folder = homeOf(sourceDir)
  const movedTo = join(ports.home, 'removed', `${basename(folder)}-${new Date().toISOString().replaceAll(':', '')}`)
  try {
    await mkdir(join(ports.home, 'removed'), { recursive: true, mode: 0o700 })
    await rename(folder, movedTo)
  } catch (error) {
    return refuse('SKILL_NOT_KEPT', 'cannot-move-folder', { folder, target: movedTo, problem: explainError(error) })
  }
  await ports.publish({ type: 'skill.removed', chat: null, skill: name })
  return { ok: true, value: { movedTo, skill: found.value } }
}

/** Off at once; on only if `confirm`, which shows every script, agrees, and only for these scripts. */
export async function switchScripts(
  name: string,
  allowed: boolean,
  ports: SkillPorts & { scripts(): 'on' | 'off'; confirm(skill: Skill, scripts: ReviewedFile[]): Promise<boolean> },
): Promise<Answer<Skill>> {
  const found = await findSkill(name, ports)
  if (!found.ok) return found
  const { scriptsHash, state } = found.value
  const switched = { type: 'scripts.switched', skill: name, allowed, scriptsHash: scriptsHash ?? '' } as const
  if (!allowed) return decide(switched, ports)
  if (state === 'quarantined' || state === 'changed') {
    return refuse('SKILL_UNTRUSTED', message(`scripts-need-trust-${state}`, { skill: name }))
  }
  if (ports.scripts() === 'off') return refuse('SCRIPTS_OFF', 'scripts-off-everywhere')
  const review = await reviewSkill(name, ports)
  if (!review.ok) return review
  if (scriptsHash === undefined) return refuse('NO_SCRIPTS', 'skill-has-no-scripts', { skill: name })
  if (!(await ports.confirm(found.value, review.value.scripts))) return refuse('DECLINED', 'not-confirmed')
  const now = await findSkill(name, ports)
  if (!now.ok) return now
  const isSame = now.value.scriptsHash === scriptsHash && now.value.hash === review.value.hash
  return isSame ? decide(switched, ports) : refuse('SKILL_CHANGED', 'skill-changed-while-shown', { skill: name })
}

/** Taken away at once; given only if `confirm` agrees, and only to the skill as it is now. */
export async function switchAccess(
  name: string,
  id: string,
  allowed: boolean,
  ports: SkillPorts & { confirm(access: SkillAccess): Promise<boolean> },
): Promise<Answer<Skill>> {
  const found = await findSkill(name, ports)
  if (!found.ok) return found
  const { access = [], hash, state } = found.value
  const wanted = access.find(({ need }) => needId(need) === id)
  const names = access.map((each) => needId(each.need)).join(', ')
  if (!wanted) return refuse('NO_SUCH_ACCESS', 'no-such-need', { skill: name, need: id, names })
  if (allowed) {
    const isReviewed = state === 'trusted' || state === 'unavailable'
    if (!isReviewed) return refuse('SKILL_UNTRUSTED', 'access-needs-trust', { skill: name })
    if (!(await ports.confirm(wanted))) return refuse('DECLINED', 'not-confirmed')
    const now = await findSkill(name, ports)
    if (!now.ok) return now
    if (now.value.hash !== hash) return refuse('SKILL_CHANGED', 'skill-changed-while-shown', { skill: name })
  }
  return decide({ type: 'skill.access-switched', skill: name, need: id, allowed, hash }, ports)
}

export async function findSkill(
  name: string,
  ports: SkillPorts,
  when: 'read anew' | 'as it stands' = 'read anew',
): Promise<Answer<Skill>> {
  if (when === 'read anew') await ports.restock()
  const skill = ports.registry().skills.find((each) => each.name === name)
  return skill ? { ok: true, value: skill } : refuse('SKILL_UNKNOWN', 'no-such-skill', { skill: name })
}

function findObstacle({ name, origin }: Skill): Message | null {
  return origin === 'installed' ? null : message('skill-needs-no-trust', { skill: name })
}

async function readTrusted(name: string, { home, trust }: SkillPorts): Promise<FilesReading | null> {
  const hash = trust().get(name)?.trusted
  if (hash === undefined) return null
  const read = await readFiles(snapshotIn(storeIn(home), hash))
  return read.ok && read.hash === hash ? read : null
}

async function lookUp(binary: string, skill: Skill, searchPath: string[]) {
  const found = await findBinary(binary, searchPath, { withHash: true })
  if (!found.ok) return { path: null }
  const { size, mtimeNs } = found.identity
  const isOther = Boolean(skill.programs) && isStarted(skill, binary) && whyNotTrusted(skill, binary, found) !== null
  return {
    ...{ path: found.path, ...(isOther && { isOther }) },
    bytes: Number(size),
    changedAt: new Date(Number(BigInt(mtimeNs) / 1_000_000n)).toISOString(),
  }
}
