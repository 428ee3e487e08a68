import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MAX_SKILL_MD_BYTES, PROJECT_FOLDER } from '#main/formats/formats'
import { SKILL_MD } from '#main/formats/names'
import { findProjectTools, findSkills } from '#main/skills/find-skills'
import { readFile } from '#main/skills/read-file'
import { nameOfFolder, type Page, readPage } from '#main/skills/read-page'
import type { AdoptableSkill } from '#shared/skill/skill'
import { foldName } from './intake.ts'
import { listNames } from './quarantine.ts'

/** Installed skills by their own names, whatever their folders are called. */
export async function listInstalled(skills: string) {
  const folders = (await listNames(skills)).filter((folder) => !folder.startsWith('.'))
  return Promise.all(
    folders.map(async (folder) => {
      const page = await readPageOf(join(skills, folder), folder)
      return { name: page?.name ?? nameOfFolder(folder), folder }
    }),
  )
}

async function readPageOf(dir: string, folder: string): Promise<Page | null> {
  const reading = await readFile(join(dir, SKILL_MD), MAX_SKILL_MD_BYTES)
  return reading.ok ? readPage(reading.bytes, folder, []) : null
}

/** Where other programs keep skills of this kind, in the person's home. */
const PLACES = ['.agents/skills', '.ollama/skills', '.claude/skills']

export function listAdoptablePlaces(personHome: string): string[] {
  return [...PLACES, PROJECT_FOLDER].map((place) => join(personHome, place))
}

/** The skills in those folders; nothing is copied. */
export async function listAdoptable(personHome: string, installed: readonly string[]): Promise<AdoptableSkill[]> {
  const adoptable: AdoptableSkill[] = []
  const isThere = (name: string) => installed.some((other) => foldName(other) === foldName(name))
  for (const place of PLACES) {
    for (const dir of await findSkills(join(personHome, place))) {
      const page = await readPageOf(dir, basename(dir))
      if (!page) continue
      const { name, description } = page
      // A link in such a folder is usual; what is offered is what it points to.
      adoptable.push({ name, description, dir: await realpath(dir), place: `~/${place}`, isInstalled: isThere(name) })
    }
  }
  const own = await findProjectTools(personHome)
  const name = nameOfFolder(basename(personHome))
  const found = { name, description: '', place: `~/${PROJECT_FOLDER}/tools`, isInstalled: isThere(name) }
  return own === null ? adoptable : [...adoptable, { ...found, dir: own }]
}
