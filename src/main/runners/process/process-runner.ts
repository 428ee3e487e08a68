import type { Ended, RunIo, Runnable } from '#main/runners/runner'
import type { ProcessAction } from '#shared/call/action'
import { message } from '#shared/messages/message'
import { wrapIfPlanned } from './sandbox.ts'
import { type Command, reportFailure, type Supervised, supervise } from './supervise.ts'
import { removeTempFiles, writeTempFiles } from './temp-files.ts'
import type { Excess } from './watch-usage.ts'

export async function runProcess(plan: Runnable<ProcessAction>, io: RunIo): Promise<Ended> {
  return toEnded(await startPlanned(plan, io))
}

/** Starts the program as planned, waits for it, and removes its temporary files. */
export async function startPlanned(
  plan: Runnable<ProcessAction>,
  io: RunIo,
  { input, ...more }: Pick<Command, 'channel' | 'memoryMb'> & { input?: string } = {},
): Promise<Supervised> {
  const { action, timeoutMs, confinement } = plan
  const { cwd, stdin, tempFiles } = action
  const written = tempFiles.length === 0 ? ({ ok: true } as const) : await writeTempFiles(tempFiles)
  if (!written.ok) return reportFailure(performance.now(), written.message)
  try {
    const what = {
      path: action.binary.path ?? '',
      args: action.argv.slice(1),
      cwd,
      env: { ...io.env },
      stdin: input ?? stdin,
      ...more,
      givesResult: action.entry?.result === 'pipe',
    }
    const wrapped = wrapIfPlanned(what, confinement, io.wrap)
    if ('refused' in wrapped) return reportFailure(performance.now(), wrapped.refused)
    const { signal, keptBytes, limit, output: onChunk } = io
    return await supervise({ ...what, ...wrapped, timeoutMs, marker: io.run }, { signal, keptBytes, limit, onChunk })
  } finally {
    await removeTempFiles(tempFiles)
  }
}

/** How a command ended that used too much, with the limit in words. */
function explainExcess(excess: Excess) {
  if (excess.what === 'memory') return { how: 'out-of-memory', why: message('out-of-memory') } as const
  if (excess.what === 'seconds') {
    return { how: 'out-of-processor-time', why: message('out-of-processor-time', { seconds: excess.most }) } as const
  }
  return { how: 'file-too-large', why: message('wrote-too-large-file', { gib: excess.most / 2 ** 30 }) } as const
}

export function toEnded({ timedOut, canceled, failure, leftovers, result, exceeded, ...ended }: Supervised): Ended {
  if (exceeded) {
    const { how, why } = explainExcess(exceeded)
    return { ...ended, how, failure: { code: how.toUpperCase().replaceAll('-', '_'), message: why } }
  }
  const isWell = ended.exitCode === 0
  const how = failure ? 'not-started' : canceled ? 'canceled' : timedOut ? 'timed-out' : isWell ? 'done' : 'failed'
  return { ...ended, how, ...(failure && { failure }) }
}
