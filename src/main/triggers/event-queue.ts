import type { StoredRecord } from '#shared/records'

export interface Event {
  record: StoredRecord
  /** So many events led to it, each from the one before. */
  depth: number
}

const HOUR_MS = 3_600_000
const MOST_WAITING = 20
export const MOST_AN_HOUR = 120

/** The events of one tool that are yet to be run for. What comes too fast is dropped and counted. */
export function makeEventQueue(now: () => number) {
  const waiting: Event[] = []
  let started: number[] = []
  let dropped = 0
  const isTooMany = () => {
    const at = now()
    // A clock that is set back must not shut it for long.
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
