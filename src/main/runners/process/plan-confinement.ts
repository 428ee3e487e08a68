import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { findReach } from '#shared/call/known-programs'
import type { Confinement, OpenFolder, PlacedValue, Sandbox } from '#shared/call/plan'
import { isInnerName, readWebAddress } from '#shared/call/web-address'
import { isBelow, isInside } from '#shared/paths'
import { readFolder } from './mounts.ts'
import { listReal, realOf } from './real-path.ts'
import type { SecretPlace } from './secret-places.ts'
import { type GivenNeeds, NO_NEEDS } from './skill-needs.ts'

/** What a sandbox should keep from every command. */
export interface HiddenPaths {
  closesNetwork: boolean
  /** It can limit a command to named hosts. */
  leadsToHosts?: boolean
  /** Skillet's own data: hidden and never written. */
  dataFolder: string | null
  /** Other folders with such data, as from before a move. */
  otherData?: readonly string[]
  /** The file that says where the data is. No command may create it either. */
  pointerFile?: string
  secrets(): SecretPlace[]
  /** Folders that contain other programs' sockets. */
  sockets: readonly string[]
  /** All home folders: hidden from a program that sees the rest of the machine. */
  homes?: readonly string[]
  /** The name under which git commits; none of its other settings are passed on. */
  gitUser?(): Confinement['gitUser']
  /** The socket of the person's SSH agent; null if there is none. */
  agent?(): string | null
}

const BARE_SHELTER: HiddenPaths = { closesNetwork: true, dataFolder: null, secrets: () => [], sockets: [] }

export interface Confinable {
  binary: { name: string; realpath: string }
  subcommand: string
  values: readonly Pick<PlacedValue, 'text' | 'wantsUrl'>[]
  /** Our table says that it only reads, so it needs neither network nor a folder to write in. */
  isReadOnly: boolean
  /** It declares that it needs the network. */
  reachesNetwork?: boolean
  /** Folders it may write in unless it only reads. */
  roots: readonly string[]
  /** Folders it may read; by default the same. */
  readable?: readonly string[]
}

