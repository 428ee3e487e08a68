import { type Message, message } from '#shared/messages/message'

interface Progress {
  state: string
  message?: Message | string
}

interface WorkPorts<P extends Progress> {
  /** The progress before it starts, in state `running`. */
  start(model: string): P
  /** Reports every change; the last one is the outcome. */
  work(model: string, signal: AbortSignal, note: (change: Partial<P>) => P): Promise<P>
  told(progress: P): void
  reportBug?(error: unknown): void
  ended?(): void
}

interface UnderWay<P> {
  progress: P
  stop: AbortController
  ended: Promise<P>
}

/** Long work on models, such as downloads: one at a time for each model, with progress, and stoppable. */
export function makeModelWork<P extends Progress>({ start, work, told, reportBug, ended }: WorkPorts<P>) {
  const known = new Map<string, UnderWay<P>>()

  function begin(model: string): UnderWay<P> {
    const stop = new AbortController()
    const progress = start(model)
    const entry: UnderWay<P> = { progress, stop, ended: Promise.resolve(progress) }
    const note = (change: Partial<P>) => {
      entry.progress = { ...entry.progress, ...change }
      told(entry.progress)
      return entry.progress
    }
    entry.ended = work(model, stop.signal, note)
      .catch((error: unknown) => {
        if (!reportBug) throw error
        reportBug(error)
        return note({ state: 'failed', message: message('skillet-failed-recorded') } as Partial<P>)
      })
      .finally(() => ended?.())
    known.set(model, entry)
    return entry
  }

  const running = (model: string) => {
    const entry = known.get(model)
    return entry?.progress.state === 'running' ? entry : undefined
  }
  return {
    /** Starts or continues it unless it is already running for this model. */
    begin: (model: string) => (running(model) ?? begin(model)).progress,
    /** False if nothing was running; resolves once it has stopped. */
    async stop(model: string) {
      const entry = running(model)
      entry?.stop.abort()
      await entry?.ended
      return entry !== undefined
    },
    /** What is running, and how the rest of this session ended. */
    list: () => [...known.values()].map(({ progress }) => progress),
    /** Resolves with the outcome; null if there was none. */
    ended: async (model: string) => (await known.get(model)?.ended) ?? null,
    async stopAll() {
      for (const { stop } of known.values()) stop.abort()
      await Promise.all([...known.values()].map(({ ended }) => ended))
    },
  }
}
