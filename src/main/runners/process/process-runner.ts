import type { Ended, RunIo, Runnable, Runner } from '#main/runners/runner'
import type { ProcessAction } from '#shared/call/action'
import { type CommandSpec, planCommand } from './plan-command.ts'
import { SANDBOX_GONE, wrapIfPlanned } from './sandbox.ts'
import { type Supervised, supervise } from './supervise.ts'
import { removeTempFiles, writeTempFiles } from './temp-files.ts'

export const processRunner: Runner<CommandSpec, ProcessAction> = {
  // A program that is not installed is a state of its skill, and is said when a call is planned.
  missing: async () => null,
  plan: planCommand,
  run: runProcess,
}

/** Starts the program as planned, waits for its end, and removes the files that were written for it. */
export async function runProcess(plan: Runnable<ProcessAction>, io: RunIo): Promise<Ended> {
  const { action, timeoutMs, confinement } = plan
  const { cwd, stdin, tempFiles } = action
  const written = tempFiles.length === 0 ? ({ ok: true } as const) : await writeTempFiles(tempFiles)
  if (!written.ok) return notStarted(written.message)
  try {
    const what = { path: action.binary.path ?? '', args: action.argv.slice(1), cwd, env: { ...io.env }, stdin }
    const wrapped = wrapIfPlanned(what, confinement, io.wrap)
    if (wrapped === 'impossible') return notStarted(SANDBOX_GONE)
    const { signal, keptBytes, output: onChunk } = io
    return toEnded(await supervise({ ...what, ...wrapped, timeoutMs, marker: io.run }, { signal, keptBytes, onChunk }))
  } finally {
    await removeTempFiles(tempFiles)
  }
}

const NOTHING = { text: '', bytes: 0, truncated: false }

const notStarted = (message: string): Ended => ({
  ...{ how: 'not-started', ms: 0, stdout: NOTHING, stderr: NOTHING },
  failure: { code: 'SPAWN_FAILED', message },
})

function toEnded({ timedOut, canceled, failure, leftovers, result, ...ended }: Supervised): Ended {
  const isWell = ended.exitCode === 0
  const how = failure ? 'not-started' : canceled ? 'canceled' : timedOut ? 'timed-out' : isWell ? 'done' : 'failed'
  return { ...ended, how, ...(failure && { failure }) }
}
