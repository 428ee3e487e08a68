import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Confinement, PlacedValue, Sandbox } from '#shared/call/plan'
import { isInside } from '#shared/paths'
import { findReach } from './program-access.ts'
import type { SecretPlace } from './secret-places.ts'

/** What a sandbox can and should keep from every command. */
export interface HiddenPaths {
  closesNetwork: boolean
  /** The app's own data: never written by a command, and not seen. */
  dataFolder: string | null
  /** Other folders that hold such data, as before they were moved. */
  otherData?: readonly string[]
  /** The file that says where the data lies: no command may make it either. */
  pointerFile?: string
  secrets(): SecretPlace[]
  /** Folders full of other programs' sockets, where this platform has such. */
  sockets: readonly string[]
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
  roots: readonly string[]
}

const ADDRESS = /^(?!file:)[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i

/** What exactly this command would be granted: seen by the person, and part of what is approved. */
export function planConfinement(command: Confinable, word: Sandbox, shelter = BARE_SHELTER): Confinement | null {
  if (word === 'none') return null
  const { binary, subcommand, isReadOnly, roots } = command
  const reach = findReach(binary.name, binary.realpath, subcommand)
  if (reach.everything) return { word: 'none', network: true, writable: ['/'], hidden: [] }
  const asksForNetwork =
    command.reachesNetwork ||
    reach.network ||
    command.values.some(({ text, wantsUrl }) => wantsUrl || ADDRESS.test(text))
  const isLoose = reach.daemons || reach.processes
  return {
    word: isLoose ? 'partial' : word,
    network: !shelter.closesNetwork || (asksForNetwork && !isReadOnly),
    writable: isReadOnly ? [] : listReal(roots),
    hidden: listHidden(shelter, roots, isReadOnly ? null : binary.name, reach.daemons),
    ...(reach.processes && { processes: true }),
  }
}

/** A resolver or a post-processor reads and prints: it gets nothing else. */
export function confineHelper(roots: readonly string[], word: Sandbox, shelter = BARE_SHELTER): Confinement | null {
  if (word === 'none') return null
  const hidden = listHidden(shelter, roots, null, false)
  return { word, network: !shelter.closesNetwork, writable: [], hidden }
}

function listHidden(shelter: HiddenPaths, roots: readonly string[], owner: string | null, daemons: boolean): string[] {
  const granted = listReal(roots)
  const secrets = shelter
    .secrets()
    .filter(
      ({ path, owners }) => !(owner !== null && owners.has(owner)) && !granted.some((root) => isInside(root, path)),
    )
  const data = shelter.dataFolder === null ? [] : [shelter.dataFolder]
  const { sockets, otherData = [], pointerFile } = shelter
  const pointer = pointerFile === undefined ? [] : [realOf(pointerFile)]
  const unborn = pointer.filter((path) => !existsSync(path) && granted.some((root) => isInside(path, root)))
  const places = [...data, ...otherData, ...pointer, ...secrets.map(({ path }) => path)]
  return [...listReal([...(daemons ? [] : sockets), ...places]), ...unborn]
}

function listReal(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => (existsSync(path) ? [realpathSync(path)] : [])))]
}

/** Of what is not there, as it would be. */
function realOf(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : join(realOf(parent), basename(path))
}
