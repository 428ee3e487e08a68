/** Runs a limited number at a time; the rest wait in order. A call that is stopped leaves the queue. */
export function makePool(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    if (running >= most && !signal.aborted) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    running += 1
    try {
      return await run()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
