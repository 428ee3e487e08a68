import { constants, readFileSync } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { nearestOf } from './move-data.ts'

export interface Surroundings {
  home: string
  /** Folders that skills lie in. */
  skillFolders: readonly string[]
  /** Folders that commands may write to. */
  roots: readonly string[]
  platform?: NodeJS.Platform
}

/** File systems of other computers, as Linux names them: SQLite's locks are not kept there. */
const NETWORK =
  /^(nfs\d?|cifs|smb3?|smbfs|9p|afs|ncpfs|ceph|davfs|fuse\.(sshfs|rclone|gvfsd-fuse|davfs2?|glusterfs|s3fs|ceph|curlftpfs))$/

/** The folder as it really is, or why the data cannot go there. */
export async function checkTarget(
  chosen: string,
  { home, skillFolders, roots, platform = process.platform }: Surroundings,
): Promise<{ ok: true; folder: string } | { ok: false; message: string }> {
  const no = (message: string) => ({ ok: false, message }) as const
  if (platform === 'win32' && /^[\\/]{2}/.test(chosen)) return no(`${chosen} is on another computer. ${NEEDS_OWN}`)
  const folder = await realOf(chosen)
  const own = await realOf(home)
  if (isWithin(folder, own) || isWithin(own, folder)) return no(`${folder} and the data folder lie in each other.`)
  for (const skills of skillFolders) {
    if (isWithin(folder, await realOf(skills))) return no(`${folder} is in the folder of a skill. ${CHOOSE}`)
  }
  for (const root of roots) {
    const real = await realOf(root)
    // As the data folder lies already: such as below the person's own folder.
    if (isWithin(folder, real) && (folder === real || !isWithin(own, real))) {
      return no(`Commands may write to ${real}. ${CHOOSE}`)
    }
  }
  const system = platform === 'linux' ? fileSystemOf(nearestOf(folder), readMounts()) : ''
  if (NETWORK.test(system)) return no(`${folder} is on another computer (${system}). ${NEEDS_OWN}`)
  return (await findOccupant(folder)) ?? { ok: true, folder }
}

const CHOOSE = 'Choose an empty folder elsewhere.'
const NEEDS_OWN = 'The record needs a disk of this computer.'

async function findOccupant(folder: string): Promise<{ ok: false; message: string } | null> {
  const no = (message: string) => ({ ok: false, message }) as const
  try {
    const place = nearestOf(folder)
    if (!(await stat(place)).isDirectory()) return no(`${place} is not a folder. ${CHOOSE}`)
    await access(place, constants.W_OK | constants.X_OK)
    if (place !== folder) return null
    const names = await readdir(folder)
    if (names.includes('moving.json')) {
      return no(`${folder} holds a copy that was not finished. Delete what is in it, or choose another folder.`)
    }
    return names.length === 0 ? null : no(`${folder} is not empty: it holds ${names[0]}. ${CHOOSE}`)
  } catch (error) {
    return no(`${folder} cannot be written to (${(error as Error).message}). ${CHOOSE}`)
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !/^[A-Za-z]:/.test(way))
}

/** Without links, as far as it is there. */
async function realOf(path: string): Promise<string> {
  const near = nearestOf(path)
  return join(await realpath(near), relative(near, path))
}

/** The kind of file system that holds `path`, from the text of /proc/self/mountinfo. */
export function fileSystemOf(path: string, mounts: string): string {
  let best = { at: '', kind: '' }
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const at = (before.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    )
    const isAbove = at !== '' && (path === at || path.startsWith(at === '/' ? at : `${at}/`))
    if (isAbove && at.length >= best.at.length) best = { at, kind: after.split(' ')[0] ?? '' }
  }
  return best.kind
}

function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return '' // Without it nothing can be said about the disk.
  }
}
