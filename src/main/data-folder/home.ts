import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readIfThere } from '#main/ledger/moving'
import { isObject, parseJson } from '#shared/json'
import { type Message, message } from '#shared/messages/message'

/** Where the data of the standard folder was moved to. */
export interface Pointer {
  /** The id of that move. */
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
export function listPlaces(
  env: NodeJS.ProcessEnv,
  platform = process.platform,
): { pointerFile: string; folders: string[] } {
  const standard = findStandard(env, platform)
  const pointerFile = nameOfPointer(standard)
  const pointer = readPointer(readIfThere(pointerFile) ?? '')
  const moved = pointer ? [pointer.home, ...(pointer.kept === undefined ? [] : [pointer.kept])] : []
  return { pointerFile, folders: [standard, ...moved] }
}

const nameOfPointer = (standard: string) => `${standard}-place.json`

/** Finds the data folder: the one the person names, else where it was moved to, else the standard one. */
export function locateHome(said: string | undefined, env: NodeJS.ProcessEnv, platform = process.platform): Place {
  const standard = findStandard(env, platform)
  const pointerFile = nameOfPointer(standard)
  const named = said ?? env.SKILLET_HOME
  const text = readIfThere(pointerFile)
  const pointer = text === null ? null : readPointer(text)
  if (named) return { ok: true, home: resolve(named), isNamed: true, pointerFile, pointer }
  // A sandbox that prevents commands from creating the file leaves an empty one behind.
  if (text === null || text === '') return { ok: true, home: standard, isNamed: false, pointerFile, pointer }
  if (!pointer) {
    return {
      ...{ ok: false, standard, pointerFile, pointer },
      message: message('pointer-unreadable', { file: pointerFile }),
      remedy: message('name-or-remove-pointer', { folder: standard }),
    }
  }
  if (holdsRecord(pointer.home)) return { ok: true, home: pointer.home, isNamed: false, pointerFile, pointer }
  return {
    ...{ ok: false, standard, pointerFile, pointer },
    message: message('data-folder-missing', { folder: pointer.home }),
    remedy: message('connect-or-name-other'),
  }
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

/** A folder that the person named. */
export const namePlace = (home: string): FoundPlace => ({
  ...{ ok: true, home, isNamed: true, pointerFile: '', pointer: null },
})

/** Skillet's own folder, both from source and when bundled. */
export const ROOT = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  const parent = dirname(folder)
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : findRoot(parent)
}

/** A drive that was removed leaves an empty folder behind. */
export function holdsRecord(home: string): boolean {
  return existsSync(home) && readdirSync(home).some((name) => name.startsWith('skillet.db'))
}
