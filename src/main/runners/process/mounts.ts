import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { Confinement } from '#shared/call/plan'
import { isBelow, isInside } from '#shared/paths'
import type { Confined } from './sandbox.ts'

/** Of /run, which is full of sockets of other programs: what is only read, or is a person's own disk. */
const HARMLESS_IN_RUN = ['current-system', 'booted-system', 'opengl-driver', 'media', 'mount', 'utmp']

/** What is run, loaded or believed at a later moment: kept as it is even where the whole home folder may be written. */
const RUN_LATER = [
  ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.profile', '.zshrc', '.zshenv', '.zprofile'],
  ...['.zlogin', '.xprofile', '.xsessionrc', '.xinitrc', '.pam_environment', '.gitconfig', '.vimrc', '.local/bin'],
  ...['bin', '.config/autostart', '.config/systemd', '.config/environment.d', '.config/fish', '.config/git'],
  ...['.config/nvim', '.local/share/applications'],
]

interface Mount {
  at: string
  args: string[]
}

/** The whole file system to read, over it what is hidden, and over that what was granted: the deeper folder decides. */
export function listMounts(
  command: Confined,
  { writable, hidden, network }: Confinement,
  readable: readonly string[],
  tempBytes: number | null,
): { mounts: string[]; cwd: string } {
  const cwd = realPath(command.cwd) ?? command.cwd
  const temps = listReal(['/tmp', '/var/tmp', tmpdir()]).filter((folder) => folder !== '/')
  const roots = listReal(writable)
  const granted = roots.filter((folder) => folder !== '/')
  // What is not there and must not come to be, such as the file that says where the data lies.
  const absent = hidden.filter((path) => realPath(path) === null && roots.some((folder) => isBelow(path, folder)))
  const masked = [...listReal(hidden), ...absent]
  const needed = listReal([
    ...readable,
    cwd,
    command.path,
    dirname(command.path),
    ...(masked.includes('/run') ? HARMLESS_IN_RUN.map((name) => join('/run', name)) : []),
    ...(network ? ['/etc/resolv.conf'] : []),
  ])
  const covers = [...temps, ...masked]
  const folders = masked.filter(isFolder)
  const runLater = listReal(RUN_LATER.map((name) => join(homedir(), name))).filter((path) =>
    roots.some((folder) => isBelow(path, folder)),
  )
  const layers: Mount[] = [
    ...temps.map((at) => ({ at, args: [...sizeOf(tempBytes), '--tmpfs', at] })),
    ...listOwnTemp(command, temps),
    ...needed.filter((path) => isCovered(path, covers, granted)).map(readOnly),
    ...listAbove([...runLater, ...masked], roots, temps).map((at) => ({ at, args: ['--bind', at, at] })),
    ...runLater.map(readOnly),
    ...granted.map((at) => ({ at, args: ['--bind', at, at] })),
    ...masked.map((at) => ({ at, args: isFolder(at) ? ['--tmpfs', at] : ['--ro-bind', '/dev/null', at] })),
  ]
  const base = writable.includes('/') ? '--bind' : '--ro-bind'
  return {
    cwd,
    mounts: [
      ...[base, '/', '/', '--dev', '/dev'],
      ...layers.sort((a, b) => depth(a.at) - depth(b.at)).flatMap(({ args }) => args),
      // What is written into a hidden folder would be gone without a word: it is refused instead.
      ...folders.flatMap((at) => ['--remount-ro', at]),
    ],
  }
}

/** A private /tmp holds nothing, but for the files that the arguments name: they were shown, and stand in the plan. */
function listOwnTemp({ args }: Confined, temps: string[]): Mount[] {
  const named = args.flatMap((arg) => {
    const path = arg.slice(arg.indexOf('=') + 1)
    if (!isAbsolute(path) || path.includes('\0')) return []
    const real = realPath(path)
    if (real === null || real !== path || !temps.some((temp) => isBelow(real, temp))) return []
    const stats = lstatSync(real)
    return stats.isFile() || stats.isDirectory() ? [real] : []
  })
  return [...new Set(named)].map(readOnly)
}

/**
 * The folders between what is kept from a command and the granted folder it lies in. Whoever moved one of them away
 * could put another in its place, with all that is kept forged; nothing moves a folder that is a mount of its own.
 */
function listAbove(kept: readonly string[], roots: readonly string[], temps: readonly string[]): string[] {
  const above = kept.flatMap((path) => {
    const root = roots.filter((folder) => isBelow(path, folder)).sort((a, b) => depth(b) - depth(a))[0]
    const folders: string[] = []
    for (let at = dirname(path); root && at !== root && isBelow(at, root); at = dirname(at)) {
      if (!temps.some((temp) => isInside(at, temp) && !isInside(root, temp))) folders.push(at)
    }
    return folders
  })
  return [...new Set(above)].filter((folder) => isFolder(folder) && !kept.some((path) => isInside(folder, path)))
}

const readOnly = (at: string): Mount => ({ at, args: ['--ro-bind', at, at] })

const sizeOf = (bytes: number | null) => (bytes === null ? [] : ['--size', String(bytes)])

/** Each once, by its real path: what is not there needs neither to be hidden nor to be shown. */
function listReal(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => realPath(path) ?? []))]
}

function realPath(path: string): string | null {
  try {
    return existsSync(path) ? realpathSync(path) : null
  } catch {
    // A loop of links, or a folder that may not be entered: the program would not get there either.
    return null
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Whether the nearest layer above it hides it. */
function isCovered(path: string, covers: readonly string[], granted: readonly string[]): boolean {
  const deepest = (folders: readonly string[]) =>
    Math.max(0, ...folders.filter((folder) => isInside(path, folder)).map(depth))
  return !covers.includes(path) && deepest(covers) > deepest(granted)
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length
}
