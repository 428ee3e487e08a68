import { closeSync, constants, existsSync, fstatSync, openSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import type { OpenFolder } from '#shared/call/plan'
import { type Message, message } from '#shared/messages/message'
import { isBelow } from '#shared/paths'

export type OpenedFolders =
  | {
      ok: true
      /** For bubblewrap. */
      args: string[]
      /** Descriptors of this process. In bubblewrap they are numbered from `first`. */
      descriptors: number[]
      close(): void
    }
  | { ok: false; message: Message }

/** Opens a path only to name it, not to read it. Node has no constant for this flag. */
const O_PATH = 0o10000000

interface Mount {
  at: string
  flag: '--bind-fd' | '--ro-bind-fd'
  descriptor: number
}

/**
 * Opens each folder once and mounts the descriptor, so replacing the folder by a link afterwards has no effect. `kept`
 * are paths inside that stay read-only. The folders above them are pinned, because moving one away would make room for
 * a replacement. Missing paths are skipped, since a mount would create them.
 */
export function openFolders(folders: readonly OpenFolder[], kept: readonly string[], first: number): OpenedFolders {
  const mounts: Mount[] = []
  const close = () => {
    for (const { descriptor } of mounts) closeSync(descriptor)
  }
  const refuse = (why: Message): OpenedFolders => {
    close()
    return { ok: false, message: why }
  }
  const open = (at: string, flag: Mount['flag'], expected?: OpenFolder): Message | null => {
    const descriptor = tryOpen(at)
    if (descriptor === null) return message('folder-not-opened', { path: at })
    mounts.push({ at, flag, descriptor })
    const isSame = readlinkSync(`/proc/self/fd/${descriptor}`) === at && isExpected(descriptor, expected)
    return isSame ? null : message('folder-changed', { path: at })
  }

  for (const folder of folders) {
    const why = open(folder.realPath, folder.access === 'write' ? '--bind-fd' : '--ro-bind-fd', folder)
    if (why !== null) return refuse(why)
  }
  const roots = folders.filter(({ access }) => access === 'write').map(({ realPath }) => realPath)
  const readOnly = folders.filter(({ access }) => access === 'read').map(({ realPath }) => realPath)
  const protectedPaths = kept.filter((path) => existsSync(path) && roots.some((root) => isBelow(path, root)))
  const opened = new Set(mounts.map(({ at }) => at))
  for (const at of new Set(protectedPaths)) {
    const why = opened.has(at) ? null : open(at, '--ro-bind-fd')
    if (why !== null) return refuse(why)
  }
  for (const at of listBetween([...protectedPaths, ...readOnly], roots)) {
    const isMounted = mounts.some((mount) => mount.at === at)
    const isReadOnly = [...protectedPaths, ...readOnly].some((path) => isBelow(at, path))
    const why = isMounted || isReadOnly ? null : open(at, '--bind-fd')
    if (why !== null) return refuse(why)
  }

  mounts.sort((a, b) => depth(a.at) - depth(b.at))
  const mountArgs = mounts.flatMap(({ flag, at }, index) => [flag, String(first + index), at])
  return {
    ok: true,
    args: [...mountArgs, ...listLinks(folders, mounts)],
    descriptors: mounts.map(({ descriptor }) => descriptor),
    close,
  }
}

function tryOpen(path: string): number | null {
  try {
    return openSync(path, O_PATH | constants.O_NOFOLLOW)
  } catch {
    return null
  }
}

function isExpected(descriptor: number, expected: OpenFolder | undefined): boolean {
  const stats = fstatSync(descriptor, { bigint: true })
  if (expected === undefined) return stats.isDirectory() || stats.isFile()
  const isKind = expected.isFile ? stats.isFile() : stats.isDirectory()
  return isKind && String(stats.dev) === expected.dev && String(stats.ino) === expected.ino
}

/** The folders between each path and the nearest root above it. */
function listBetween(paths: readonly string[], roots: readonly string[]): Set<string> {
  const between = new Set<string>()
  for (const path of paths) {
    const [root] = roots.filter((folder) => isBelow(path, folder)).toSorted((a, b) => depth(b) - depth(a))
    if (root === undefined) continue
    for (let at = dirname(path); at !== root; at = dirname(at)) between.add(at)
  }
  return between
}

/** A link inside an opened folder is already visible. */
function listLinks(folders: readonly OpenFolder[], mounts: readonly Mount[]): string[] {
  const links = folders.filter(({ path, realPath }) => path !== realPath && !mounts.some(({ at }) => isBelow(path, at)))
  return links.flatMap(({ path, realPath }) => ['--symlink', realPath, path])
}

export function depth(path: string): number {
  return path.split('/').filter(Boolean).length
}
