import { constants, readFileSync } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Message, message } from '#shared/messages/message'
import { isInside } from '#shared/paths'
import { nearestOf } from './move-data.ts'

interface MoveContext {
  home: string
  skillFolders: readonly string[]
  /** Folders that commands may write to. */
  roots: readonly string[]
  platform?: NodeJS.Platform
}

/** Linux's names for network file systems, where SQLite's locks do not work. */
const NETWORK =
  /^(nfs\d?|cifs|smb3?|smbfs|9p|afs|ncpfs|ceph|davfs|fuse\.(sshfs|rclone|gvfsd-fuse|davfs2?|glusterfs|s3fs|ceph|curlftpfs))$/

/** The folder's real path, or why the data cannot be moved there. */
export async function checkTarget(
  chosen: string,
  { home, skillFolders, roots, platform = process.platform }: MoveContext,
): Promise<{ ok: true; folder: string } | { ok: false; message: Message }> {
  if (platform === 'win32' && /^[\\/]{2}/.test(chosen))
    return no(message('folder-on-other-computer', { folder: chosen, remedy: NEEDS_OWN }))
  const folder = await realOf(chosen)
  const own = await realOf(home)
  if (isWithin(folder, own) || isWithin(own, folder)) return no(message('folders-contain-each-other', { folder }))
  for (const skills of skillFolders) {
    if (isWithin(folder, await realOf(skills))) return no(message('folder-inside-skill', { folder, remedy: CHOOSE }))
  }
  for (const root of roots) {
    const real = await realOf(root)
    // Allowed if the data folder is inside it already, as with the person's home.
    if (isWithin(folder, real) && (folder === real || !isWithin(own, real))) {
      return no(message('folder-open-to-commands', { folder: real, remedy: CHOOSE }))
    }
  }
  const system = platform === 'linux' ? fileSystemOf(nearestOf(folder), readMounts()) : ''
  if (NETWORK.test(system)) return no(message('folder-on-other-computer-by', { folder, system, remedy: NEEDS_OWN }))
  return (await findOccupant(folder)) ?? { ok: true, folder }
}

const CHOOSE = message('choose-empty-folder-elsewhere')
const NEEDS_OWN = message('record-needs-local-disk')

const no = (problem: Message) => ({ ok: false, message: problem }) as const

async function findOccupant(folder: string): Promise<{ ok: false; message: Message } | null> {
  try {
    const place = nearestOf(folder)
    if (!(await stat(place)).isDirectory())
      return no(message('place-is-not-a-folder', { folder: place, remedy: CHOOSE }))
    await access(place, constants.W_OK | constants.X_OK)
    if (place !== folder) return null
    const names = await readdir(folder)
    if (names.includes('moving.json')) return no(message('folder-has-partial-copy', { folder }))
    const [name] = names
    return name === undefined ? null : no(message('folder-not-empty', { folder, name, remedy: CHOOSE }))
  } catch (error) {
    return no(message('folder-not-writable', { folder, problem: (error as Error).message, remedy: CHOOSE }))
  }
}

const isWithin = (path: string, folder: string) => isInside(path, folder, process.platform === 'win32')

/** Resolves links as far as the path exists. */
async function realOf(path: string): Promise<string> {
  const near = nearestOf(path)
  return join(await realpath(near), relative(near, path))
}

/** The type of the file system at `path`, from the text of /proc/self/mountinfo. */
export function fileSystemOf(path: string, mounts: string): string {
  let best = { at: '', kind: '' }
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const at = (before.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    )
    if (at !== '' && isInside(path, at) && at.length >= best.at.length) best = { at, kind: after.split(' ')[0] ?? '' }
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
