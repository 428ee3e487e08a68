import { type LaunchResult, readResult } from '#main/launchers/read-result'
import type { ProcessAction } from '#shared/call/action'
import { isObject, type Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { orAbort } from '#shared/or-abort'
import { openChannel, type ProcessEntry } from './opened.ts'
import { type ProcessSpec, planTool } from './plan-launched.ts'
import { checkEntry } from './process/check-entry.ts'
import { wrapIfPlanned } from './process/sandbox.ts'
import { type Command, reportFailure, type Supervised, supervise } from './process/supervise.ts'
import { removeTempFiles, writeTempFiles } from './process/temp-files.ts'
import type { Excess } from './process/watch-usage.ts'
import type { Ended, RunIo, Runnable, Runner } from './runner.ts'

/** How many tools of that format run at the same time. */
const inPool = makePool(5)

/** Deno prints its result at the end of its output. */
const LEAST_KEPT_BYTES = 512 * 1024
const LONGEST_REASON = 4000

/** Everything that runs as a process: command lines, and files run by an interpreter. */
export const programRunner: Runner<ProcessSpec, ProcessAction> = {
  plan: planTool,
  run: async (plan, io) => {
    const { entry, printsJson } = plan.action
    if (entry) return runEntry(plan, entry, io)
    const keptBytes = printsJson ? Math.max(io.keptBytes, LEAST_KEPT_BYTES) : io.keptBytes
    const supervised = await startPlanned(plan, { ...io, keptBytes })
    return printsJson ? takeResult(supervised, readResult(supervised, 'stdout'), keptBytes) : toEnded(supervised)
  },
}

async function runEntry(plan: Runnable<ProcessAction>, entry: ProcessEntry, io: RunIo): Promise<Ended> {
  const changed = await checkEntry(entry)
  if (changed) return toEnded(reportFailure(performance.now(), changed))
  const { path } = entry
  const folder = entry.within ?? path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')))
  const keptBytes = Math.max(io.keptBytes, LEAST_KEPT_BYTES)
  const wrap: RunIo['wrap'] = (command, confinement) => io.wrap(command, confinement, [folder])
  const opened = await openChannel(plan, entry, io)
  if (opened && 'code' in opened) return toEnded(reportFailure(performance.now(), opened))
  // Secrets in the output are masked at its end, so nothing is shown before.
  const silenced = plan.grants.secrets.length > 0 && { output: () => undefined }
  const more = { ...opened, ...(entry.memoryMb !== undefined && { memoryMb: entry.memoryMb }) }
  const start = () => startPlanned(plan, { ...io, keptBytes, wrap, ...silenced }, more)
  // A tool called by another must not wait behind the one that waits for it.
  const isFree = !entry.serves || io.caller.kind === 'tool' || io.caller.kind === 'trigger'
  const supervised = await (isFree ? start() : inPool(start, io.signal))
  const result = opened && typeof entry.result === 'object' ? { mark: opened.channel.mark } : entry.result
  const read = readResult(supervised, result)
  const ended = takeResult(supervised, read, keptBytes, entry)
  return opened ? opened.mask(ended) : ended
}

function takeResult(supervised: Supervised, read: LaunchResult, keptBytes: number, entry?: ProcessEntry): Ended {
  const ended = toEnded(supervised)
  const text = read.stdout
  const own = text !== undefined && { stdout: { ...ended.stdout, text, bytes: Buffer.byteLength(text) } }
  const shown: Ended = { ...ended, ...own }
  const most = entry?.memoryMb
  if (most !== undefined && (ended.how === 'out-of-memory' || isHeapFull(supervised))) {
    return { ...fail(shown, message('tool-out-of-memory', { most })), how: 'out-of-memory' }
  }
  if (ended.how !== 'done' && ended.how !== 'failed') return shown
  if (!read.ok) return fail(shown, read.error)
  // A program that fails after it gave a result has given none.
  if (supervised.exitCode !== 0) return shown
  const bytes = Buffer.byteLength(JSON.stringify(read.value))
  if (bytes > keptBytes) {
    const size = { kib: Math.ceil(bytes / 1024), limit: Math.floor(keptBytes / 1024) }
    return fail(shown, message('tool-result-too-large', size))
  }
  // For a tool with an output schema, `success: false` is an ordinary result.
  const denial = entry?.serves ? null : findDenial(read.value)
  return denial === null ? { ...shown, result: read.value } : { ...fail(shown, denial), result: read.value }
}

/** How Deno's engine ends at its own memory limit. */
const isHeapFull = ({ exitCode, stderr }: Supervised) =>
  exitCode !== 0 && /Last few GCs|JavaScript heap out of memory/.test(stderr.text)

/** Many tools report a failure as `{ success: false, error }`. */
function findDenial(value: Json): Message | null {
  if (!isObject(value) || value.success !== false) return null
  const why = [value.error, value.message].find((text) => typeof text === 'string' && text !== '')
  return typeof why === 'string'
    ? message('tool-said', { why: why.slice(0, LONGEST_REASON) })
    : message('tool-said-failed')
}

const fail = (ended: Ended, why: Message): Ended => ({
  ...ended,
  ...{ how: 'failed', failure: { code: why.code, message: why } },
})

/** Runs a limited number at a time; the rest wait in order. A call that is stopped leaves the queue. */
function makePool(most: number) {
  const waiting = new Set<() => void>()
  let free = most
  return async <T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    if (free > 0) free -= 1
    else {
      const { promise: turn, resolve: take } = Promise.withResolvers<void>()
      waiting.add(take)
      await orAbort(turn, signal).catch(() => undefined)
      // It was stopped before its turn, so it only reports that.
      if (waiting.delete(take)) return run()
    }
    try {
      return await run()
    } finally {
      const [next] = waiting
      if (next) waiting.delete(next)
      else free += 1
      next?.()
    }
  }
}

/** Starts the program as planned, waits for it, and removes its temporary files. */
async function startPlanned(
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
      ...{ path: action.binary.path ?? '', args: action.argv.slice(1), cwd, env: { ...io.env }, stdin: input ?? stdin },
      ...{ ...more, givesResult: action.entry?.result === 'pipe' },
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
