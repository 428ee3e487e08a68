import { closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { type Message, message } from '#shared/messages/message'
import { mayExecute } from './find-binary.ts'
import type { Startable } from './start-process.ts'

const HEADER_BYTES = 256
const MOST_INTERPRETERS = 4
const SAFE_FOR_BATCH = /^[A-Za-z0-9_./:=@-]*$/
const MACH_O = ['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', 'cafebabf']

let ownHeader: Buffer | null = null

type Target = Pick<Startable, 'path' | 'args' | 'cwd'>

/**
 * Why this cannot be started; null if it can. Checks the header because the C library passes unknown files to /bin/sh,
 * and we never start a shell.
 */
export function findStartObstacle(command: Target, platform: NodeJS.Platform = process.platform): Message | null {
  const obstacle = findNulObstacle(command) ?? findFolderObstacle(command.cwd)
  if (obstacle !== null) return obstacle
  if (platform === 'win32') return findBatchObstacle(command)
  try {
    return findProgramObstacle(command.path, platform)
  } catch (error) {
    return describeStartError(command, error)
  }
}

/** Explains what the system reported, with the remedy. */
export function describeStartError({ path: file, args }: Target, error: unknown): Message {
  const { code, message: said } = error as NodeJS.ErrnoException
  const remedy = REMEDIES[code ?? '']
  if (remedy !== undefined) return message('could-not-start', { file, why: remedy })
  return message('could-not-start-with-arguments', { file, count: args.length, why: said })
}

const REMEDIES: Record<string, Message> = {
  E2BIG: message('arguments-too-long-together'),
  EACCES: message('start-not-permitted-look'),
  EPERM: message('start-not-permitted'),
  ENOENT: message('start-file-missing'),
  ETXTBSY: message('program-being-written'),
  EAGAIN: message('too-many-processes'),
  ENOMEM: message('no-memory-to-start'),
  EMFILE: message('too-many-files-open-here'),
  ENFILE: message('too-many-files-open-computer'),
}

function findNulObstacle({ path: file, args, cwd }: Target): Message | null {
  if (![file, cwd, ...args].some((text) => text.includes('\0'))) return null
  return message('argument-has-nul', { file: JSON.stringify(file) })
}

function findFolderObstacle(cwd: string): Message | null {
  const stats = readStats(cwd)
  if ('code' in stats) return message('working-folder-problem', { folder: cwd, problem: stats })
  return stats.isDirectory() ? null : message('working-folder-not-folder', { folder: cwd })
}

/** cmd.exe parses a batch file's arguments again, and no quoting is safe for all of them. */
function findBatchObstacle({ path: file, args }: Target): Message | null {
  if (!/\.(bat|cmd)[. ]*$/i.test(file)) return null
  const unsafe = args.find((arg) => !SAFE_FOR_BATCH.test(arg))
  if (unsafe === undefined) return null
  return message('batch-file-unsafe', { file, value: JSON.stringify(unsafe) })
}

function findProgramObstacle(file: string, platform: NodeJS.Platform, depth = 0): Message | null {
  if (!path.isAbsolute(file)) return message('path-not-absolute', { file })
  const stats = readStats(file)
  if ('code' in stats) return message('program-problem', { file, problem: stats })
  if (stats.isDirectory()) return message('program-is-folder', { file })
  if (!stats.isFile()) return message('program-not-regular', { file })
  if (!mayExecute(file)) return message('program-not-executable', { file, again: file })
  const header = readHeader(file)
  // Executable but not readable, as sudo on some systems: only the kernel can tell, and a shell could not read it
  // either.
  if (header === null) return null
  if (header.toString('latin1', 0, 2) === '#!') return findInterpreterObstacle(file, header, platform, depth)
  return findFormatObstacle(file, header, platform)
}

function findInterpreterObstacle(file: string, header: Buffer, platform: NodeJS.Platform, depth: number) {
  if (depth === MOST_INTERPRETERS) return message('too-many-interpreters', { file })
  const line = header.toString('utf8', 2).split('\n', 1)[0] ?? ''
  const interpreter = line.replace(/^[ \t]+/, '').split(/[ \t\0]/, 1)[0] ?? ''
  if (interpreter === '') return message('no-interpreter-named', { file })
  if (interpreter.endsWith('\r')) return message('interpreter-line-ends', { file })
  const obstacle = findProgramObstacle(interpreter, platform, depth + 1)
  return obstacle === null ? null : message('interpreter-problem', { file, problem: obstacle })
}

function findFormatObstacle(file: string, header: Buffer, platform: NodeJS.Platform): Message | null {
  if (platform === 'darwin') {
    if (MACH_O.includes(header.toString('hex', 0, 4))) return null
  } else if (isElf(header)) {
    ownHeader ??= readHeader(process.execPath)
    if (ownHeader === null || !isElf(ownHeader) || readMachine(ownHeader) === readMachine(header)) return null
    return message('wrong-processor', { file })
  }
  return message('neither-program-nor-script', { file })
}

const isElf = (header: Buffer) => header.length >= 20 && header.toString('latin1', 0, 4) === '\x7fELF'

/** Word size, byte order and processor. */
const readMachine = (elf: Buffer) => elf.toString('hex', 4, 6) + elf.toString('hex', 18, 20)

function readStats(file: string): Stats | Message {
  try {
    return statSync(file)
  } catch (error) {
    const { code, message: said } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return message('does-not-exist')
    if (code === 'EACCES') return message('may-not-be-reached')
    return message('cannot-be-inspected', { problem: said })
  }
}

/** Null if the file may be executed but not read. Throws if reading fails otherwise. */
function readHeader(file: string): Buffer | null {
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return null
    throw error
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0))
  } finally {
    closeSync(descriptor)
  }
}
