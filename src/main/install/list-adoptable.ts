import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findSkills } from '#main/skills/find-skills'
import type { AdoptableSkill } from '#shared/skill/skill'
import { foldName } from './intake.ts'
import { readPageOf } from './list-installed.ts'

/** Where other programs keep skills of the same kind, below the person's own folder. */
const PLACES = ['.agents/skills', '.ollama/skills', '.claude/skills']

export function listAdoptablePlaces(personHome: string): string[] {
  return PLACES.map((place) => join(personHome, place))
}

/** The skills that lie there, in the order of the places; nothing is copied yet. */
export async function listAdoptable(personHome: string, installed: readonly string[]): Promise<AdoptableSkill[]> {
  const adoptable: AdoptableSkill[] = []
  for (const place of PLACES) {
    for (const dir of await findSkills(join(personHome, place))) {
      const page = await readPageOf(dir, basename(dir))
      if (!page) continue
      const { name, description } = page
      const isInstalled = installed.some((other) => foldName(other) === foldName(name))
      // A link in such a folder is usual; what is offered is what it points to.
      adoptable.push({ name, description, dir: await realpath(dir), place: `~/${place}`, isInstalled })
    }
  }
  return adoptable
}
