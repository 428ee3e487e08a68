interface Progress {
  state: string
}

/** What is done to models: one at a time for each, told of as it goes on, and stopped by the person. */
export interface ModelWork<P extends Progress> {
  /** Begins, where none of this model is under way. */
  begin(model: string): P
  /** False when none of this model was under way; resolves once it was left. */
  stop(model: string): Promise<boolean>
  /** What is under way, and how the others of this session ended. */
  list(): P[]
  /** Resolves with how it ended; null where there was none. */
  ended(model: string): Promise<P | null>
  stopAll(): Promise<void>
}

export interface WorkPorts<P extends Progress> {
  /** How far it is before it began; its state is `running`. */
  start(model: string): P
  /** Notes every change, of which the last says how it ended. Does not reject. */
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
