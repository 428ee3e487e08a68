import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Spaces } from '#main/formats/format'
import { PROJECT_FOLDER } from '#main/formats/formats'
import { placeIn, quote, report } from '#main/formats/place'
import { homeOf } from '#main/skills/find-skills'
import { withhold } from '#main/skills/load-skills'
import { type SharedItem, type Skill, SPACES, type Space } from '#shared/skill/skill'
import type { TrustState } from './trust-state.ts'

type Located = Pick<Skill, 'name' | 'dir' | 'origin'>

/** Bundled skills are the system space, `~/.ai` and its installed copy are the user's, all others are projects. */
export function spaceOf({ name, dir, origin }: Located, book: TrustState): Space {
  if (origin === 'bundled') return 'system'
  const from = origin === 'installed' ? book.get(name)?.installed?.source.from : dir
  return from !== undefined && realOf(homeOf(from)) === realOf(homedir()) ? 'user' : 'project'
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // The folder it was installed from is gone, or it came from an address.
    return path
  }
}

/** A tool withheld for one of these may find what it needs in another space. */
const WANTED = new Set(['rye-executor-unknown', 'rye-server-missing'])

/**
 * Reads skills that lack something again, with what other spaces share. Only trusted skills that are switched on share.
 */
export async function joinSpaces(
  alone: readonly Skill[],
  book: TrustState,
  readWith: (index: number, spaces: Spaces) => Promise<Skill>,
): Promise<Skill[]> {
  const shared: Record<Space, SharedItem[]> = { project: [], user: [], system: [] }
  for (const skill of alone) {
    if (isUsable(skill)) shared[spaceOf(skill, book)].push(...(skill.shared ?? []))
  }
  const system = alone.flatMap(({ origin, format, dir }) =>
    origin === 'bundled' && format === 'rye' ? [join(dir, 'config')] : [],
  )
  const isAnyShared = SPACES.some((space) => shared[space].length > 0)
  return Promise.all(
    alone.map(async (skill, index) => {
      if (skill.format !== 'rye') return skill
      const own = spaceOf(skill, book)
      const isLacking = skill.withheld.some(({ diagnostic }) => WANTED.has(diagnostic.message.code))
      const joined = isLacking && isAnyShared ? await readWith(index, { own, shared }) : skill
      const project = own === 'project' ? join(joined.dir, 'config') : null
      return { ...joined, configFolders: { system, user: join(homedir(), PROJECT_FOLDER, 'config'), project } }
    }),
  )
}

const isUsable = ({ state, enabled }: Skill) => state === 'trusted' && enabled

/** If two tools have the same path, the nearer space wins: project, then user, then system. */
export function settleShadows(skills: readonly Skill[], book: TrustState): void {
  const inOrder = skills
    .filter(({ format }) => format === 'rye')
    .map((skill) => ({ skill, rank: SPACES.indexOf(spaceOf(skill, book)) }))
    .sort((a, b) => a.rank - b.rank)
  for (const [at, { skill: near, rank }] of inOrder.entries()) {
    for (const { skill: far } of inOrder.slice(at + 1).filter((other) => other.rank > rank)) {
      for (const tool of near.tools) {
        const path = tool.about?.path ?? ''
        const other = far.tools.find(({ about }) => about?.path === path)
        if (!other) continue
        report(placeIn(tool.source.file, near.diagnostics), 'info', 'SHADOWED', 'rye-shadows', 'rye-rename-one', {
          id: quote(path),
          skill: far.name,
        })
        if (!isUsable(near)) continue
        const file = quote(`${near.name}/${tool.source.file}`)
        report(placeIn(other.source.file, far.diagnostics), 'warning', 'SHADOWED', 'rye-shadowed', 'rye-rename-one', {
          id: quote(path),
          file,
        })
        const said = far.diagnostics.at(-1)
        if (said) withhold(far, [other], said)
      }
    }
  }
}
