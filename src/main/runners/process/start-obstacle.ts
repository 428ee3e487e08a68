import { accessSync, closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import type { Startable } from './start-process.ts'

const HEADER_BYTES = 256
const MOST_INTERPRETERS = 4
const SAFE_FOR_BATCH = /^[A-Za-z0-9_./:=@-]*$/
const MACH_O = ['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', 'cafebabf']

let ownHeader: Buffer | null = null

type Target = Pick<Startable, 'path' | 'args' | 'cwd'>

/**
 * Why this cannot be started, in words; null when nothing stands in the way.
 * The header is looked at because the C library hands a file the kernel does not know to /bin/sh, and no program
 * of ours may come to a shell.
 */
export function findStartObstacle(command: Target, platform: NodeJS.Platform = process.platform): string | null {
  const obstacle = findNulObstacle(command) ?? findFolderObstacle(command.cwd)
  if (obstacle !== null) return obstacle
  if (platform === 'win32') return findBatchObstacle(command)
  try {
    return findProgramObstacle(command.path, platform)
  } catch (error) {
    return describeStartError(command, error)
  }
}

/** What the system said when it refused, with the remedy. */
export function describeStartError({ path: file, args }: Target, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const remedy = REMEDIES[code ?? '']
  if (remedy !== undefined) return `${file} could not be started: ${remedy}`
  return `${file} could not be started with ${args.length} arguments: ${message}`
}

const REMEDIES: Record<string, string> = {
  E2BIG: 'its arguments and environment are too long together. Give long text by standard input or in a file.',
  EACCES: 'the system does not permit it. Look at its permissions, and whether its disk allows programs (noexec).',
  EPERM: 'the system does not permit it.',
  ENOENT: 'it, its interpreter or its loader is missing. Install it again.',
  ETXTBSY: 'it is being written right now. Try again when that is done.',
  EAGAIN: 'there are too many processes. Close some, then try again.',
  ENOMEM: 'there is not enough memory. Close some programs, then try again.',
  EMFILE: 'too many files are open. Try again when other commands have ended.',
  ENFILE: 'too many files are open on this computer. Close some programs, then try again.',
}

function findNulObstacle({ path: file, args, cwd }: Target): string | null {
  if (![file, cwd, ...args].some((text) => text.includes('\0'))) return null
  return `An argument for ${JSON.stringify(file)} holds a NUL character, which no program can receive. Approved it out.`
}

function findFolderObstacle(cwd: string): string | null {
  const stats = readStats(cwd)
  if (typeof stats === 'string') return `The working folder ${cwd} ${stats}. Choose a folder that exists.`
  return stats.isDirectory() ? null : `The working folder ${cwd} is not a folder. Choose a folder.`
}

/** cmd.exe reads a batch file's arguments a second time, and no quoting holds for all of them. */
function findBatchObstacle({ path: file, args }: Target): string | null {
  if (!/\.(bat|cmd)[. ]*$/i.test(file)) return null
  const unsafe = args.find((arg) => !SAFE_FOR_BATCH.test(arg))
  if (unsafe === undefined) return null
  return `${file} is a batch file, and the argument ${JSON.stringify(unsafe)} cannot be given to one safely. Use a program that is an .exe.`
}

function findProgramObstacle(file: string, platform: NodeJS.Platform, depth = 0): string | null {
  if (!path.isAbsolute(file))
    return `"${file}" is not an absolute path, and programs are started by absolute path alone.`
  const stats = readStats(file)
  if (typeof stats === 'string') return `The program ${file} ${stats}. Install it, or put it back.`
  if (stats.isDirectory()) return `${file} is a folder, not a program.`
  if (!stats.isFile()) return `${file} is not a regular file, so it is not run.`
  if (!mayExecute(file)) return `${file} is not executable. If it is meant to be a program: chmod +x ${file}`
  const header = readHeader(file)
  // Executable but not readable (sudo is, in places): the kernel alone can say, and a shell could not read it either.
  if (header === null) return null
  if (header.toString('latin1', 0, 2) === '#!') return findInterpreterObstacle(file, header, platform, depth)
  return findFormatObstacle(file, header, platform)
}

function findInterpreterObstacle(
  file: string,
  header: Buffer,
  platform: NodeJS.Platform,
  depth: number,
): string | null {
  if (depth === MOST_INTERPRETERS) return `${file} is reached through too many scripts that interpret one another.`
  const line = header.toString('utf8', 2).split('\n', 1)[0] ?? ''
  const interpreter = line.replace(/^[ \t]+/, '').split(/[ \t\0]/, 1)[0] ?? ''
  if (interpreter === '') return `${file} begins with "#!" but names no interpreter. Name one, for instance #!/bin/sh`
  if (interpreter.endsWith('\r')) {
    return `The first line of ${file} ends in CR LF, so its interpreter is not found. Save the file with LF line ends.`
  }
  const obstacle = findProgramObstacle(interpreter, platform, depth + 1)
  return obstacle === null ? null : `${file} cannot run because of the interpreter in its first line: ${obstacle}`
}

function findFormatObstacle(file: string, header: Buffer, platform: NodeJS.Platform): string | null {
  if (platform === 'darwin') {
    if (MACH_O.includes(header.toString('hex', 0, 4))) return null
  } else if (isElf(header)) {
    ownHeader ??= readHeader(process.execPath)
    if (ownHeader === null || !isElf(ownHeader) || readMachine(ownHeader) === readMachine(header)) return null
    return `${file} was built for another kind of processor. Install the one for this computer.`
  }
  return `${file} is neither a program of this system nor a script with a first line like #!/bin/sh. It is not handed to a shell: add such a line.`
}

function isElf(header: Buffer): boolean {
  return header.length >= 20 && header.toString('latin1', 0, 4) === '\x7fELF'
}

/** Word size, byte order and processor. */
function readMachine(elf: Buffer): string {
  return elf.toString('hex', 4, 6) + elf.toString('hex', 18, 20)
}

function readStats(file: string): Stats | string {
  try {
    return statSync(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return 'does not exist'
    if (code === 'EACCES') return 'may not be reached by this user'
    return `cannot be looked at (${message})`
  }
}

function mayExecute(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Null when the file may be executed but not read. Throws where reading fails for another reason. */
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