const ADDRESS = /^(?!file:)[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i

/** Exactly what this command would be granted. The person sees it, and it is part of what is approved. */
export function planConfinement(
  command: Confinable,
  word: Sandbox,
  shelter = BARE_SHELTER,
  needs: GivenNeeds = NO_NEEDS,
): Confinement | null {
  if (word === 'none') return null
  const { binary, subcommand, isReadOnly, roots, readable = roots } = command
  const reach = findReach(binary.name, binary.realpath, subcommand)
  if (reach.everything) return { word: 'none', network: true, writable: ['/'], hidden: [] }
  const namesAddress = command.values.some(({ text, wantsUrl }) => wantsUrl || ADDRESS.test(text))
  const asksForNetwork = command.reachesNetwork || reach.network || namesAddress
  const changed = needs.folders.filter(({ access }) => access === 'write').map(({ realPath }) => realPath)
  const writable = isReadOnly || reach.machine ? [] : listReal([...roots, ...changed])
  const network = !shelter.closesNetwork || (asksForNetwork && !isReadOnly)
  const isFor = ({ credential, programs }: SecretPlace) =>
    credential === undefined
      ? !isReadOnly && programs?.has(binary.name) === true
      : needs.credentials.includes(credential)
  const hosts = network && shelter.leadsToHosts && reach.knowsProxies ? nameHosts(command.values) : undefined
  const configuration = [
    ...shelter.secrets().flatMap((place) => (isFor(place) ? [place.path] : [])),
    ...(reach.daemons ? shelter.sockets : []),
  ]
  const gitUser = binary.name === 'git' ? shelter.gitUser?.() : undefined
  const seesMachine = reach.machine || reach.processes
  // Local sockets of the whole computer come with the agent's.
  const agent = needs.credentials.includes('ssh-agent') ? shelter.agent?.() : null
  return {
    word: reach.daemons || reach.processes || agent ? 'partial' : word,
    network,
    writable,
    hidden: listHidden(shelter, [...readable, ...roots], { ...reach, seesMachine, isFor }),
    ...(reach.processes && { processes: true }),
    ...(seesMachine && { machine: true }),
    folders: addNeeds(listFolders(readable, writable), needs),
    ...hosts,
    ...(configuration.length > 0 && { configuration }),
    ...(gitUser && { gitUser }),
    ...(agent && { agent }),
  }
}

/** Resolvers and post-processors read and print, and get nothing else. */
export function confineHelper(roots: readonly string[], word: Sandbox, shelter = BARE_SHELTER): Confinement | null {
  if (word === 'none') return null
  const hidden = listHidden(shelter, roots, { daemons: false, seesMachine: false, isFor: () => false })
  return { word, network: !shelter.closesNetwork, writable: [], hidden, folders: listFolders(roots, []) }
}

/** Without duplicates, by real path. */
function listFolders(readable: readonly string[], writable: readonly string[]): OpenFolder[] {
  const folders = new Map<string, OpenFolder>()
  for (const folder of readable.flatMap((path) => readFolder(path, 'read', true))) folders.set(folder.realPath, folder)
  for (const folder of writable.flatMap((path) => readFolder(path, 'write'))) {
    folders.set(folder.realPath, { ...folder, path: folders.get(folder.realPath)?.path ?? folder.path })
  }
  return [...folders.values()]
}

/** What is open to change stays so. */
const addNeeds = (open: OpenFolder[], { folders }: GivenNeeds) => [
  ...open,
  ...folders.filter(({ realPath }) => !open.some((folder) => folder.realPath === realPath)),
]

interface Sight {
  daemons: boolean
  seesMachine: boolean
  isFor(place: SecretPlace): boolean
}

function listHidden(shelter: HiddenPaths, roots: readonly string[], { daemons, seesMachine, isFor }: Sight): string[] {
  const granted = listReal(roots)
  const all = shelter.secrets()
  const isHeld = ({ path }: SecretPlace) =>
    all.some((other) => isBelow(path, other.path)) || granted.some((root) => isInside(root, path))
  const secrets = all.filter((place) => !isHeld(place) && !isFor(place))
  const { sockets, dataFolder, otherData = [], pointerFile, homes = [] } = shelter
  const data = dataFolder === null ? [] : [dataFolder]
  const pointer = pointerFile === undefined ? [] : [realOf(pointerFile)]
  const unborn = pointer.filter((path) => !existsSync(path) && granted.some((root) => isInside(path, root)))
  const places = [...(seesMachine ? homes : []), ...data, ...otherData, ...pointer, ...secrets.map(({ path }) => path)]
  return [...listReal([...(daemons ? [] : sockets), ...places]), ...unborn]
}

type Hosts = Required<Pick<Confinement, 'hosts' | 'inner'>>

const LIKE_A_HOST = /^[\w.-]+\.[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i

/**
 * The hosts that the values of a call name, each with both schemes, because servers redirect between them. Ambiguous
 * addresses do not count. If there is none, the program chooses.
 */
export function nameHosts(values: readonly Pick<PlacedValue, 'text' | 'wantsUrl'>[]): Hosts {
  const named = values.filter(
    ({ text, wantsUrl }) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || (wantsUrl && LIKE_A_HOST.test(text)),
  )
  if (named.length === 0) return { hosts: 'any', inner: [] }
  const addresses = named.flatMap(({ text }) => {
    const read = readWebAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    return read.ok ? [read.address] : []
  })
  const origins = addresses.flatMap(({ origin, host }) => {
    const bracketed = host.includes(':') ? `[${host}]` : host
    const isPlain = /^https?:\/\/(?:\[[^\]]*\]|[^:]*)$/.test(origin)
    const both = isPlain ? [`https://${bracketed}`, `http://${bracketed}`] : [origin]
    return both.map((each) => ({ origin: each, isInner: isIP(host) > 0 || isInnerName(host) }))
  })
  return {
    hosts: [...new Set(origins.map(({ origin }) => origin))],
    inner: [...new Set(origins.flatMap(({ origin, isInner }) => (isInner ? [origin] : [])))],
  }
}
