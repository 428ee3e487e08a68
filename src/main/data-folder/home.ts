import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readIfThere } from '#main/ledger/moving'
import { isObject, parseJson } from '#shared/json'
import { type Message, message } from '#shared/messages/message'

/** Where the data of the standard folder was moved to. */
export interface Pointer {
  id: string
  home: string
  from: string
  at: string
  /** The old folder under its new name. */
  kept?: string
}

export type Place =
  | {
      ok: true
      home: string
      /** The person named it for this start; such a folder is never moved. */
      isNamed: boolean
      /** Beside the standard folder, whether or not it exists. */
      pointerFile: string
      pointer: Pointer | null
    }
  | { ok: false; standard: string; pointerFile: string; pointer: Pointer | null; message: Message; remedy: Message }

/** Where a second note of how far the record goes lies: away from the data, so that no older copy of it brings its own. */
export const findWitnessFolder = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_STATE_HOME || env.LOCALAPPDATA || join(homedir(), '.local/state'), 'skillet')

/** The pointer file and every folder that may hold data, existing or not. */
export function listPlaces(env: NodeJS.ProcessEnv, platform = process.platform) {
  const { standard, pointerFile, pointer } = findPointer(env, platform)
  const moved = pointer ? [pointer.home, ...(pointer.kept === undefined ? [] : [pointer.kept])] : []
  return { pointerFile, folders: [standard, ...moved] }
}

function findPointer(env: NodeJS.ProcessEnv, platform: NodeJS.Platform) {
  const standard = findStandard(env, platform)
  const pointerFile = `${standard}-place.json`
  const text = readText(pointerFile)
  return { standard, pointerFile, text, pointer: readPointer(text) }
}

/** Where it may not be read it names no folder, but it is there. */
function readText(pointerFile: string): string {
  try {
    return readIfThere(pointerFile) ?? ''
  } catch (error) {
    return String(error)
  }
}

/** Finds the data folder: the one the person names, else where it was moved to, else the standard one. */
export function locateHome(said: string | undefined, env: NodeJS.ProcessEnv, platform = process.platform): Place {
  const { text, ...at } = findPointer(env, platform)
  const { standard, pointerFile, pointer } = at
  const lost = (problem: Message, remedy: Message): Place => ({ ok: false, ...at, message: problem, remedy })
  const found = (home: string, isNamed = false): Place => ({ ok: true, home, isNamed, pointerFile, pointer })
  const named = said ?? env.SKILLET_HOME
  if (named) return found(resolve(named), true)
  // A sandbox that prevents commands from creating the file leaves an empty one behind.
  if (text === '') return found(standard)
  if (!pointer) {
    const remedy = message('name-or-remove-pointer', { folder: standard })
    return lost(message('pointer-unreadable', { file: pointerFile }), remedy)
  }
  if (holdsRecord(pointer.home)) return found(pointer.home)
  return lost(message('data-folder-missing', { folder: pointer.home }), message('connect-or-name-other'))
}

/** Where chats and other programs get folders of their own. */
export const ownFoldersOf = (env: NodeJS.ProcessEnv) => env.SKILLET_FOLDERS || join(homedir(), 'Skillet')

function findStandard(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(env.HOME || homedir(), 'Library', 'Application Support', 'Skillet')
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Skillet')
  return join(env.XDG_CONFIG_HOME ?? join(env.HOME || homedir(), '.config'), 'Skillet')
}

/** Null if it names no folder. */
export function readPointer(text: string): Pointer | null {
  const told = parseJson(text)
  if (!isObject(told)) return null
  const { id, home, from, at, kept } = told
  if (typeof id !== 'string' || typeof home !== 'string' || home === '' || typeof from !== 'string') return null
  return { id, home, from, at: String(at ?? ''), ...(typeof kept === 'string' && { kept }) }
}

export type FoundPlace = Extract<Place, { ok: true }>

export const namePlace = (home: string): FoundPlace => ({
  ...{ ok: true, home, isNamed: true, pointerFile: '', pointer: null },
})

/** Skillet's own folder, both from source and when bundled. */
export const ROOT = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  const parent = dirname(folder)
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : findRoot(parent)
}

/** A drive that was removed leaves an empty folder behind. One that may not be read counts: opening it says why. */
export function holdsRecord(home: string): boolean {
  try {
    return readdirSync(home).some((name) => name.startsWith('skillet.db'))
  } catch (error) {
    return !/^(ENOENT|ENOTDIR)$/.test(String((error as NodeJS.ErrnoException).code))
  }
}
