import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findReach } from '#shared/call/known-programs'
import type { Confinement, OpenFolder, PlacedValue, Sandbox } from '#shared/call/plan'
import { isInside } from '#shared/paths'
import { listReal, readFolder } from './mounts.ts'
import { nameHosts } from './named-hosts.ts'
import type { SecretPlace } from './secret-places.ts'

/** What a sandbox can and should keep from every command. */
export interface HiddenPaths {
  closesNetwork: boolean
  /** It can lead a command to named hosts alone. */
  leadsToHosts?: boolean
  /** The app's own data: never written by a command, and not seen. */
  dataFolder: string | null
  /** Other folders that hold such data, as before they were moved. */
  otherData?: readonly string[]
  /** The file that says where the data lies: no command may make it either. */
  pointerFile?: string
  secrets(): SecretPlace[]
  /** Folders full of other programs' sockets, where this platform has such. */
  sockets: readonly string[]
  /** Of everybody: not seen by a program that sees the rest of the machine. */
  homes?: readonly string[]
  /** Under whose name git commits; nothing else of its settings is handed on. */
  gitUser?(): Confinement['gitUser']
}

const BARE_SHELTER: HiddenPaths = { closesNetwork: true, dataFolder: null, secrets: () => [], sockets: [] }

export interface Confinable {
  binary: { name: string; realpath: string }
  subcommand: string
  values: readonly Pick<PlacedValue, 'text' | 'wantsUrl'>[]
  /** Our own table knows it to read only: then it needs neither the network nor a folder. */
  isReadOnly: boolean
  /** It says that it needs the network. */
  reachesNetwork?: boolean
  /** Folders it may write in where it does not only read. */
  roots: readonly string[]
  /** Folders it may read; the same where they are not named. */
  readable?: readonly string[]
}

const ADDRESS = /^(?!file:)[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i

/** What exactly this command would be granted: seen by the person, and part of what is approved. */
export function planConfinement(command: Confinable, word: Sandbox, shelter = BARE_SHELTER): Confinement | null {
  if (word === 'none') return null
  const { binary, subcommand, isReadOnly, roots, readable = roots } = command
  const reach = findReach(binary.name, binary.realpath, subcommand)
  if (reach.everything) return { word: 'none', network: true, writable: ['/'], hidden: [] }
  const namesAddress = command.values.some(({ text, wantsUrl }) => wantsUrl || ADDRESS.test(text))
  const asksForNetwork = command.reachesNetwork || reach.network || namesAddress
  const writable = isReadOnly || reach.machine ? [] : listReal(roots)
  const network = !shelter.closesNetwork || (asksForNetwork && !isReadOnly)
  // What opens doors is for the commands that go through them, and for no other of the same program.
  const owner = isReadOnly || (binary.name === 'git' && !asksForNetwork) ? null : binary.name
  const hosts = network && shelter.leadsToHosts && reach.knowsProxies ? nameHosts(command.values) : undefined
  const configuration = [
    ...shelter.secrets().flatMap(({ path, owners }) => (owner !== null && owners.has(owner) ? [path] : [])),
    ...(reach.daemons ? shelter.sockets : []),
  ]
  const gitUser = binary.name === 'git' ? shelter.gitUser?.() : undefined
  const seesMachine = reach.machine || reach.processes
  return {
    word: reach.daemons || reach.processes ? 'partial' : word,
    network,
    writable,
    hidden: listHidden(shelter, [...readable, ...roots], owner, { ...reach, seesMachine }),
    ...(reach.processes && { processes: true }),
    ...(seesMachine && { machine: true }),
    folders: listFolders(readable, writable),
    ...hosts,
    ...(configuration.length > 0 && { configuration }),
    ...(gitUser && { gitUser }),
  }
}

/** A resolver or a post-processor reads and prints: it gets nothing else. */
export function confineHelper(roots: readonly string[], word: Sandbox, shelter = BARE_SHELTER): Confinement | null {
  if (word === 'none') return null
  const hidden = listHidden(shelter, roots, null, { daemons: false, seesMachine: false })
  return { word, network: !shelter.closesNetwork, writable: [], hidden, folders: listFolders(roots, []) }
}

/** Each once, by its real path. */
function listFolders(readable: readonly string[], writable: readonly string[]): OpenFolder[] {
  const folders = new Map<string, OpenFolder>()
  for (const path of readable) for (const folder of readFolder(path, 'read')) folders.set(folder.realPath, folder)
  for (const path of writable) {
    for (const folder of readFolder(path, 'write')) {
      folders.set(folder.realPath, { ...folder, path: folders.get(folder.realPath)?.path ?? path })
    }
  }
  return [...folders.values()]
}

interface Sight {
  daemons: boolean
  seesMachine: boolean
}

function listHidden(
  shelter: HiddenPaths,
  roots: readonly string[],
  owner: string | null,
  { daemons, seesMachine }: Sight,
): string[] {
  const granted = listReal(roots)
  const secrets = shelter
    .secrets()
    .filter(
      ({ path, owners }) => !(owner !== null && owners.has(owner)) && !granted.some((root) => isInside(root, path)),
    )
  const data = shelter.dataFolder === null ? [] : [shelter.dataFolder]
  const { sockets, otherData = [], pointerFile, homes = [] } = shelter
  const pointer = pointerFile === undefined ? [] : [realOf(pointerFile)]
  const unborn = pointer.filter((path) => !existsSync(path) && granted.some((root) => isInside(path, root)))
  const places = [...(seesMachine ? homes : []), ...data, ...otherData, ...pointer, ...secrets.map(({ path }) => path)]
  return [...listReal([...(daemons ? [] : sockets), ...places]), ...unborn]
}

/** Of what is not there, as it would be. */
function realOf(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : join(realOf(parent), basename(path))
}
