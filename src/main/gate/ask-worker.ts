import { Worker } from 'node:worker_threads'
import { asReported, type Message, message } from '#shared/messages/message'
import type { Report, Task } from './worker.ts'

export type Answer =
  | Exclude<Report, { state: 'ready' | 'prepared' }>
  | { state: 'too-slow'; phase: 'compile' | 'check' }

const START_LIMIT_MS = 15_000
const COMPILE_LIMIT_MS = 500
const CHECK_LIMIT_MS = 200

/** In the built app the worker is a JavaScript file next to this one. */
const WORKER_FILE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './gate-worker.js', import.meta.url)

let idle: Worker | null = null
let queue: Promise<unknown> = Promise.resolve()

/** One task at a time, each within its limits. A worker that exceeds them is replaced. Never rejects. */
export function askWorker(task: Task): Promise<Answer> {
  const answer = queue.then(() => perform(task))
  queue = answer
  return answer
}

function perform(task: Task): Promise<Answer> {
  const isFresh = idle === null
  const worker = idle ?? startWorker()
  idle = null
  worker.ref()
  return new Promise((resolve) => {
    let phase: 'start' | 'compile' | 'check' | 'over' = 'start'
    let timer: NodeJS.Timeout | undefined

    const enter = (next: 'start' | 'compile' | 'check', limit: number) => {
      phase = next
      clearTimeout(timer)
      // If our own thread was slow, a report may already be waiting behind this timer.
      timer = setTimeout(() => setImmediate(() => phase === next && expire(next)), limit)
    }
    const begin = () => {
      worker.postMessage(task)
      enter('compile', COMPILE_LIMIT_MS)
    }
    const receive = (report: Report) => {
      if (report.state === 'ready') begin()
      else if (report.state === 'prepared') enter('check', CHECK_LIMIT_MS)
      else conclude(report, true)
    }
    const expire = (during: 'start' | 'compile' | 'check') => {
      if (during === 'start') fail(message('checker-did-not-start'))
      else conclude({ state: 'too-slow', phase: during }, false)
    }
    const fail = (problem: Message) => conclude({ state: 'failed', problem }, false)
    const crash = (error: Error) => fail(asReported(error.message))
    const leave = () => fail(message('checker-ended'))
    const conclude = (answer: Answer, isUsable: boolean) => {
      phase = 'over'
      clearTimeout(timer)
      worker.off('message', receive).off('error', crash).off('exit', leave)
      // An idle worker must not keep the process alive.
      worker.unref()
      if (isUsable) idle = worker
      else void worker.terminate()
      resolve(answer)
    }

    worker.on('message', receive).on('error', crash).on('exit', leave)
    if (isFresh) enter('start', START_LIMIT_MS)
    else begin()
  })
}

function startWorker(): Worker {
  const worker = new Worker(WORKER_FILE, {
    ...{ env: {}, execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
  })
  const forget = () => {
    if (idle === worker) idle = null
  }
  return worker.on('error', forget).on('exit', forget)
}
