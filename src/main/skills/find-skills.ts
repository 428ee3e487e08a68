import { basename, dirname, join, resolve } from 'node:path'
import type { Spaces } from '#main/formats/format'
import { marksSkill, PROJECT_FOLDER } from '#main/formats/formats'
import { type Listing, listFolder } from './read-file.ts'

/** A folder, with its listing if it was already read and no link was followed. */
export interface FoundFolder {
  dir: string
  listing?: Listing
  /** The name for a skill that does not name itself; by default that of `dir`. */
  folderName?: string
  spaces?: Spaces
}

/**
 * The folder itself if it is a skill, otherwise the skills directly inside. An unrelated folder returns itself, so that
 * reading it can say why.
 */
export async function findSkills(path: string): Promise<string[]> {
  return (await lookForSkills(path)).folders.map(({ dir }) => dir)
}

/** The folder that a skill is named after; for a project's tools, the project. */
export const homeOf = (dir: string): string => (basename(dir) === PROJECT_FOLDER ? dirname(dir) : dir)

/** `isSkills` is false if nothing there looks like a skill and the folder itself is returned. */
export async function lookForSkills(path: string): Promise<{ folders: FoundFolder[]; isSkills: boolean }> {
  const folder = resolve(path)
  const listing = await listFolder(folder)
  if (homeOf(folder) !== folder) return { folders: [{ dir: folder }], isSkills: listing.ok }
  if (!listing.ok || looksLikeSkill(listing)) return { folders: [{ dir: folder }], isSkills: listing.ok }
  if (await isProject(folder, listing)) return { folders: [projectOf(folder)], isSkills: true }
  const children = await Promise.all(
    listing.entries
      .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
      .map(async (entry): Promise<FoundFolder | null> => {
        const dir = join(folder, entry.name)
        const inside = await listFolder(dir)
        // A folder that cannot be opened is kept, so that reading it reports the problem.
        if (!inside.ok) return entry.isDirectory() ? { dir, listing: inside } : null
        if (!looksLikeSkill(inside)) return (await isProject(dir, inside)) ? projectOf(dir) : null
        return entry.isDirectory() ? { dir, listing: inside } : { dir }
      }),
  )
  const folders = children.filter((child) => child !== null)
  if (folders.length === 0) return { folders: [{ dir: folder }], isSkills: false }
  return { folders: folders.sort((a, b) => (a.dir < b.dir ? -1 : 1)), isSkills: true }
}

/** The folder with a project's tools; null if there is none. */
export async function findProjectTools(project: string): Promise<string | null> {
  return (await isProject(project, await listFolder(project))) ? join(project, PROJECT_FOLDER) : null
}

const looksLikeSkill = (listing: Listing): boolean => listing.ok && listing.entries.some(({ name }) => marksSkill(name))

/** A project's tools and their configuration, but never keys. */
export const isOfProject = (path: string): boolean =>
  /^(?:tools|config)(?:\/|$)/.test(path) && !/^config\/keys(?:\/|$)/.test(path)

/** Of a project only the folder with its tools is a skill. */
const projectOf = (folder: string): FoundFolder => ({ dir: join(folder, PROJECT_FOLDER) })

async function isProject(folder: string, listing: Listing): Promise<boolean> {
  if (!listing.ok || !listing.entries.some(({ name }) => name === PROJECT_FOLDER)) return false
  const inside = await listFolder(join(folder, PROJECT_FOLDER))
  return inside.ok && inside.entries.some((entry) => entry.name === 'tools' && entry.isDirectory())
}
