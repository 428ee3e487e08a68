import type { StoredRecord } from '#shared/records'

export interface Event {
  record: StoredRecord
  /** How many events in a row led to it. */
  depth: number
}

const HOUR_MS = 3_600_000
const MOST_WAITING = 20
export const MOST_AN_HOUR = 120

/** The waiting events of one tool. If they come too fast, they are dropped and counted. */
export function makeEventQueue(now: () => number) {
  const waiting: Event[] = []
  let started: number[] = []
  let dropped = 0
  const isTooMany = () => {
    const at = now()
    // Setting the clock back must not block it for long.
    started = started.filter((each) => each <= at && at - each < HOUR_MS)
    return started.length + waiting.length >= MOST_AN_HOUR
  }
  return {
    add(event: Event): void {
      if (waiting.length >= MOST_WAITING || isTooMany()) dropped += 1
      else waiting.push(event)
    },
    take(): Event | undefined {
      const event = waiting.shift()
      if (event) started.push(now())
      return event
    },
    clear(): void {
      waiting.length = 0
    },
    dropped: () => dropped,
  }
}

export type EventQueue = ReturnType<typeof makeEventQueue>
