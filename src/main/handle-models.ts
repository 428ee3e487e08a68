import type { WindowPorts } from '#main/electron/app'
import { findObstacle } from '#main/models'
import { checkHost, readHost } from '#main/ollama/host'
import type { Core } from '#main/open-core'
import { type Handlers, type Reply, refuse, reply } from '#shared/calls'
import type { ModelProblem } from '#shared/model'

type Answered = Pick<
  Handlers,
  | 'host.consent'
  | 'model.cancelPull'
  | 'model.delete'
  | 'model.list'
  | 'model.pull'
  | 'model.pulls'
  | 'model.show'
  | 'model.unload'
>

/** What Ollama has, fetches and forgets, and which host may be asked. */
export function handleModels(core: Core, window: Pick<WindowPorts, 'confirm'>): Answered {
  const { models } = core
  return {
    'host.consent': async ({ host: said }) => {
      const read = readHost(said)
      if (!read.ok) return refuse('SETTING_INVALID', read.message)
      const { host } = read
      if (!findObstacle(host, core.plainHosts())) return reply({ consented: true })
      const consented = await window.confirm({
        title: 'Another computer',
        message: `Send prompts to ${host} without encryption?`,
        detail: 'It is another computer and speaks plain http: anyone on the way can read what you and the model say.',
        action: 'Allow',
      })
      if (consented) await core.consentTo(host)
      return reply({ consented })
    },
    'model.cancelPull': async ({ model }) => reply({ stopped: await models.cancelPull(model) }),
    'model.delete': async ({ model }) => toReply(await models.remove(model), () => ({ deleted: true })),
    'model.list': async () => reply(await models.look()),
    'model.pull': async ({ model }) => reply(models.pull(model)),
    'model.pulls': async () => reply({ pulls: models.pulls() }),
    'model.show': async ({ model }) => toReply(await models.show(model), ({ facts }) => facts),
    'model.unload': async ({ model }) => toReply(await models.unload(model), () => ({ unloaded: true })),
  }
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
    title: 'Another computer',
    message: `Send prompts to ${read.host}?`,
    detail: 'It is another computer: what you and the model say, and what commands print, goes there.',
    action: 'Allow',
  })
}

function toReply<D extends { ok: true }, T>(
  done: D | { ok: false; problem: ModelProblem },
  toValue: (done: D) => T,
): Reply<T> {
  return done.ok ? reply(toValue(done)) : refuse(done.problem.code, done.problem.message)
}
