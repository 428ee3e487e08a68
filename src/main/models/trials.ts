import type { NewFact, Tick } from '#shared/facts'
import { message } from '#shared/messages/message'
import type { TrialProgress } from '#shared/model/model-settings'
import type { ModelBook } from './model-book.ts'
import { readModelOptions } from './model-options.ts'
import { type ModelWork, makeModelWork } from './model-work.ts'
import type { Models } from './models.ts'
import { tryModel } from './try-model.ts'

export interface TrialPorts {
  models: Pick<Models, 'meet' | 'unload'>
  modelBook: Pick<ModelBook, 'settings' | 'trial'>
  tick(tick: Tick): void
  publish(fact: NewFact): Promise<void>
  ended?(): void
  reportBug(error: unknown): void
}

export type Trials = ModelWork<TrialProgress>

/** Tries of models; what came of one is a fact. */
export function makeTrials({ models, modelBook, tick, publish, ended, reportBug }: TrialPorts): Trials {
  async function take(model: string, signal: AbortSignal, note: (change: Partial<TrialProgress>) => TrialProgress) {
    const met = await models.meet(model, signal)
    if (signal.aborted) return note({ state: 'stopped' })
    if (!met.ok) return note({ state: 'failed', message: met.problem.message })
    const options = readModelOptions({ modelBook }, met)
    const told = (done: number, of: number) => void note({ done, of })
    const tried = await tryModel({ met, options, signal, told })
    if (options.leavesMemory) await models.unload(model)
    if (!tried.ok && tried.problem.code === 'STOPPED') return note({ state: 'stopped' })
    if (!tried.ok) return note({ state: 'failed', message: tried.problem.message })
    await publish({ type: 'model.tried', chat: null, model, trial: tried.trial })
    return note({ state: 'done' })
  }

  return makeModelWork<TrialProgress>({
    start: (model) => ({ model, state: 'running', done: 0, of: 0 }),
    told: (trial) => tick({ tick: 'model-trial', chat: null, trial }),
    work: (model, signal, note) =>
      take(model, signal, note)
        .catch((error: unknown) => {
          reportBug(error)
          return note({ state: 'failed', message: message('skillet-failed-recorded') })
        })
        .finally(() => ended?.()),
  })
}
