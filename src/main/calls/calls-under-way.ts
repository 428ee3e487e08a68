import type { CallRequest, RunCall } from './run-call.ts'

/** Runs calls until `closing` aborts, and knows which are under way. */
export function trackCalls(run: RunCall, closing: AbortSignal) {
  const underWay = new Map<CallRequest, { stop: AbortController; done: Promise<unknown> }>()
  const runCall: RunCall = (request) => {
    const stop = new AbortController()
    const called = run({ ...request, signal: AbortSignal.any([request.signal, closing, stop.signal]) })
    const done = called.catch(() => undefined).finally(() => underWay.delete(request))
    underWay.set(request, { stop, done })
    return called
  }
  return {
    runCall,
    isBusy: () => underWay.size > 0,
    /** Ends the calls that are meant, and says how many. */
    stopCalls(which: (request: CallRequest) => boolean): number {
      const found = [...underWay].filter(([request]) => which(request))
      for (const [, { stop }] of found) stop.abort()
      return found.length
    },
    allEnded: () => Promise.all([...underWay.values()].map(({ done }) => done)),
  }
}
