import type { Readable } from 'node:stream'
import type { RunIo } from '#main/runners/runner'
import type { Run } from '#shared/call/plan'
import { type Message, message } from '#shared/messages/message'
import { answerRequests, type Channel } from './channel.ts'
import { drainTree, stopTree } from './end-tree.ts'
import { startLive } from './live-runs.ts'
import { createLiveText, createOutputRing } from './output-ring.ts'
import { findLowestDescendant } from './process-table.ts'
import { type Captured, LARGEST_RESULT, SILENCE } from './result-pipe.ts'
import type { Program, StartedProcess, Wrapped } from './start-process.ts'
import { listSurvivors, type Survivor } from './survivors.ts'
import { makeTimeLimit, type TimeLimit } from './time-limit.ts'
import { type Excess, watchUsage } from './watch-usage.ts'

const LONGEST_REASON = 400

export interface Command extends Program {
  timeoutMs: number
  /** Marks the processes of this run so that they can be found again; the run's id if it has one. */
  marker?: string
  /** Started instead, to confine it. */
  wrapped?: Wrapped
  /** Answers its requests on standard input while it runs. */
  channel?: Channel
  /** Ends it when it uses much more than this. */
  memoryMb?: number
}

export interface SuperviseOptions extends Partial<Pick<RunIo, 'signal' | 'keptBytes' | 'limit'>> {
  /** Output as it comes, thinned out in a flood. Never called after the promise settles. */
  onChunk?(stream: 'stdout' | 'stderr', text: string): void
  onStart?(pid: number): void
}

export interface Supervised
  extends Pick<Run, 'exitCode' | 'signal' | 'timedOut' | 'canceled' | 'ms' | 'refused' | 'survivors'> {
  stdout: Captured
  stderr: Captured
  /** Set if there was a pipe for it. Of more than 8 MiB only the beginning and the end. */
  result?: Captured
  /** Children in its group that outlived the program and were killed. */
  leftovers: Survivor[]
  /** It was ended because it used too much of this. */
  exceeded?: Excess
  /** Why nothing ran. */
  failure?: { code: 'SPAWN_FAILED'; message: Message }
}

/** Runs one program and its process group to the end. Never rejects; settles at most 5 s after the timeout. */
export async function supervise(command: Command, options: SuperviseOptions = {}): Promise<Supervised> {
  const startedAt = performance.now()
  if (options.signal?.aborted) {
    command.wrapped?.close?.()
    return reportNothingRan(startedAt, { canceled: true })
  }
  const { channel } = command
  const begun = await startLive(command, { cancel: options.signal, keepsInput: channel !== undefined })
  if (!begun.ok) return reportFailure(startedAt, begun.message)
  const { started, marker, stop, settle } = begun
  const requests = channel && started.input ? answerRequests(channel, started.input, stop) : null
  const readFrom = (name: 'stdout' | 'result') => (channel?.on === name ? requests?.take : undefined)
  const stdout = collect(started.stdout, 'stdout', options, readFrom('stdout'))
  const stderr = collect(started.stderr, 'stderr', options)
  const result = started.result && collect(started.result, 'result', { keptBytes: LARGEST_RESULT }, readFrom('result'))
  guard(() => options.onStart?.(started.pid))

  const { cause, exceeded, explain } = await waitForCause(started, command, stop, options.limit)
  const wasStopped = cause !== 'ended'
  if (wasStopped) await stopTree(started, marker)
  const leftovers = await drainTree(started)
  await requests?.close()
  const ms = performance.now() - startedAt
  const survivors = listSurvivors(marker, findLowestDescendant(started.pid, ms))
  const refused = command.wrapped?.gate?.refused() ?? []
  const output = { stdout: stdout.end(), stderr: stderr.end(), ...(result && { result: result.end() }) }
  settle()
  if (started.isLost(wasStopped)) return reportFailure(startedAt, describeBrokenSandbox(command, output))
  const why = exceeded ?? (wasStopped ? undefined : explain(started.report?.exitCode() ?? null))
  return {
    ...started.ending(wasStopped),
    ...{ timedOut: cause === 'timeout', canceled: cause === 'cancel', ms, leftovers, survivors },
    ...(why && { exceeded: why }),
    ...(refused.length > 0 && { refused }),
    ...output,
  }
}

function describeBrokenSandbox({ path, wrapped }: Command, { stderr }: Pick<Supervised, 'stderr'>): Message {
  const said = stderr.text.trim().slice(0, LONGEST_REASON)
  const why = said || message('ended-before-start')
  return message('could-not-start-in-sandbox', { file: path, sandbox: wrapped?.path ?? '', why })
}

type Cause = 'ended' | 'timeout' | 'cancel' | 'excess'

async function waitForCause(
  started: StartedProcess,
  { timeoutMs, memoryMb, wrapped }: Command,
  stop: AbortSignal,
  limit: TimeLimit = makeTimeLimit(),
) {
  const { promise, resolve } = Promise.withResolvers<{ cause: Cause; exceeded?: Excess }>()
  const end = limit.start(timeoutMs, () => resolve({ cause: 'timeout' }))
  const { pid } = started
  const usage = watchUsage(pid, wrapped?.most, memoryMb, (exceeded) => resolve({ cause: 'excess', exceeded }))
  stop.addEventListener('abort', () => resolve({ cause: 'cancel' }), { once: true })
  if (stop.aborted) resolve({ cause: 'cancel' })
  void started.ended.then(() => resolve({ cause: 'ended' }))
  const first = await promise
  usage.stop()
  end()
  return { ...first, explain: usage.explain }
}

/** Collects a stream and shows it meanwhile; `end` shows the rest and returns what was kept. */
function collect(
  stream: Readable,
  name: 'stdout' | 'stderr' | 'result',
  { onChunk, keptBytes }: SuperviseOptions,
  takeRequests: (chunk: Uint8Array) => Uint8Array = (chunk) => chunk,
): { end(): Captured } {
  const half = keptBytes === undefined ? undefined : Math.floor(keptBytes / 2)
  const ring = createOutputRing(half, half)
  const live = onChunk && name !== 'result' ? createLiveText((text) => guard(() => onChunk(name, text))) : undefined
  stream.on('data', (chunk: Buffer<ArrayBuffer>) => {
    const printed = takeRequests(chunk)
    ring.push(printed)
    live?.push(printed)
    giveBack(chunk)
  })
  // A broken pipe counts as closed; what arrived before is kept.
  stream.on('error', () => {})
  return {
    end() {
      live?.end()
      return ring.capture()
    },
  }
}

/** Frees the memory at once. Left to the garbage collector, a flood piles up 80 MiB and more. */
function giveBack({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength === byteLength) buffer.transfer(0)
}

/** An error in a watcher must not change the run. */
function guard(watch: () => void): void {
  try {
    watch()
  } catch (error) {
    process.nextTick(() => {
      throw error
    })
  }
}

export function reportFailure(startedAt: number, why: Message): Supervised {
  return reportNothingRan(startedAt, { failure: { code: 'SPAWN_FAILED', message: why } })
}

function reportNothingRan(startedAt: number, why: Pick<Partial<Supervised>, 'canceled' | 'failure'>): Supervised {
  return {
    ...{ exitCode: null, signal: null, timedOut: false, canceled: false, ms: performance.now() - startedAt },
    ...{ stdout: SILENCE, stderr: SILENCE, leftovers: [], survivors: [], ...why },
  }
}
