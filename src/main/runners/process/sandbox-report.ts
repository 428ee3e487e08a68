import type { Readable } from 'node:stream'
import type { Ending } from './start-process.ts'

const LONGEST_REPORT = 64 * 1024

export interface SandboxReport {
  /** The first process in the sandbox; null until the sandbox reports it. */
  leader(): number | null
  /** Null until the program has ended, and if it never started. */
  exitCode(): number | null
  /** No process in the sandbox outlives its leader. */
  endsAll: boolean
}

/** bubblewrap reports in JSON lines what it started and how that ended. The program cannot write there. */
export function readSandboxReport(stream: Readable, endsAll = false): SandboxReport {
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    if (text.length < LONGEST_REPORT) text += chunk.toString('latin1')
  })
  stream.on('error', () => {})
  return { endsAll, leader: () => readNumber(text, 'child-pid'), exitCode: () => readNumber(text, 'exit-code') }
}

function readNumber(text: string, name: string): number | null {
  const found = new RegExp(`"${name}": (\\d+)`).exec(text)
  return found === null ? null : Number(found[1])
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
