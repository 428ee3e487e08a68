import { join } from 'node:path'
import { MAX_SKILL_MD_BYTES, SKILL_MD } from '#main/formats/formats'
import { readFile } from '#main/skills/read-file'
import { nameOfFolder, type Page, readPage } from '#main/skills/read-page'
import { listNames } from './quarantine.ts'

export interface InstalledFolder {
  name: string
  folder: string
}

/** What is installed, by the name it goes by, whatever its folder is called. */
export async function listInstalled(skills: string): Promise<InstalledFolder[]> {
  const folders = (await listNames(skills)).filter((folder) => !folder.startsWith('.'))
  return Promise.all(
    folders.map(async (folder) => {
      const page = await readPageOf(join(skills, folder), folder)
      return { name: page?.name ?? nameOfFolder(folder), folder }
    }),
  )
}

/** Null where there is no page that can be read. */
export async function readPageOf(dir: string, folder: string): Promise<Page | null> {
  const reading = await readFile(join(dir, SKILL_MD), MAX_SKILL_MD_BYTES)
  return reading.ok ? readPage(reading.bytes, folder, []) : null
}
