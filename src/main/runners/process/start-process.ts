import type { ChildProcess } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { execa } from 'execa'
import { hasGroups } from './process-group.ts'
import { hasProcessTable, readProcess } from './process-table.ts'
import { RESULT_PIPE } from './result-pipe.ts'
import { type Gate, tendGate } from './sandbox/tend-gate.ts'
import { readSandboxReport, type SandboxReport } from './sandbox-report.ts'

const FIRST_REALTIME_SIGNAL = 34

/** The descriptor through which a sandbox tells how the program ended. */
export const REPORT_PIPE = 3
/** Where a sandbox reads its filter of system calls; the program does not get it. */
export const FILTER_PIPE = 5
/** From here on: the folders that a sandbox mounts, and behind them the channel of its gate. */
export const FIRST_FOLDER_PIPE = 6

export interface Ending {
  exitCode: number | null
  signal: string | null
}

export interface StartedProcess {
  pid: number
  /** Where more may be said after the first input; null where it is at its end. */
  input: Writable | null
  stdout: Readable
  stderr: Readable
  /** Null where no pipe for it was wished for. */
  result: Readable | null
  /** The program itself is gone; its children may still hold the pipes. */
  ended: Promise<void>
  /** How it ended; nothing of it while it has not. */
  ending(): Ending
  /** The program is gone and both pipes are at their end. */
  closed: Promise<void>
  /** Null where the program is a child of ours, with no sandbox between that reports. */
  report: SandboxReport | null
  /** The sandbox was made, and the program could not be started in it. */
  isLost(): boolean
}

export interface Startable {
  path: string
  args: string[]
  cwd: string
  env: Record<string, string>
  stdin: string | null
  /** What is started is a sandbox that tells of the program on a pipe of its own. */
  reports?: boolean
  endsAll?: boolean
  /** In base64. */
  filter?: string | undefined
  descriptors?: readonly number[]
  /** Called once the sandbox has those descriptors, or will never have them. */
  close?(): void
  /** What is started first in the sandbox, and waits for us, on the descriptor after all others. */
  gate?: Gate | undefined
  givesResult?: boolean
  /** Standard input stays open after `stdin`. */
  keepsInput?: boolean
}

/**
 * The only place where a process is born: an absolute path and a list of arguments, no shell, no inherited
 * environment, no terminal, a session and a group of its own. Rejects when the system refuses to start it.
 */
export async function startProcess(startable: Startable): Promise<StartedProcess> {
  try {
    return await start(startable)
  } finally {
    startable.close?.()
  }
}

async function start({
  path,
  args,
  cwd,
  env,
  stdin,
  givesResult,
  keepsInput = false,
  ...sandbox
}: Startable): Promise<StartedProcess> {
  const subprocess = execa(path, args, {
    cwd,
    env,
    extendEnv: false,
    stdio: [pipeIf(stdin !== null), 'pipe', 'pipe', ...listPipes(sandbox, givesResult ?? false)],
    buffer: false,
    reject: false,
    detached: hasGroups,
    cleanup: false,
    ...(sandbox.gate && ({ ipc: true, serialization: 'json' } as const)),
  })
  const child = subprocess.nodeChildProcess
  const { pid, stdout, stderr } = child
  if (pid === undefined || stdout === null || stderr === null) throw (await subprocess).cause
  const input = stdin === null ? null : giveInput(child.stdin, stdin, keepsInput)
  if (sandbox.filter) giveInput(Array.from<unknown>(child.stdio)[FILTER_PIPE], Buffer.from(sandbox.filter, 'base64'))
  const gate = sandbox.gate && tendGate(child, sandbox.gate)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const told = readFrom(child, REPORT_PIPE)
  const report = told && readSandboxReport(told, sandbox.endsAll ?? false)
  const result = readFrom(child, RESULT_PIPE)
  const { ended, ending } = watchEnding(child, pid)
  const hasEnded = ended.then(() => gate?.closed).then(() => sandbox.gate?.end?.())
  const isLost = () => gate?.isLost() === true
  return { pid, input, stdout, stderr, result, closed, report, ended: hasEnded, ending, isLost }
}

type Sandboxed = Pick<Startable, 'reports' | 'filter' | 'descriptors'>

const pipeIf = (wanted: boolean) => (wanted ? 'pipe' : 'ignore')

/** A program sees no descriptor more than the three it expects, and that for its result. */
function listPipes({ reports = false, filter, descriptors = [] }: Sandboxed, givesResult: boolean) {
  const own: ('pipe' | 'ignore' | 6)[] = [pipeIf(reports), pipeIf(givesResult), pipeIf(filter !== undefined)]
  // A descriptor is any number; the types of execa name those to 9.
  return descriptors.length > 0 ? [...own, ...(descriptors as readonly 6[])] : own
}

function readFrom(child: ChildProcess, descriptor: typeof REPORT_PIPE | typeof RESULT_PIPE): Readable | null {
  const stream = child.stdio[descriptor]
  return stream instanceof Readable ? stream : null
}

function giveInput(stream: unknown, given: string | Buffer, staysOpen = false): Writable | null {
  if (!(stream instanceof Writable)) return null
  // A program may end without reading what it was given; that is its right and no failure.
  stream.on('error', () => {})
  if (!staysOpen) stream.end(given)
  else stream.write(given)
  return staysOpen ? stream : null
}

/** Node tells a death by a real-time signal as exit code 0; the kernel's own status, read while it dies, knows better. */
function watchEnding(child: ChildProcess, pid: number): Pick<StartedProcess, 'ended' | 'ending'> {
  let ending: Ending = { exitCode: null, signal: null }
  let realtimeSignal: string | null = null
  const look = () => {
    if (child.exitCode === null && child.signalCode === null) realtimeSignal ??= readRealtimeSignal(pid)
  }
  if (hasProcessTable) child.stdout?.once('end', look)
  if (hasProcessTable) child.stderr?.once('end', look)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      const isHidden = exitCode === 0 && realtimeSignal !== null
      ending = isHidden ? { exitCode: null, signal: realtimeSignal } : { exitCode, signal }
      resolve()
    })
  })
  return { ended, ending: () => ending }
}

function readRealtimeSignal(pid: number): string | null {
  const number = (readProcess(pid)?.waitStatus ?? 0) & 0x7f
  return number >= FIRST_REALTIME_SIGNAL ? `SIGRTMIN+${number - FIRST_REALTIME_SIGNAL}` : null
}
