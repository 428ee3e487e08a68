import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { SKILL_MD } from '#main/formats/names'
import { quote, reasonOf, reportReason } from '#main/formats/place'
import type { Diagnostic } from '#shared/messages/diagnostic'
import type { Skill, SkillContents } from '#shared/skill/skill'
import type { Format } from '#shared/skill/tool'
import { type FoundFolder, lookForSkills } from './find-skills.ts'

export type Origin = Skill['origin']

export interface SkillSource {
  /** A skill or a folder of skills. */
  path: string
  origin: Origin
}

export type LoadedSkill = SkillContents & { origin: Origin }

const AT_ONCE = 16
// A skill named for this call wins; an installed one, which may be untrusted, takes no name from a bundled one.
const ORDER: readonly Origin[] = ['named', 'bundled', 'installed']

/**
 * The order of the result depends only on origin and name; several may claim the same name. Never rejects.
 */
export async function readSources(
  sources: readonly SkillSource[],
  read: (folder: FoundFolder, origin: Origin) => Promise<SkillContents>,
): Promise<{ skills: LoadedSkill[]; diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = []
  const folders = await findFolders(sources, diagnostics)
  const skills = await mapSome(folders, async ({ origin, ...folder }): Promise<LoadedSkill> => {
    return { ...(await read(folder, origin)), origin }
  })
  skills.sort(compareSkills)
  return { skills, diagnostics }
}

/** Each folder once, under the first origin that leads to it. */
async function findFolders(
  sources: readonly SkillSource[],
  diagnostics: Diagnostic[],
): Promise<(FoundFolder & { origin: Origin })[]> {
  const found = new Map<string, FoundFolder & { origin: Origin }>()
  const inOrder = sources.toSorted((a, b) => ORDER.indexOf(a.origin) - ORDER.indexOf(b.origin))
  for (const { path, origin } of inOrder) {
    const { folders, isSkills } = await lookForSkills(path)
    if (!isSkills && origin === 'bundled')
      reportReason(diagnostics, path, reasonOf('FILE_UNREADABLE', 'no-bundled-skills', 'install-skillet-again'))
    if (!isSkills && origin !== 'named') continue
    for (const folder of folders) if (!found.has(folder.dir)) found.set(folder.dir, { ...folder, origin })
  }
  return [...found.values()]
}

function compareSkills(a: LoadedSkill, b: LoadedSkill): number {
  return ORDER.indexOf(a.origin) - ORDER.indexOf(b.origin) || compareText(a.name, b.name) || compareDirs(a, b)
}

/** A folder named like its skill comes first. */
function compareDirs(a: LoadedSkill, b: LoadedSkill): number {
  const isNamedSo = ({ name, dir }: LoadedSkill) => Number(basename(dir) === name)
  return isNamedSo(b) - isNamedSo(a) || compareText(a.dir, b.dir)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export function settleSkillNames(skills: readonly SkillContents[]): void {
  const first = new Map<string, SkillContents>()
  for (const skill of skills) {
    const other = first.get(skill.name)
    if (!other) {
      first.set(skill.name, skill)
      continue
    }
    const values = { other: quote(other.dir), name: quote(skill.name) }
    const reason = reasonOf('SKILL_NAME', 'skill-name-taken', 'rename-or-remove-one', values)
    withhold(skill, skill.tools, reportReason(skill.diagnostics, SKILL_MD, reason, 'name'))
  }
}

/** What a person can change of a tool's name, where it is not the tool's own. */
const RENAMES: { [F in Format]?: 'disable-or-rename-server' } = { mcp: 'disable-or-rename-server' }

export function settleToolNames(skills: readonly SkillContents[]): void {
  const owners = new Map<string, { skill: SkillContents; file: string }>()
  for (const skill of skills) {
    for (const tool of skill.tools) {
      const { file } = tool.source
      const owner = owners.get(tool.modelName)
      if (!owner) {
        owners.set(tool.modelName, { skill, file })
        continue
      }
      const name = quote(tool.name)
      const values = { owner: quote(owner.skill.name), tool: name, name, other: quote(owner.file) }
      const reason =
        owner.skill === skill
          ? reasonOf('TOOL_DUPLICATE', 'tool-name-in-other-file', 'rename-or-remove-one', values)
          : reasonOf('TOOL_DUPLICATE', 'tool-name-taken', RENAMES[tool.format] ?? 'disable-or-rename-tool', values)
      withhold(skill, [tool], reportReason(skill.diagnostics, file, reason))
    }
  }
}

export function withhold(skill: SkillContents, tools: SkillContents['tools'], diagnostic: Diagnostic): void {
  const kept = skill.tools.filter((tool) => !tools.includes(tool))
  skill.withheld.push(...tools.map(({ name }) => ({ name, diagnostic })))
  skill.tools = kept
}

/** A few at a time, so that thousands of folders do not open thousands of files. */
async function mapSome<A, B>(items: A[], map: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = []
  const queue = items.entries()
  const work = async () => {
    for (const [index, item] of queue) {
      results[index] = await map(item)
      // Small files are read synchronously, so this lets other work run.
      await setImmediate()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}
