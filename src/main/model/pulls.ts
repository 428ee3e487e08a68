import { pullModel } from '#main/ollama/pull'
import type { Tick } from '#shared/facts'
import type { ModelProblem, PullState } from '#shared/model'

export interface PullPorts {
  host(): string
  tick(tick: Tick): void
  /** Why the host may not be talked to, or null. */
  obstacle(): ModelProblem | null
}

export interface Pulls {
  /** Begins, or goes on where an earlier one stopped; one at a time for each model. */
  pull(model: string): PullState
  /** False when none of this model was under way; resolves once Ollama was left. */
  cancelPull(model: string): Promise<boolean>
  /** Those under way, and how the others ended. */
  pulls(): PullState[]
  /** Resolves with how it ended; null where there was none. */
  pulled(model: string): Promise<PullState | null>
  stopPulls(): Promise<void>
}

interface UnderWay {
  state: PullState
  stop: AbortController
  ended: Promise<PullState>
}

export function makePulls({ host, tick, obstacle }: PullPorts): Pulls {
  const known = new Map<string, UnderWay>()

  function begin(model: string): UnderWay {
    const stop = new AbortController()
    const state: PullState = { model, state: 'running', step: '', layers: [], bytes: 0, doneBytes: 0 }
    const entry: UnderWay = { state, stop, ended: Promise.resolve(state) }
    const note = (change: Partial<PullState>): PullState => {
      entry.state = { ...entry.state, ...change }
      tick({ tick: 'pull', chat: null, ...entry.state })
      return entry.state
    }
    const problem = obstacle()
    entry.ended = (
      problem
        ? Promise.resolve({ ok: false as const, problem })
        : pullModel(host(), model, {
            signal: stop.signal,
            onProgress: ({ step, layers, bytes, doneBytes }) => note({ step, layers, bytes, doneBytes }),
          })
    ).then((outcome) => {
      if (outcome.ok) return note({ state: 'done' })
      if (outcome.problem.code === 'STOPPED') return note({ state: 'stopped' })
      return note({ state: 'failed', problem: outcome.problem })
    })
    return entry
  }

  return {
    pull: (model) => {
      const before = known.get(model)
      if (before?.state.state === 'running') return before.state
      const entry = begin(model)
      known.set(model, entry)
      return entry.state
    },
    cancelPull: async (model) => {
      const entry = known.get(model)
      if (entry?.state.state !== 'running') return false
      entry.stop.abort()
      await entry.ended
      return true
    },
    pulls: () => [...known.values()].map(({ state }) => state),
    pulled: async (model) => (await known.get(model)?.ended) ?? null,
    stopPulls: async () => {
      for (const { stop } of known.values()) stop.abort()
      await Promise.all([...known.values()].map(({ ended }) => ended))
    },
  }
}
