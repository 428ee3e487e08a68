import { pullModel } from '#main/models/ollama/pull'
import type { Tick } from '#shared/facts'
import type { ModelProblem, PullState } from '#shared/model/model'
import { makeModelWork } from './model-work.ts'

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

export function makePulls({ host, tick, obstacle }: PullPorts): Pulls {
  const work = makeModelWork<PullState>({
    start: (model) => ({ model, state: 'running', step: '', layers: [], bytes: 0, doneBytes: 0 }),
    told: (pull) => tick({ tick: 'pull', chat: null, ...pull }),
    async work(model, signal, note) {
      const problem = obstacle() ?? (await fetchModel(host(), model, signal, note))
      if (!problem) return note({ state: 'done' })
      return note(problem.code === 'STOPPED' ? { state: 'stopped' } : { state: 'failed', problem })
    },
  })
  return {
    pull: work.begin,
    cancelPull: work.stop,
    pulls: work.list,
    pulled: work.ended,
    stopPulls: work.stopAll,
  }
}

async function fetchModel(
  host: string,
  model: string,
  signal: AbortSignal,
  note: (change: Partial<PullState>) => PullState,
): Promise<ModelProblem | null> {
  const outcome = await pullModel(host, model, {
    signal,
    onProgress: ({ step, layers, bytes, doneBytes }) => void note({ step, layers, bytes, doneBytes }),
  })
  return outcome.ok ? null : outcome.problem
}
