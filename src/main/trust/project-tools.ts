import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { findProjectTools, isOfProject } from '#main/skills/find-skills'
import { nameOfFolder } from '#main/skills/read-page'
import type { Skill } from '#shared/skill/skill'
import { readFiles } from './store.ts'

/** Whether a folder has tools of its own that are not installed or have changed since. */
export async function checkProjectTools(folder: string, skills: readonly Skill[]): Promise<'new' | 'changed' | null> {
  const dir = await findProjectTools(folder)
  if (dir === null) return null
  const name = nameOfFolder(basename(folder))
  const known = skills.find((skill) => skill.name === name)
  if (known === undefined) return 'new'
  if (known.origin !== 'installed') return null
  const [here, there] = await Promise.all([readOwn(dir), readOwn(known.sourceDir ?? known.dir)])
  return here === null || here === there ? null : 'changed'
}

async function readOwn(dir: string): Promise<string | null> {
  const read = await readFiles(dir)
  if (!read.ok) return null
  const own = [...read.files].filter(([path]) => isOfProject(path))
  return JSON.stringify(own.map(([path, { bytes }]) => [path, hash('sha256', bytes)]))
}
