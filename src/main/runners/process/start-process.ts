import type { ChildProcess } from 'node:child_process'
import { Server, type Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { execa } from 'execa'
import type { Message } from '#shared/messages/message'
import { hasProcessTable, isRunning, readProcess } from './process-table.ts'
import { RESULT_PIPE } from './result-pipe.ts'
import { hasGroups } from './survivors.ts'
import type { Most } from './watch-usage.ts'

const FIRST_REALTIME_SIGNAL = 34

/** The descriptor on which a sandbox reports how the program ended. */
export const REPORT_PIPE = 3
/** The descriptor from which a sandbox reads its filter; the program does not get it. */
export const FILTER_PIPE = 5
/** From here on: the folders that a sandbox mounts, then the channel of its gate. */
export const FIRST_FOLDER_PIPE = 6

export interface Ending {
  exitCode: number | null
  signal: string | null
}

export interface StartedProcess {
  pid: number
  /** Still open after the first input; null if it was closed. */
  input: Writable | null
  stdout: Readable
  stderr: Readable
  /** Null if no such pipe was requested. */
  result: Readable | null
  /** The program has ended; its children may still hold the pipes. */
  ended: Promise<void>
  /** How it ended; empty until then. `wasStopped`: we sent a signal. */
  ending(wasStopped: boolean): Ending
  /** The program has ended and both pipes are closed. */
  closed: Promise<void>
  /** Null if the program is our own child, without a sandbox in between. */
  report: SandboxReport | null
  /** The sandbox was created but the program could not start in it. */
  isLost(wasStopped: boolean): boolean
}

/** The only way out of a sandbox without a network. */
export interface Gate {
  /** Serves a connection of the confined program; null if it gets none. */
  connect: ((socket: Socket) => void) | null
  /** Why connections were refused; the program does not report that itself. */
  refused(): Message[]
  /** Called when the sandbox has ended. */
  end?(): void
}

/** What is started instead of a program, to confine it. */
export interface Wrapped {
  path: string
  args: string[]
  /** It reports on its own pipe how the program ended. */
  reports: boolean
  /** The kernel ends all its processes with the first one. */
  endsAll?: boolean
  /** The system calls that the program cannot make, in the kernel's format and base64. */
  filter?: string | undefined
  /** Descriptors of this process for the sandbox. */
  descriptors?: readonly number[]
  /** Called once the sandbox has those descriptors or can no longer get them. */
  close?(): void
  /** Starts first in the sandbox and waits for us, on the descriptor after all others. */
  gate?: Gate | undefined
  most?: Most
}

/** A program, and what it is started with. */
export interface Program {
  /** Absolute; use `findBinary` for a name. */
  path: string
  args: string[]
  cwd: string
  /** Everything the program sees, except the marker of its run. */
  env: Record<string, string>
  stdin: string | null
  /** Gives it a pipe for its result, as descriptor `RESULT_PIPE`. */
  givesResult?: boolean
}

export interface Startable extends Program, Omit<Partial<Wrapped>, 'path' | 'args'> {
  /** Keeps standard input open after `stdin`. */
  keepsInput?: boolean
}

/**
 * The only place where a process is started: an absolute path and a list of arguments, no shell, no inherited
 * environment, no terminal, its own session and group. Rejects if the system refuses to start it.
 */
export async function startProcess(startable: Startable): Promise<StartedProcess> {
  try {
    return await start(startable)
  } finally {
    startable.close?.()
  }
}

async function start(startable: Startable): Promise<StartedProcess> {
  const { path, args, cwd, env, stdin, givesResult = false, keepsInput = false, ...sandbox } = startable
  const subprocess = execa(path, args, {
    ...({ cwd, env, extendEnv: false, buffer: false, reject: false, cleanup: false } as const),
    detached: hasGroups,
    stdio: [pipeIf(stdin !== null), 'pipe', 'pipe', ...listPipes(sandbox, givesResult)],
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
  return {
    ...{ pid, input, stdout, stderr, result, closed, report, ended: hasEnded },
    ending: (wasStopped) => (report ? readConfinedEnding(report, ending(), wasStopped) : ending()),
    isLost: (wasStopped) => {
      const isSilent = report !== null && report.exitCode() === null && ending().signal === null
      return gate?.isLost() === true || (isSilent && !wasStopped)
    },
  }
}

type Sandboxed = Pick<Startable, 'reports' | 'filter' | 'descriptors'>

const pipeIf = (wanted: boolean) => (wanted ? 'pipe' : 'ignore')

/** A program gets only the three usual descriptors and the one for its result. */
function listPipes({ reports = false, filter, descriptors = [] }: Sandboxed, givesResult: boolean) {
  const own: ('pipe' | 'ignore' | 6)[] = [pipeIf(reports), pipeIf(givesResult), pipeIf(filter !== undefined)]
  // Any number is valid, but execa's types only list those up to 9.
  return descriptors.length > 0 ? [...own, ...(descriptors as readonly 6[])] : own
}

function readFrom(child: ChildProcess, descriptor: typeof REPORT_PIPE | typeof RESULT_PIPE): Readable | null {
  const stream = child.stdio[descriptor]
  return stream instanceof Readable ? stream : null
}

function giveInput(stream: unknown, given: string | Buffer, staysOpen = false): Writable | null {
  if (!(stream instanceof Writable)) return null
  // A program may exit without reading its input; that is no failure.
  stream.on('error', () => {})
  if (!staysOpen) stream.end(given)
  else stream.write(given)
  return staysOpen ? stream : null
}

/** Node reports a death by a real-time signal as exit code 0, so the kernel's own status is read while it exits. */
function watchEnding(child: ChildProcess, pid: number): { ended: Promise<void>; ending(): Ending } {
  let ending: Ending = { exitCode: null, signal: null }
  let realtimeSignal: string | null = null
  let isSeen = false
  const look = () => {
    if (isSeen || child.exitCode !== null || child.signalCode !== null) return
    const row = readProcess(pid)
    isSeen = !isRunning(row)
    const number = (row?.waitStatus ?? 0) & 0x7f
    if (number >= FIRST_REALTIME_SIGNAL) realtimeSignal ??= `SIGRTMIN+${number - FIRST_REALTIME_SIGNAL}`
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

/** Lets the program start once the gate is there, and serves its connections. */
function tendGate(child: ChildProcess, { connect }: Gate) {
  let isLost = false
  child.on('message', (said, door) => {
    if (said === 'lost') isLost = true
    // Accepting the socket is an answer by itself.
    else if (!(door instanceof Server)) child.send('go', () => {})
    else {
      child.once('exit', () => door.close())
      if (connect) door.on('connection', connect)
    }
  })
  const closed = child.connected && new Promise((resolve) => child.once('disconnect', resolve))
  return {
    /** bubblewrap found the program but the kernel could not start it. */
    isLost: () => isLost,
    /** Resolves when nothing more comes from it. */
    closed,
  }
}

const LONGEST_REPORT = 64 * 1024

type SandboxReport = ReturnType<typeof readSandboxReport>

/** bubblewrap reports in JSON lines what it started and how that ended. The program cannot write there. */
export function readSandboxReport(stream: Readable, endsAll = false) {
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    if (text.length < LONGEST_REPORT) text += chunk.toString('latin1')
  })
  stream.on('error', () => {})
  const read = (name: string) => {
    const found = new RegExp(`"${name}": (\\d+)`).exec(text)
    return found === null ? null : Number(found[1])
  }
  return {
    /** No process in the sandbox outlives its leader. */
    endsAll,
    /** The first process in the sandbox; null until the sandbox reports it. */
    leader: () => read('child-pid'),
    /** Null until the program has ended, and if it never started. */
    exitCode: () => read('exit-code'),
  }
}

const SENT: Record<number, string> = { 15: 'SIGTERM', 9: 'SIGKILL' }

/**
 * A sandbox reports a signal as exit code 128 + number, which a program may also use itself. It counts as a signal if
 * we sent that signal.
 */
export function readConfinedEnding(report: SandboxReport, outer: Ending, wasStopped: boolean): Ending {
  const exitCode = report.exitCode()
  if (exitCode === null) return { exitCode: null, signal: outer.signal }
  const signal = wasStopped ? SENT[exitCode - 128] : undefined
  return signal === undefined ? { exitCode, signal: null } : { exitCode: null, signal }
}
