import { describe } from 'vitest'
import { detectSandbox } from '#main/runners/process/sandbox'
import { sanitizePath } from '#main/runners/process/search-path'
import type { Command } from '#main/runners/process/supervise'
import type { Confinement } from '#shared/call/plan'
import { textOf } from '#shared/messages/message'

const searchPath = await sanitizePath(process.env.PATH ?? '', [])

/** What really confines on the machine that tests. */
export const sandboxHere = await detectSandbox(process.platform, searchPath)

const isEnforced = sandboxHere.word === 'enforced'
if (!isEnforced)
  console.error(`SKIPPED: nothing is proved of the sandbox on this machine: ${textOf(sandboxHere.reason)}`)

/** Runs only where the sandbox really holds, and says loudly where it does not. */
export const describeEnforced = describe.skipIf(!isEnforced)

export const NOTHING_GRANTED: Confinement = { word: 'enforced', network: false, writable: [], hidden: [] }

export function confine(command: Command, grants: Partial<Confinement> = {}, readable: string[] = []): Command {
  const wrapped = sandboxHere.wrap(command, { ...NOTHING_GRANTED, ...grants }, readable)
  if (wrapped !== null && 'refused' in wrapped) throw new Error(textOf(wrapped.refused))
  return wrapped === null ? command : { ...command, wrapped }
}

/** A line of shell, as a program that tests may run; what it prints is what it found. */
export function makeShellCommand(script: string, changes: Partial<Command> = {}): Command {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin' }
  return { path: '/bin/sh', args: ['-c', script], cwd: '/', env, stdin: null, timeoutMs: 20_000, ...changes }
}
