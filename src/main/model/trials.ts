import type { ModelBook } from '#main/model/model-book'
import { readWishes } from '#main/model/model-wishes'
import type { Models } from '#main/model/models'
import { tryModel } from '#main/model/try-model'
import type { NewFact, Tick } from '#shared/facts'
import type { TrialProgress } from '#shared/model-settings'

export interface TrialPorts {
  models: Pick<Models, 'meet' | 'unload'>
  modelBook: Pick<ModelBook, 'settings' | 'trial'>
  tick(tick: Tick): void
  publish(fact: NewFact): Promise<void>
  reportBug(error: unknown): void
}

export interface Trials {
  /** Begins; one at a time for each model. */
  begin(model: string): TrialProgress
  /** False when none of this model was under way; resolves once Ollama was left. */
  stop(model: string): Promise<boolean>
  /** Those under way, and how the others of this session ended. */
  list(): TrialProgress[]
  /** Resolves with how it ended; null where there was none. */
  ended(model: string): Promise<TrialProgress | null>
  stopAll(): Promise<void>
}

interface UnderWay {
  progress: TrialProgress
  stop: AbortController
  ended: Promise<TrialProgress>
}

/** Tries of models; what came of one is a fact. */
export function makeTrials({ models, modelBook, tick, publish, reportBug }: TrialPorts): Trials {
  const known = new Map<string, UnderWay>()

  function start(model: string): UnderWay {
    const stop = new AbortController()
    const progress: TrialProgress = { model, state: 'running', done: 0, of: 0 }
    const entry: UnderWay = { progress, stop, ended: Promise.resolve(progress) }
    const note = (change: Partial<TrialProgress>): TrialProgress => {
      entry.progress = { ...entry.progress, ...change }
      tick({ tick: 'model-trial', chat: null, trial: entry.progress })
      return entry.progress
    }
    entry.ended = take(model, stop.signal, note).catch((error: unknown) => {
      reportBug(error)
      return note({ state: 'failed', message: 'Skillet itself failed; what happened is on record.' })
    })
    known.set(model, entry)
    return entry
  }

  async function take(model: string, signal: AbortSignal, note: (change: Partial<TrialProgress>) => TrialProgress) {
    const met = await models.meet(model, signal)
    if (signal.aborted) return note({ state: 'stopped' })
    if (!met.ok) return note({ state: 'failed', message: met.problem.message })
    const wishes = readWishes({ modelBook }, met)
    const isPieceByPiece = modelBook.settings(model).pieceByPiece === true
    const told = (done: number, of: number) => void note({ done, of })
    const tried = await tryModel({ met, wishes, isPieceByPiece, signal, told })
    if (wishes.leavesMemory) await models.unload(model)
    if (!tried.ok && tried.problem.code === 'STOPPED') return note({ state: 'stopped' })
    if (!tried.ok) return note({ state: 'failed', message: tried.problem.message })
    await publish({ type: 'model.tried', chat: null, model, trial: tried.trial })
    return note({ state: 'done' })
  }

  return {
    begin(model) {
      const under = known.get(model)
      return under?.progress.state === 'running' ? under.progress : start(model).progress
    },
    async stop(model) {
      const under = known.get(model)
      if (under?.progress.state !== 'running') return false
      under.stop.abort()
      await under.ended
      return true
    },
    list: () => [...known.values()].map(({ progress }) => progress),
    ended: async (model) => (await known.get(model)?.ended) ?? null,
    async stopAll() {
      for (const { stop } of known.values()) stop.abort()
      await Promise.all([...known.values()].map(({ ended }) => ended))
    },
  }
}
