import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'

/** What Linux reports of a process. The start time distinguishes processes that reuse a number. */
export interface ProcessRow {
  pid: number
  state: string
  parent: number
  group: number
  /** Resident memory, in pages. */
  pages: number
  /** Processor time, with that of the children it waited for. */
  ticks: number
  startTime: string
  /** The kernel's wait status, known from the moment the process begins to exit. */
  waitStatus: number
}

/** Everything here reads /proc. On other systems the answers are empty. */
export const hasProcessTable = process.platform === 'linux'

const LONGEST_COMMAND = 256
const CERTAINLY_IN_ORDER_MS = 1000

/** Reused, because many of these files are read at the end of each run. */
const scratch = Buffer.alloc(64 * 1024)

export function listPids(): number[] {
  if (!hasProcessTable) return []
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0)
  } catch {
    // No file descriptors are left, so nothing can be read.
    return []
  }
}

/**
 * Ids increase, so children of `pid` have higher ones. Returns 0 if ids may have wrapped around and all must be
 * checked, and infinity if nobody has started a process since.
 */
export function findLowestDescendant(pid: number, ms: number, newest = readNewestPid()): number {
  if (ms > CERTAINLY_IN_ORDER_MS || newest < pid) return 0
  return newest > pid ? pid : Number.POSITIVE_INFINITY
}

const readNewestPid = () => Number(readProcFile('loadavg')?.toString('latin1').split(' ').at(-1) ?? 0)

/** Null if there is no such process. */
export function readProcess(pid: number): ProcessRow | null {
  const stat = readProcFile(`${pid}/stat`)?.toString('latin1')
  if (stat === undefined) return null
  // The command's name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = '', parent = '', group = ''] = fields
  const [startTime = '', pages = ''] = [fields[19], fields[21]]
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  const numbers = { parent: Number(parent), group: Number(group), pages: Number(pages), ticks }
  return { pid, state, ...numbers, startTime, waitStatus: Number(fields[49] ?? 0) }
}

const PAGE_BYTES = 4096
const TICKS_PER_SECOND = 100

/** Memory and processor time of a process and its descendants; shared memory counts for each. */
export function measureTree(pid: number): { bytes: number; seconds: number } {
  const rows = listPids().flatMap((each) => readProcess(each) ?? [])
  const tree = new Set([pid])
  // After a wrap-around a child may be listed before its parent.
  for (let before = 0; before !== tree.size; ) {
    before = tree.size
    for (const row of rows) if (tree.has(row.parent)) tree.add(row.pid)
  }
  const measured = { bytes: 0, seconds: 0 }
  for (const row of rows) {
    if (!tree.has(row.pid)) continue
    measured.bytes += row.pages * PAGE_BYTES
    measured.seconds += row.ticks / TICKS_PER_SECOND
  }
  return measured
}

export function isRunning(row: ProcessRow | null): row is ProcessRow {
  return row !== null && row.state !== 'Z' && row.state !== 'X'
}

/** Whether the process was started with exactly this `NAME=value`; false for one that is exiting. */
export function hasInEnvironment(pid: number, assignment: string): boolean {
  const environ = readProcFile(`${pid}/environ`)
  if (environ === undefined) return false
  const wanted = Buffer.from(`${assignment}\0`)
  if (environ.subarray(0, wanted.length).equals(wanted)) return true
  return environ.includes(`\0${assignment}\0`)
}

export function readCommand(pid: number): string {
  const words = readProcFile(`${pid}/cmdline`)?.toString('utf8').replaceAll('\0', ' ').trim()
  const command = words || readProcFile(`${pid}/comm`)?.toString('utf8').trim() || 'unknown'
  return command.slice(0, LONGEST_COMMAND)
}

/** A process may end, or belong to someone else, before its file is read. */
function readProcFile(name: string): Buffer | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(`/proc/${name}`, 'r')
    const length = readSync(descriptor, scratch)
    return length < scratch.length ? scratch.subarray(0, length) : readFileSync(`/proc/${name}`)
  } catch {
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
