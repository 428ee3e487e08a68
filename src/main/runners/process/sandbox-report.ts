import type { Readable } from 'node:stream'
import type { Ending } from './start-process.ts'

const LONGEST_REPORT = 64 * 1024

export interface SandboxReport {
  /** Leads the session of everything in the sandbox; null until the sandbox said so. */
  leader(): number | null
  /** Null while the program has not ended, and where it never began. */
  exitCode(): number | null
  /** Nobody in it can outlive its leader. */
  endsAll: boolean
}

/** bubblewrap says in lines of JSON whom it started and how that ended; the program itself cannot write there. */
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
 * Of a program that a signal ended, the sandbox only says 128 + its number, and so may a program say by itself.
 * It is called a signal where we sent that signal; else the number stays what it is.
 */
export function readConfinedEnding(report: SandboxReport, outer: Ending, wasStopped: boolean): Ending {
  const exitCode = report.exitCode()
  if (exitCode === null) return { exitCode: null, signal: outer.signal }
  const signal = wasStopped ? SENT[exitCode - 128] : undefined
  return signal === undefined ? { exitCode, signal: null } : { exitCode: null, signal }
}
