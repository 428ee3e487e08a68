import {
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { Confinement, OpenFolder } from '#shared/call/plan'
import { isBelow, isInside } from '#shared/paths'
import { writeGitConfig } from './git-user.ts'
import { listReal, realPath } from './real-path.ts'
import { depth, type OpenedFolders, openFolders } from './sandbox/open-folders.ts'
import type { Confined } from './sandbox.ts'
import { findRealHome, listStartupPlaces } from './secret-places.ts'

/** Read by every program. */
const SYSTEM = ['/usr', '/opt', '/nix/store', '/gnu/store']
const SYSTEM_LINKS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
/** The parts of /etc that programs and libraries read and that hold no secrets. */
const SETTINGS_OF_SYSTEM =
  /^(?:alternatives|ca-certificates|pki|ssl|crypto-policies|ld\.so\.cache|localtime|timezone|nsswitch\.conf|gai\.conf|host\.conf|hosts|services|protocols|passwd|group|fonts|mime\.types|magic|os-release|python.*|java.*|ImageMagick.*|ghostscript)$/
/** The parts of /run that are only read; the rest is full of other programs' sockets. */
const HARMLESS_IN_RUN = ['/run/current-system', '/run/booted-system', '/run/opengl-driver']
/** The person's own disks, and who is logged in. */
const ABOUT_THE_MACHINE = ['/run/media', '/run/mount', '/run/utmp']

export type Mounts = (Extract<OpenedFolders, { ok: true }> & { cwd: string }) | Extract<OpenedFolders, { ok: false }>

/** What a command needs to see besides its grants. */
export interface Visible {
  /** The skill's own files and the folders that programs are found in: always read-only. */
  readable: readonly string[]
  /** What belongs to those programs: read-only unless a folder around it was granted. */
  beside?: readonly string[]
  tempBytes: number | null
  /** The program that starts first, and its path in the sandbox. */
  gate?: { at: string; bytes: Buffer } | undefined
  /** The first descriptor for folders. */
  first: number
}

/**
 * The system read-only, an empty home and a private /tmp; then the granted folders as they were when that was decided;
 * then what is hidden inside them. A program that reports on the machine sees the whole disk except what is hidden.
 */
export function listMounts(command: Confined, confinement: Confinement, visible: Visible): Mounts {
  const { hidden, network, agent } = confinement
  const configuration = listReal([...(confinement.configuration ?? []), ...(agent === undefined ? [] : [agent])])
  const seesMachine = confinement.machine === true || confinement.processes === true
  const folders = confinement.folders ?? confinement.writable.flatMap((path) => readFolder(path, 'write'))
  const granted = folders.map(({ realPath }) => realPath)
  const isGranted = (path: string) => granted.some((folder) => isInside(path, folder))
  const home = findRealHome()
  const cwd = realPath(command.cwd) ?? command.cwd

  const roots = folders.filter(({ access }) => access === 'write').map((folder) => folder.realPath)
  // Paths that do not exist and must not be created, such as the file that says where the data is.
  const absent = hidden.filter((path) => realPath(path) === null && roots.some((folder) => isBelow(path, folder)))
  const masked = [...listReal(hidden), ...absent]
  const temps = listReal(['/tmp', '/var/tmp', tmpdir()]).filter((folder) => folder !== '/')
  const covers = [...temps, ...(seesMachine ? masked.filter((path) => !isGranted(path)) : home === '/' ? [] : [home])]
  const own = listReal(visible.readable).filter((path) => path !== '/')
  const beside = listReal(visible.beside ?? []).filter((path) => path !== '/')
  const isShown = (path: string) => isGranted(path) || [...own, ...beside].some((folder) => isBelow(path, folder))
  const inner = masked.filter(isShown)
  const kept = [...own, ...listStartupPlaces(), ...masked].filter(isGranted)

  const opened = openFolders(folders, kept, visible.first)
  if (!opened.ok) return opened
  const isHidden = (path: string) => masked.some((place) => isInside(path, place))
  const wanted = [cwd, command.path, dirname(command.path)].flatMap((path) => realPath(path) ?? [])
  const needed = [
    ...own,
    ...beside,
    ...wanted.filter((path) => path === realPath(command.path) || !isHidden(path)),
    ...listNamedTemps(command, temps),
    ...configuration,
    ...listReal(network && !confinement.hosts ? ['/etc/resolv.conf'] : []),
    ...listReal([...HARMLESS_IN_RUN, ...(seesMachine ? ABOUT_THE_MACHINE : [])]),
  ].filter((path) => path !== '/' && !isGranted(path))
  const isThere = (path: string) =>
    seesMachine ? !covers.some((cover) => isBelow(path, cover)) : SYSTEM.some((folder) => isInside(path, folder))
  const { gitUser } = confinement
  const at = join(home, '.gitconfig')
  const contents = gitUser && !isGranted(at) && !seesMachine ? [{ at, bytes: writeGitConfig(gitUser) }] : []
  const files = [...(visible.gate ? [visible.gate] : []), ...contents].map(({ at, bytes }, index) => {
    const number = visible.first + opened.descriptors.length + index
    const args = ['--perms', at === visible.gate?.at ? '0555' : '0444', '--ro-bind-data', String(number), at]
    return { at, args, descriptor: openContent(bytes) }
  })
  const [early, late] = [true, false].map((isGate) => files.filter(({ at }) => (at === visible.gate?.at) === isGate))
  const devices = [
    ...['--dev', '/dev', ...(early ?? []).flatMap((file) => file.args), '--remount-ro', '/dev'],
    ...['--perms', '1777', '--tmpfs', '/dev/shm'],
  ]
  const within = [...own, ...configuration].filter((path) => inner.some((place) => isBelow(path, place)))
  const args = [
    ...(seesMachine ? ['--ro-bind', '/', '/'] : listSystem()),
    ...devices,
    // For root, only a read-only mount protects the kernel's settings in /proc.
    ...(confinement.processes ? [] : ['--proc', '/proc', '--remount-ro', '/proc']),
    ...byDepth([
      ...covers.map((at) => ({ at, args: coverOf(at, temps, visible.tempBytes) })),
      ...[...new Set(needed)].filter((path) => !isThere(path)).map(readOnly),
    ]),
    ...(late ?? []).flatMap((file) => file.args),
    ...opened.args,
    ...byDepth([...inner.map((at) => ({ at, args: coverOf(at, [], null) })), ...within.map(readOnly)]),
    // Writing into a hidden folder fails, instead of losing what was written. A granted folder around one replaces it.
    ...[...covers.filter((at) => !temps.includes(at) && !isGranted(at)), ...inner]
      .filter(isFolder)
      .flatMap((at) => ['--remount-ro', at]),
    ...(seesMachine ? [] : ['--remount-ro', '/']),
  ]
  const handed = files.map(({ descriptor }) => descriptor)
  const close = () => {
    opened.close()
    for (const descriptor of handed) closeSync(descriptor)
  }
  return { ok: true, args, cwd, descriptors: [...opened.descriptors, ...handed], close }
}

/** An unnamed file: only its receiver can read these bytes. */
function openContent(bytes: string | Buffer): number {
  const folder = mkdtempSync(join(tmpdir(), 'skillet-'))
  try {
    writeFileSync(join(folder, 'content'), bytes, { mode: 0o400 })
    return openSync(join(folder, 'content'), 'r')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Mount {
  at: string
  args: string[]
}

/** Links need no mount of their own. */
const showAt = (path: string): string[] =>
  lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]

function listSystem(): string[] {
  const settings = readdirSync('/etc').filter((name) => SETTINGS_OF_SYSTEM.test(name))
  return [
    ...SYSTEM.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
    ...SYSTEM_LINKS.filter((path) => existsSync(path)).flatMap(showAt),
    ...['--perms', '0755', '--dir', '/etc'],
    ...settings.flatMap((name) => showAt(join('/etc', name))),
    ...['--dir', '/run'],
  ]
}

/** A private /tmp is empty except for files that the arguments name; those are part of the plan. */
function listNamedTemps({ args }: Confined, temps: string[]): string[] {
  return args.flatMap((arg) => {
    const path = arg.slice(arg.indexOf('=') + 1)
    if (!isAbsolute(path) || path.includes('\0')) return []
    const real = realPath(path)
    if (real === null || real !== path || !temps.some((temp) => isBelow(real, temp))) return []
    const stats = lstatSync(real)
    return stats.isFile() || stats.isDirectory() ? [real] : []
  })
}

/** The folder as it is now; empty if there is none. */
export function readFolder(path: string, access: OpenFolder['access'], allowsFile = false): OpenFolder[] {
  const real = realPath(path)
  if (real === null) return []
  const stats = statSync(real, { bigint: true })
  const isFile = allowsFile && stats.isFile()
  if (!isFile && !stats.isDirectory()) return []
  const which = { dev: String(stats.dev), ino: String(stats.ino) }
  return [{ path, realPath: real, ...which, access, ...(isFile && { isFile }) }]
}

const readOnly = (at: string): Mount => ({ at, args: ['--ro-bind', at, at] })

function coverOf(at: string, temps: readonly string[], tempBytes: number | null): string[] {
  if (!isFolder(at)) return ['--ro-bind', '/dev/null', at]
  const size = tempBytes === null ? [] : ['--size', String(tempBytes)]
  return temps.includes(at) ? [...size, '--perms', '1777', '--tmpfs', at] : ['--perms', '0700', '--tmpfs', at]
}

const byDepth = (mounts: readonly Mount[]): string[] =>
  mounts.toSorted((a, b) => depth(a.at) - depth(b.at)).flatMap(({ args }) => args)

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
