import { constants } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { countOf } from '#main/cli/print'
import type { OpenedLedger } from '#main/open-view'
import { withRemedy } from '#shared/messages/diagnostic'
import { type Said, textOf } from '#shared/messages/message'

interface Check {
  name: string
  state: 'ok' | 'warning' | 'missing'
  found: string
  /** Empty if there is nothing to do. */
  remedy: string
}

/** `isEssential`: Skillet does not work without it. */
export type Finding = Check & { isEssential?: true }

export const isFine = (name: string, found: string): Finding => ({ name, state: 'ok', found, remedy: '' })
export const isMissing = (name: string, found: Said, remedy: string): Finding => {
  return { name, state: 'missing', found: textOf(found), remedy }
}

const MEGABYTE = 1024 * 1024
const LITTLE_SPACE = 500 * MEGABYTE
const NO_SPACE = 8 * MEGABYTE

/** Checks the data folder, or the place where it would be created. Creates nothing. */
export async function checkData(home: string): Promise<Finding> {
  const { place, isFolder } = await findNearest(home)
  try {
    if (!isFolder) throw new Error('it is not a folder')
    await access(place, constants.W_OK | constants.X_OK)
  } catch (error) {
    const found = `${place} cannot be written to (${(error as Error).message})`
    return needed(isMissing('data folder', found, 'Change its permissions, or name another with --home.'))
  }
  const size = place === home ? describeSize(await sizeOf(home)) : 'made when it is first needed'
  return isFine('data folder', `${home}, ${size}`)
}

export async function checkRecord(opened: OpenedLedger): Promise<Finding> {
  if (!opened.ok) return needed(isMissing('record', withRemedy(opened), ''))
  const { ledger } = opened
  if (ledger === null) return isFine('record', 'nothing is on record yet')
  const [last] = await ledger.read({ limit: 1, newestFirst: true })
  return isFine('record', countOf(last?.seq ?? 0, 'fact'))
}

export async function checkDisk(home: string): Promise<Finding> {
  const { bavail, bsize } = await statfs((await findNearest(home)).place)
  const free = bavail * bsize
  const found = `${describeSize(free)} free where the data lies`
  if (free >= LITTLE_SPACE) return isFine('disk', found)
  const little = isMissing('disk', found, 'Free some space: what cannot be recorded is not run.')
  return free >= NO_SPACE ? { ...little, state: 'warning' } : needed(little)
}

const needed = (finding: Finding): Finding => ({ ...finding, isEssential: true })

/** The path itself or its nearest existing ancestor. */
async function findNearest(path: string): Promise<{ place: string; isFolder: boolean }> {
  const parent = dirname(path)
  try {
    return { place: path, isFolder: (await stat(path)).isDirectory() }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if ((code === 'ENOENT' || code === 'ENOTDIR') && parent !== path) return findNearest(parent)
    return { place: path, isFolder: true }
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(({ parentPath, name }) => sizeOfFile(join(parentPath, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A file that disappears meanwhile counts as empty. */
async function sizeOfFile(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

export function describeSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}
