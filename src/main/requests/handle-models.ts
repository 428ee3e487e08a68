import type { WindowPorts } from '#main/electron/window-ports'
import type { Core } from '#main/open-core'
import { type Message, message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import type { ModelProblem } from '#shared/model/model'
import { MOST_COMPARED } from '#shared/model/model-comparison'
import { KEEP_ALIVES, LEAST_CONTEXT } from '#shared/model/model-settings'
import { type Reply, type ReplyErrorCode, refuse, reply } from '#shared/requests/requests'
import { oneOf, optional } from '#shared/schema'
import { flag, modelName as model, on } from './request.ts'

export function handleModels(core: Core, window: Pick<WindowPorts, 'confirm'>) {
  const { models, modelBook, trials } = core
  return {
    'model.cancelPull': on({ model }, async ({ model }) => reply({ stopped: await models.pulls.stop(model) })),
    /** Starts; "model-comparison" ticks report progress. Nothing runs. */
    'model.compare': on(
      { models: { type: 'array', items: model, minItems: 1, maxItems: MOST_COMPARED } },
      async ({ models }) => reply(core.comparisons.begin(models)),
    ),
    'model.comparison': on({}, async () => reply({ comparison: core.comparisons.latest() })),
    'model.stopComparison': on({}, async () => reply({ stopped: await core.comparisons.stop() })),
    /** Deleted only if the system dialog is answered with yes. */
    'model.delete': on({ model }, async ({ model }) => {
      const question = { title: say('Delete'), message: say('Delete {name} from disk?', { name: model }), detail: '' }
      const isConfirmed = await window.confirm({ ...question, action: say('Delete') })
      if (!isConfirmed) return refuse('NOT_CONFIRMED', 'model-kept', { model })
      return toReply(await models.remove(model), () => ({ deleted: true }))
    }),
    'model.list': on({}, async () => {
      const ollama = await models.look()
      return reply(ollama.state === 'ready' ? { ...ollama, models: modelBook.describe(ollama.models) } : ollama)
    }),
    /** Starts or continues; "pull" ticks report progress. */
    'model.pull': on({ model }, async ({ model }) => {
      const host = otherRegistryOf(model)
      const question = {
        title: say('Download'),
        message: say('Download from {host}?', { host: host ?? '' }),
        detail: model,
      }
      if (host !== null && !(await window.confirm({ ...question, action: say('Download') })))
        return refuse('NOT_CONFIRMED', 'model-not-downloaded', { model })
      return reply(models.pulls.begin(model))
    }),
    /** The running ones, and how the others of this session ended. */
    'model.pulls': on({}, async () => reply({ pulls: models.pulls.list() })),
    'model.show': on({ model }, async ({ model }) => toReply(await models.show(model), ({ facts }) => facts)),
    /** All settings of the model; what is missing follows Skillet, Ollama or the model. */
    'model.set': on(
      {
        model,
        context: optional({ type: 'integer', minimum: LEAST_CONTEXT, maximum: 100_000_000 }),
        keepAlive: optional(oneOf(KEEP_ALIVES)),
        think: optional(oneOf(['on', 'off'])),
        pieceByPiece: optional(flag),
      },
      async ({ model, pieceByPiece, ...settings }) => {
        const problem = await findContextProblem(core, model, settings.context)
        if (problem) return refuse(problem.code, problem.message)
        const all = { ...settings, ...(pieceByPiece && { pieceByPiece }) }
        await core.publish({ type: 'model.set', chat: null, model, settings: all })
        return reply({ set: true })
      },
    ),
    'model.stopTrial': on({ model }, async ({ model }) => reply({ stopped: await trials.stop(model) })),
    /** The running ones, and how the others of this session ended. */
    'model.trials': on({}, async () => reply({ trials: trials.list() })),
    /** Starts; "model-trial" ticks report progress, and a fact the outcome. */
    'model.try': on({ model }, async ({ model }) => reply(trials.begin(model))),
    'model.unload': on({ model }, async ({ model }) => toReply(await models.unload(model), () => ({ unloaded: true }))),
  }
}

/** Ollama's own registry serves names without a host. A taken-over page could send data in the name of another. */
function otherRegistryOf(model: string): string | null {
  const scheme = model.indexOf('://')
  const parts = (scheme < 0 ? model : model.slice(scheme + 3)).split('/')
  const [host = ''] = parts
  return (scheme < 0 && parts.length < 3) || host === 'registry.ollama.ai' ? null : host
}

/** Beyond its training a model talks nonsense, and the memory is wasted. */
async function findContextProblem(
  { models, modelBook }: Pick<Core, 'models' | 'modelBook'>,
  model: string,
  context: number | undefined,
): Promise<{ code: ReplyErrorCode; message: Message } | null> {
  if (context === undefined || context === modelBook.settings(model).context) return null
  const shown = await models.show(model)
  if (!shown.ok) return shown.problem
  const most = shown.facts.contextLength
  if (context <= most) return null
  return { code: 'SETTING_INVALID', message: message('context-too-long', { model, most, context, again: most }) }
}

function toReply<D extends { ok: true }, T>(
  done: D | { ok: false; problem: ModelProblem },
  toValue: (done: D) => T,
): Reply<T> {
  return done.ok ? reply(toValue(done)) : refuse(done.problem.code, done.problem.message)
}
