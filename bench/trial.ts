// How long *Try this model* takes on a real Ollama, from a model that is not loaded to the chosen way of calling tools.
import { makeModels } from '#main/models/models'
import { TRIAL_REQUESTS, tryModel } from '#main/models/trials'
import { textOf } from '#shared/messages/message'
import { loadOllama } from '#test/helpers/real-ollama'
import type { Report } from './report.ts'

const LARGE = 'qwen2.5-coder'
/** For 1.5 billion parameters on two processor cores. */
const GOAL_SECONDS = 120

export async function run(): Promise<Report> {
  const script = await loadOllama()
  script.ensureOllama()
  const { host, stop } = await script.startOllama()
  try {
    const model = script.registerModels(host, true).find((name) => name === LARGE) ?? 'smollm2'
    const { signal } = new AbortController()
    const models = makeModels({ host: () => host, plainHosts: () => [], tick: () => {}, isInstalled: async () => true })
    const started = performance.now()
    const met = await models.meet(model, signal)
    if (!met.ok) throw new Error(textOf(met.problem.message))
    const options = { input: { style: 'compact' }, request: {}, leavesMemory: false } as const
    const tried = await tryModel({ met, options, signal, told: () => {}, whenIdle: async () => {} })
    if (!tried.ok) throw new Error(textOf(tried.problem.message))
    const { scores, best } = tried.value
    const right = scores.map(({ style, fitted, quiet }) => ({
      ...{ name: `right of ${TRIAL_REQUESTS.length}, ${style}${style === best ? ' (chosen)' : ''}` },
      ...{ value: fitted + quiet, unit: '' },
    }))
    const seconds = (performance.now() - started) / 1000
    return {
      name: `Try this model: ${model}`,
      rows: [...right, { name: 'whole trial', value: seconds, unit: 's', goal: GOAL_SECONDS }],
    }
  } finally {
    stop()
  }
}
