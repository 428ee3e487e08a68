import type { Worker } from 'node:worker_threads'
import { type Message, message } from '#shared/messages/message'
import type { Reply } from './messages.ts'
import { CLOSED, type LedgerProblem, makeLedgerError, makeProblem } from './problems.ts'
import type { WorkerCalls } from './worker.ts'

/** Rejects with a LedgerError only. */
export type Ask = <C extends keyof WorkerCalls>(
  call: C,
  ...input: Parameters<WorkerCalls[C]>
) => Promise<Awaited<ReturnType<WorkerCalls[C]>>>

type Pending = Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>

/** The thread keeps the process alive only while an answer is outstanding. */
export function connect(worker: Worker) {
  const pending = new Map<number, Pending>()
  let nextId = 1
  let gone: LedgerProblem | null = null

  function settle(id: number): Pending | undefined {
    const one = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker.unref()
    return one
  }

  function lose(problem: LedgerProblem): void {
    gone ??= problem
    for (const id of [...pending.keys()]) settle(id)?.reject(makeLedgerError(gone))
  }

  worker.unref()
  worker.on('message', (reply: Reply & { id: number }) => {
    const one = settle(reply.id)
    if (reply.ok) one?.resolve(reply.value)
    else one?.reject(makeLedgerError(reply.problem))
  })
  worker.on('messageerror', (error) => lose(describeLoss(String(error))))
  worker.on('error', (error) => lose(describeLoss(error instanceof Error ? error.message : String(error))))
  worker.on('exit', (code) => lose(describeLoss(message('ended-with-code', { code }))))

  const ask: Ask = (call, ...input) =>
    new Promise((resolve, reject) => {
      if (gone) return reject(makeLedgerError(gone))
      const id = nextId++
      pending.set(id, { resolve: resolve as Pending['resolve'], reject })
      worker.ref()
      worker.postMessage({ id, call, input })
    })
  return {
    ask,
    /** Ends the thread and rejects everything still waiting. */
    async end() {
      lose(CLOSED)
      worker.ref()
      await worker.terminate()
    },
  }
}

function describeLoss(detail: Message | string): LedgerProblem {
  return makeProblem('WORKER_GONE', 'record-worker-gone', 'restart-record-safe', { detail })
}
