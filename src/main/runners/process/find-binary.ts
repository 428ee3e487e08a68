import { createHash } from 'node:crypto'
import { accessSync, constants, createReadStream, realpathSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BinaryIdentity } from '#shared/call/plan'
import { type Message, message } from '#shared/messages/message'

const BARE_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/
const LARGEST_HASHED = 64n * 1024n * 1024n
const DEFAULT_PATHEXT = '.COM;.EXE;.BAT;.CMD'

export type FoundBinary =
  | { ok: true; path: string; identity: BinaryIdentity }
  | { ok: false; code: 'BINARY_NAME' | 'BINARY_NOT_FOUND'; message: Message }

export interface FindOptions {
  /** Hashes the file, up to 64 MB. Cached while the file is unchanged. */
  withHash?: boolean
  platform?: NodeJS.Platform
  pathExt?: string
}

/** A file that has just changed may change again within the resolution of its times. */
const SETTLED_MS = 2000n

const remembered = new Map<string, string>()
/** The modification time can be set back; the change time in `state` cannot. */
const hashed = new Map<string, { state: string; sha256: string }>()

/**
 * Looks a bare name up in the folders that `sanitizePath` returned. The location is cached, the identity never. Only
 * hashing waits for another thread, which would take longer than all the rest.
 */
export async function findBinary(name: string, searchPath: string[], options: FindOptions = {}): Promise<FoundBinary> {
  if (!BARE_NAME.test(name)) {
    return { ok: false, code: 'BINARY_NAME', message: message('binary-name-not-plain', { name: JSON.stringify(name) }) }
  }
  const key = [name, options.platform ?? '', options.pathExt ?? '', ...searchPath].join('\0')
  const known = remembered.get(key)
  if (known !== undefined && lookAt(known, options) === 'program') return identify(known, options)

  const obstacles: Message[] = []
  for (const candidate of listCandidates(name, searchPath, options)) {
    const seen = lookAt(candidate, options)
    if (seen === 'program') {
      remembered.set(key, candidate)
      return identify(candidate, options)
    }
    if (seen !== 'nothing') obstacles.push(message(seen, { file: candidate }))
  }
  remembered.delete(key)
  return { ok: false, code: 'BINARY_NOT_FOUND', message: describeMissing(name, searchPath, obstacles) }
}

/** Throws if the file cannot be read. */
export async function readIdentity(file: string, withHash = false): Promise<BinaryIdentity> {
  const real = realpathSync.native(file)
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(real, { bigint: true })
  const identity = { realpath: real, dev: `${dev}`, ino: `${ino}`, size: `${size}`, mtimeNs: `${mtimeNs}` }
  if (!withHash || size > LARGEST_HASHED) return identity
  const state = [dev, ino, size, mtimeNs, ctimeNs].join(' ')
  const known = hashed.get(real)
  if (known?.state === state) return { ...identity, sha256: known.sha256 }
  const sha256 = await hashFile(real)
  if (BigInt(Date.now()) - ctimeNs / 1_000_000n > SETTLED_MS) hashed.set(real, { state, sha256 })
  return { ...identity, sha256 }
}

export function listCandidates(name: string, searchPath: string[], options: FindOptions): string[] {
  if ((options.platform ?? process.platform) !== 'win32') return searchPath.map((folder) => path.join(folder, name))
  const extensions = (options.pathExt ?? DEFAULT_PATHEXT).split(';').filter((extension) => extension.startsWith('.'))
  const hasExtension = extensions.some((extension) => name.toLowerCase().endsWith(extension.toLowerCase()))
  const names = hasExtension ? [name] : extensions.map((extension) => name + extension.toLowerCase())
  return searchPath.flatMap((folder) => names.map((file) => path.join(folder, file)))
}

/** Otherwise the message says what is there instead of a program. */
type Sight = 'program' | 'nothing' | 'seen-folder' | 'seen-irregular' | 'seen-not-executable'

export function lookAt(file: string, { platform = process.platform }: FindOptions): Sight {
  const stats = statOrNull(file)
  if (stats === null) return 'nothing'
  if (stats.isDirectory()) return 'seen-folder'
  if (!stats.isFile()) return 'seen-irregular'
  if (platform === 'win32') return 'program'
  return mayExecute(file) ? 'program' : 'seen-not-executable'
}

export function mayExecute(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Null also if a folder on the way may not be entered. */
function statOrNull(file: string): Stats | null {
  try {
    return statSync(file)
  } catch {
    return null
  }
}

/** The program that a path leads to. */
export async function identify(file: string, options: FindOptions): Promise<FoundBinary> {
  try {
    return { ok: true, path: file, identity: await readIdentity(file, options.withHash) }
  } catch (error) {
    const why = message('program-unreadable', { file, problem: (error as Error).message })
    return { ok: false, code: 'BINARY_NOT_FOUND', message: why }
  }
}

function describeMissing(name: string, searchPath: string[], [first, ...others]: Message[]): Message {
  const where = searchPath.length === 0 ? message('path-is-empty') : searchPath.join(path.delimiter)
  const none = message('no-program-named', { name })
  const found = first && others.reduce((some, other) => message('this-and-that', { some, other }), first)
  return message('install-or-add-to-path', { none: found ? message('none-but', { none, found }) : none, where })
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
