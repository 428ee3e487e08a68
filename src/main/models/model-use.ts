import { setImmediate } from 'node:timers/promises'
import { orAbort } from '#shared/or-abort'

export type ModelUse = ReturnType<typeof makeModelUse>

/** Which turns use a model. What would make a server forget their beginning waits until none does. */
export function makeModelUse() {
  let turns = 0
  let ended = Promise.withResolvers<void>()
  let free = new AbortController()
  const held = new Map<string, number>()
  return {
    isFree: () => turns === 0,
    /** Counts until the turn has ended, also while it waits for the person. */
    async during<T>(takeTurn: () => Promise<T>): Promise<T> {
      turns++
      free.abort()
      free = new AbortController()
      try {
        return await takeTurn()
      } finally {
        turns--
        if (turns === 0) {
          ended.resolve()
          ended = Promise.withResolvers<void>()
        }
      }
    },
    /** While work with a model lasts, nobody else unloads it; `unload` runs if nobody else works with it then. */
    async hold<T>(model: string, work: Promise<T>, unload: () => Promise<unknown>): Promise<T> {
      held.set(model, (held.get(model) ?? 0) + 1)
      try {
        return await work
      } finally {
        const left = (held.get(model) ?? 1) - 1
        held.set(model, left)
        if (left === 0) await unload()
      }
    },
    /** Resolves once no turn uses a model, with a signal that aborts when the next one begins or it is stopped. */
    async whenFree(stopping: AbortSignal): Promise<AbortSignal> {
      while (turns > 0 && !stopping.aborted) {
        await orAbort(ended.promise, stopping).catch(() => undefined)
        // A queued message is sent in the same moment.
        await setImmediate()
      }
      return AbortSignal.any([stopping, free.signal])
    },
  }
}

export interface Waiting {
  isIdle(): boolean
  /** Resolves once no turn uses a model, or when it is stopped. */
  whenIdle(signal: AbortSignal): Promise<void>
}

/** Waits until no turn uses a model, and says so if that takes time. */
export async function waitForTurns(
  { isIdle, whenIdle }: Waiting,
  signal: AbortSignal,
  note: (change: { isWaiting: boolean }) => void,
): Promise<void> {
  if (isIdle()) return whenIdle(signal)
  note({ isWaiting: true })
  await whenIdle(signal)
  note({ isWaiting: false })
}
