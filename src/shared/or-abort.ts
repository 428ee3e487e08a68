/** Rejects with the signal's reason once it aborts. How the promise settles after that is ignored. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  promise.catch(() => undefined)
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
