import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { readIfThere } from '#main/ledger/moving'
import { isObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'

/** Where the data of the platform's own place went. */
export interface Pointer {
  /** Of the move that made it. */
  id: string
  home: string
  from: string
  at: string
  /** The folder it came from, under the name it has since. */
  kept?: string
}

export type Place =
  | {
      ok: true
      home: string
      /** The person named it, for this start; nothing is moved then. */
      isNamed: boolean
      /** Beside the platform's own place, whether or not it is there. */
      pointerFile: string
      pointer: Pointer | null
    }
  | { ok: false; standard: string; pointerFile: string; pointer: Pointer | null; message: Message; remedy: Message }

/** The file that says where the data lies, and every folder that may hold such data, whether or not it is there. */
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

/** Where Skillet keeps its data: what the person says, else where it was moved to, else the platform's own place. */
export function locateHome(said: string | undefined, env: NodeJS.ProcessEnv, platform = process.platform): Place {
  const standard = findStandard(env, platform)
  const pointerFile = nameOfPointer(standard)
  const named = said ?? env.SKILLET_HOME
  const text = readIfThere(pointerFile)
  const pointer = text === null ? null : readPointer(text)
  if (named) return { ok: true, home: resolve(named), isNamed: true, pointerFile, pointer }
  // A sandbox that keeps commands from making the file leaves an empty one behind.
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

/** Null where it names no folder. */
export function readPointer(text: string): Pointer | null {
  let told: unknown
  try {
    told = JSON.parse(text)
  } catch {
    return null // The caller says what that means for the person.
  }
  if (!isObject(told)) return null
  const { id, home, from, at, kept } = told
  if (typeof id !== 'string' || typeof home !== 'string' || home === '' || typeof from !== 'string') return null
  return { id, home, from, at: String(at ?? ''), ...(typeof kept === 'string' && { kept }) }
}

export type FoundPlace = Extract<Place, { ok: true }>

/** A folder that was named, and that nothing is moved from. */
export const namePlace = (home: string): FoundPlace => ({
  ...{ ok: true, home, isNamed: true, pointerFile: '', pointer: null },
})

/** A folder that a drive left behind when it went is there, and empty. */
export function holdsRecord(home: string): boolean {
  return existsSync(home) && readdirSync(home).some((name) => name.startsWith('skillet.db'))
}
