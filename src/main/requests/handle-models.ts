import type { WindowPorts } from '#main/electron/app'
import { findObstacle } from '#main/models/models'
import { checkHost, readHost } from '#main/models/ollama/host'
import type { Core } from '#main/open-core'
import type { Message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import type { ModelProblem } from '#shared/model/model'
import { type Handlers, type Reply, type ReplyErrorCode, refuse, reply } from '#shared/requests/requests'

type Answered = Pick<
  Handlers,
  | 'host.consent'
  | 'model.cancelPull'
  | 'model.delete'
  | 'model.list'
  | 'model.pull'
  | 'model.pulls'
  | 'model.set'
  | 'model.show'
  | 'model.stopTrial'
  | 'model.trials'
  | 'model.try'
  | 'model.unload'
>

/** What Ollama has, fetches and forgets, and which host may be asked. */
export function handleModels(core: Core, window: Pick<WindowPorts, 'confirm'>): Answered {
  const { models, modelBook, trials } = core
  return {
    'host.consent': async ({ host: said }) => {
      const read = readHost(said)
      if (!read.ok) return refuse('SETTING_INVALID', read.message)
      const { host } = read
      if (!findObstacle(host, core.plainHosts())) return reply({ consented: true })
      const consented = await window.confirm({
        title: say('Another computer'),
        message: say('Send prompts to {host} without encryption?', { host }),
        detail: say(
          'It is another computer and speaks plain http: anyone on the way can read what you and the model say.',
        ),
        action: say('Allow'),
      })
      if (consented) await core.consentTo(host)
      return reply({ consented })
    },
    'model.cancelPull': async ({ model }) => reply({ stopped: await models.cancelPull(model) }),
    'model.delete': async ({ model }) => toReply(await models.remove(model), () => ({ deleted: true })),
    'model.list': async () => {
      const ollama = await models.look()
      return reply(ollama.state === 'ready' ? { ...ollama, models: modelBook.describe(ollama.models) } : ollama)
    },
    'model.pull': async ({ model }) => reply(models.pull(model)),
    'model.pulls': async () => reply({ pulls: models.pulls() }),
    'model.show': async ({ model }) => toReply(await models.show(model), ({ facts }) => facts),
    'model.set': async ({ model, pieceByPiece, ...settings }) => {
      const problem = await findContextProblem(core, model, settings.context)
      if (problem) return refuse(problem.code, problem.message)
      const all = { ...settings, ...(pieceByPiece && { pieceByPiece }) }
      await core.publish({ type: 'model.set', chat: null, model, settings: all })
      return reply({ set: true })
    },
    'model.stopTrial': async ({ model }) => reply({ stopped: await trials.stop(model) }),
    'model.trials': async () => reply({ trials: trials.list() }),
    'model.try': async ({ model }) => reply(trials.begin(model)),
    'model.unload': async ({ model }) => toReply(await models.unload(model), () => ({ unloaded: true })),
  }
}

/** More than it was trained for makes a model talk nonsense, and takes memory for it. */
async function findContextProblem(
  { models, modelBook }: Pick<Core, 'models' | 'modelBook'>,
  model: string,
  context: number | undefined,
): Promise<{ code: ReplyErrorCode; message: Message | string } | null> {
  if (context === undefined || context === modelBook.settings(model).context) return null
  const shown = await models.show(model)
  if (!shown.ok) return shown.problem
  const most = shown.facts.contextLength
  if (context <= most) return null
  const message = `${model} was trained for ${most} tokens: a context of ${context} is more than it can hold. Say ${most} or less.`
  return { code: 'SETTING_INVALID', message }
}

/** A page that somebody else got into must not be able to have prompts sent to them. Plain http is asked about apart. */
export async function confirmElsewhere(
  core: Pick<Core, 'host'>,
  said: string,
  window: Pick<WindowPorts, 'confirm'>,
): Promise<boolean> {
  const read = readHost(said)
  if (!read.ok || read.host === core.host() || checkHost(read.host).kind !== 'elsewhere-secure') return true
  return window.confirm({
    title: say('Another computer'),
    message: say('Send prompts to {host}?', { host: read.host }),
    detail: say('It is another computer: what you and the model say, and what commands print, goes there.'),
    action: say('Allow'),
  })
}

function toReply<D extends { ok: true }, T>(
  done: D | { ok: false; problem: ModelProblem },
  toValue: (done: D) => T,
): Reply<T> {
  return done.ok ? reply(toValue(done)) : refuse(done.problem.code, done.problem.message)
}
