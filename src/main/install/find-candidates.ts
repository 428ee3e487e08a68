import { join } from 'node:path'
import { isNameWindowsBends, SKILL_MD as PAGE } from '#main/formats/names'
import { quote } from '#main/formats/place'
import { toolCode } from '#main/formats/tool-code/read-tool-code'
import type { DiagnosticCode } from '#shared/messages/diagnostic'
import { isBelow } from '#shared/paths'
import type { InstallDiagnostic, SkillCandidate, SkillContents } from '#shared/skill/skill'
import { foldName } from './intake.ts'
import { refusal, refuse } from './refusal.ts'

const PROJECT_TOOLS = /^((?:.*\/)?\.ai)\/tools\/./

/** Problems because of which a folder is no skill at all. */
const UNUSABLE: readonly DiagnosticCode[] = [
  ...(['SKILL_MD_MISSING', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'TOO_MANY_FILES', 'FILE_NAME', 'SYMLINK'] as const),
]

/** The folders that hold a SKILL.md or a tool in one file, or the tools of a project; none inside another skill. */
export function findSkillFolders(paths: readonly string[], source: string): string[] {
  const marks = paths.filter((path) => nameOf(path) === PAGE || toolCode.claims(nameOf(path)))
  const pages = marks.map((path) => path.slice(0, -nameOf(path).length).replace(/\/$/, ''))
  const projects = paths.flatMap((path) => PROJECT_TOOLS.exec(path)?.[1] ?? [])
  const folders = [...new Set([...pages, ...projects])].sort()
  const outermost: string[] = []
  for (const folder of folders) {
    if (!outermost.some((other) => other === '' || isBelow(folder, other))) outermost.push(folder)
  }
  return outermost.length > 0 ? outermost : refuseEmpty(paths, source)
}

const nameOf = (path: string) => path.split('/').at(-1) ?? ''

function refuseEmpty(paths: readonly string[], source: string): never {
  const alike = paths.find((path) => foldName(path.split('/').at(-1) ?? '') === foldName(PAGE))
  if (alike !== undefined) refuse('NO_SKILL', alike, 'page-name-capitals', 'rename-it', { page: PAGE })
  return refuse('NO_SKILL', source, 'no-skill-inside', 'add-page', { page: PAGE })
}

interface CandidateReading {
  /** The staged copy of the source. */
  root: string
  folders: readonly string[]
  read(dir: string): Promise<SkillContents>
  bundled: readonly string[]
  installed: readonly string[]
}

export async function readCandidates({ root, folders, ...known }: CandidateReading): Promise<SkillCandidate[]> {
  const candidates: SkillCandidate[] = []
  for (const dir of folders) {
    const contents = await known.read(join(root, dir))
    const { name, description, format, hash, tools, diagnostics } = contents
    const isAlike = (other: string) => foldName(other) === foldName(name)
    const twin = candidates.find((other) => isAlike(other.name))
    candidates.push({
      ...{ name, description, dir, format, hash, diagnostics },
      tools: tools.map((tool) => tool.name),
      isInstalled: known.installed.some(isAlike),
      blocker: findBlocker(contents, dir) ?? findNameTaken(contents, dir, known.bundled.some(isAlike), twin),
    })
  }
  return candidates
}

function findBlocker({ diagnostics, name }: SkillContents, dir: string): InstallDiagnostic | null {
  const found = diagnostics.find(({ severity, code }) => severity === 'error' && UNUSABLE.includes(code))
  const unreadable = diagnostics.find(({ code, file }) => code === 'NOT_UTF8' && file === PAGE)
  const worst = found ?? unreadable
  if (worst) return { ...worst, severity: 'error', file: join(dir, worst.file) }
  if (!isNameWindowsBends(name)) return null
  return refusal('SKILL_NAME', join(dir, PAGE), 'skill-name-bad-on-windows', 'rename-skill', { name: quote(name) })
}

function findNameTaken(
  { name }: SkillContents,
  dir: string,
  isBundled: boolean,
  twin: SkillCandidate | undefined,
): InstallDiagnostic | null {
  const remedy = 'rename-in-frontmatter'
  if (isBundled) return refusal('SKILL_NAME', join(dir, PAGE), 'skill-is-bundled', remedy, { name: quote(name) })
  if (!twin) return null
  return refusal('SKILL_NAME', join(dir, PAGE), 'skill-name-twice-in-source', remedy, {
    dir: quote(twin.dir),
    name: quote(twin.name),
  })
}
