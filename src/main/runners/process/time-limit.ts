const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The time limit of one run. It pauses while a call inside the run is in progress. */
export type TimeLimit = ReturnType<typeof makeTimeLimit>

export function makeTimeLimit() {
  let holders = 0
  let running: { left: number; since: number; expired: () => void } | null = null
  let timer: NodeJS.Timeout | undefined
  const resume = () => {
    if (!running || holders > 0) return
    running.since = performance.now()
    timer = setTimeout(running.expired, Math.min(running.left, LONGEST_TIMER_MS))
  }
  return {
    /** Returns a function that stops the clock. */
    start(ms: number, expired: () => void): () => void {
      running = { left: ms, since: 0, expired }
      resume()
      return () => {
        clearTimeout(timer)
        running = null
      }
    },
    /** Pauses the clock; returns a function that resumes it. */
    hold(): () => void {
      if (holders++ === 0 && running) {
        clearTimeout(timer)
        running.left -= performance.now() - running.since
      }
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        if (--holders === 0) resume()
      }
    },
  }
}
