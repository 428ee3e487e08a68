interface Progress {
  state: string
}

/** Long work on models, such as downloads: one at a time for each model, with progress, and stoppable. */
export interface ModelWork<P extends Progress> {
  /** Starts it unless it is already running for this model. */
  begin(model: string): P
  /** False if nothing was running; resolves once it has stopped. */
  stop(model: string): Promise<boolean>
  /** What is running, and how the rest of this session ended. */
  list(): P[]
  /** Resolves with the outcome; null if there was none. */
  ended(model: string): Promise<P | null>
  stopAll(): Promise<void>
}

export interface WorkPorts<P extends Progress> {
  /** The progress before it starts, in state `running`. */
  start(model: string): P
  /** Reports every change; the last one is the outcome. Does not reject. */
  work(model: string, signal: AbortSignal, note: (change: Partial<P>) => P): Promise<P>
  told(progress: P): void
}

interface UnderWay<P> {
  progress: P
  stop: AbortController
  ended: Promise<P>
}

export function makeModelWork<P extends Progress>({ start, work, told }: WorkPorts<P>): ModelWork<P> {
  const known = new Map<string, UnderWay<P>>()

  function begin(model: string): UnderWay<P> {
    const stop = new AbortController()
    const progress = start(model)
    const entry: UnderWay<P> = { progress, stop, ended: Promise.resolve(progress) }
    entry.ended = work(model, stop.signal, (change) => {
      entry.progress = { ...entry.progress, ...change }
      told(entry.progress)
      return entry.progress
    })
    known.set(model, entry)
    return entry
  }

  const running = (model: string) => {
    const entry = known.get(model)
    return entry?.progress.state === 'running' ? entry : undefined
  }
  return {
    begin: (model) => (running(model) ?? begin(model)).progress,
    async stop(model) {
      const entry = running(model)
      entry?.stop.abort()
      await entry?.ended
      return entry !== undefined
    },
    list: () => [...known.values()].map(({ progress }) => progress),
    ended: async (model) => (await known.get(model)?.ended) ?? null,
    async stopAll() {
      for (const { stop } of known.values()) stop.abort()
      await Promise.all([...known.values()].map(({ ended }) => ended))
    },
  }
}
