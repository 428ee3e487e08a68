import {
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { Confinement, OpenFolder } from '#shared/call/plan'
import type { Message } from '#shared/messages/message'
import { isBelow, isInside } from '#shared/paths'
import { writeGitConfig } from './git-user.ts'
import { openFolders } from './sandbox/open-folders.ts'
import type { Confined } from './sandbox.ts'
import { listStartupPlaces } from './secret-places.ts'

/** What programs are made of: read by every one of them. */
const SYSTEM = ['/usr', '/opt', '/nix/store', '/gnu/store']
const SYSTEM_LINKS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
/** Of /etc: what programs and libraries read, and no secret. Names end in anything: `python3.11`, `java-17-openjdk`. */
const SETTINGS_OF_SYSTEM =
  /^(?:alternatives|ca-certificates|pki|ssl|crypto-policies|ld\.so\.cache|localtime|timezone|nsswitch\.conf|gai\.conf|host\.conf|hosts|services|protocols|passwd|group|fonts|mime\.types|magic|os-release|python.*|java.*|ImageMagick.*|ghostscript)$/
/** Of /run, which is full of sockets of other programs: what is only read. */
const HARMLESS_IN_RUN = ['/run/current-system', '/run/booted-system', '/run/opengl-driver']
/** The person's own disks, and who is logged in. */
const ABOUT_THE_MACHINE = ['/run/media', '/run/mount', '/run/utmp']

export type Mounts =
  | {
      ok: true
      args: string[]
      cwd: string
      /** Of this process: the first of them is to be `first` in bubblewrap. */
      descriptors: number[]
      close(): void
    }
  | { ok: false; message: Message }

/** What a command needs to see beside what it was granted. */
export interface Visible {
  /** The skill's own files, and the folders that programs are found in: read-only whatever is granted around them. */
  readable: readonly string[]
  /** What belongs to those programs: read-only where nothing around it was granted. */
  beside?: readonly string[]
  tempBytes: number | null
  /** The program that is started first, and where it is seen. */
  gate?: { at: string; bytes: Buffer } | undefined
  /** The first descriptor for folders. */
  first: number
}

/**
 * The system to read, an empty home and an own /tmp; over that the folders that were granted, each as it was when that
 * was decided; over that what is hidden in them. A program that reports on the machine sees the whole disk instead,
 * without what is hidden.
 */
export function listMounts(command: Confined, confinement: Confinement, visible: Visible): Mounts {
  const { hidden, network, configuration = [] } = confinement
  const seesMachine = confinement.machine === true || confinement.processes === true
  const folders = confinement.folders ?? confinement.writable.flatMap((path) => readFolder(path, 'write'))
  const granted = folders.map(({ realPath }) => realPath)
  const isGranted = (path: string) => granted.some((folder) => isInside(path, folder))
  const home = realPath(homedir()) ?? homedir()
  const cwd = realPath(command.cwd) ?? command.cwd

  const roots = folders.filter(({ access }) => access === 'write').map((folder) => folder.realPath)
  // What is not there and must not come to be, such as the file that says where the data lies.
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
    ...listReal([
      ...configuration,
      ...(network && !confinement.hosts ? ['/etc/resolv.conf'] : []),
      ...HARMLESS_IN_RUN,
      ...(seesMachine ? ABOUT_THE_MACHINE : []),
    ]),
  ].filter((path) => path !== '/' && !isGranted(path))
  const isThere = (path: string) =>
    seesMachine ? !covers.some((cover) => isBelow(path, cover)) : SYSTEM.some((folder) => isInside(path, folder))
  const gitConfig =
    confinement.gitUser && !isGranted(join(home, '.gitconfig')) ? writeGitConfig(confinement.gitUser) : ''
  const contents = gitConfig === '' || seesMachine ? [] : [{ at: join(home, '.gitconfig'), bytes: gitConfig }]
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
  const within = own.filter((path) => inner.some((place) => isBelow(path, place)))
  const args = [
    ...(seesMachine ? ['--ro-bind', '/', '/'] : listSystem()),
    ...devices,
    // As root a namespace does not protect the settings of the kernel in /proc; a read-only mount does.
    ...(confinement.processes ? [] : ['--proc', '/proc', '--remount-ro', '/proc']),
    ...byDepth([
      ...covers.map((at) => ({ at, args: coverOf(at, temps, visible.tempBytes) })),
      ...[...new Set(needed)].filter((path) => !isThere(path)).map(readOnly),
    ]),
    ...(late ?? []).flatMap((file) => file.args),
    ...opened.args,
    ...byDepth([...inner.map((at) => ({ at, args: coverOf(at, [], null) })), ...within.map(readOnly)]),
    // What is written into a hidden folder would be gone without a word: it is refused instead.
    // A folder that was granted around one of them has taken its place.
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

/** Of a file that has no name any more: who gets it reads these bytes, and nobody else finds them. */
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

/** Each mount takes its time; a link takes none. */
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

/** A private /tmp holds nothing, but for the files that the arguments name: they were shown, and stand in the plan. */
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

/** The folder as it is now; nothing where there is none. */
export function readFolder(path: string, access: OpenFolder['access']): OpenFolder[] {
  const real = realPath(path)
  if (real === null) return []
  const stats = statSync(real, { bigint: true })
  if (!stats.isDirectory()) return []
  return [{ path, realPath: real, dev: String(stats.dev), ino: String(stats.ino), access }]
}

const readOnly = (at: string): Mount => ({ at, args: ['--ro-bind', at, at] })

function coverOf(at: string, temps: readonly string[], tempBytes: number | null): string[] {
  if (!isFolder(at)) return ['--ro-bind', '/dev/null', at]
  const size = tempBytes === null ? [] : ['--size', String(tempBytes)]
  return temps.includes(at) ? [...size, '--perms', '1777', '--tmpfs', at] : ['--perms', '0700', '--tmpfs', at]
}

const byDepth = (mounts: readonly Mount[]): string[] =>
  mounts.toSorted((a, b) => depth(a.at) - depth(b.at)).flatMap(({ args }) => args)

/** Each once, by its real path: what is not there needs neither to be hidden nor to be shown. */
export function listReal(paths: readonly string[]): string[] {
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

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length
}
