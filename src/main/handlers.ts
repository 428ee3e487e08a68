import { ROW_TYPES, toRows } from '#main/activity'
import type { WindowPorts } from '#main/electron/app'
import { listModels } from '#main/ollama/models'
import type { Core } from '#main/open-core'
import { checkSetting } from '#main/settings'
import { type Handlers, type Reply, refuse, reply } from '#shared/calls'

/** Every call of the window, answered from the core. */
export function makeHandlers(core: Core, window: WindowPorts): Handlers {
  const { ledger, chats, index } = core
  const inChat = async <T>(chat: string, act: () => Promise<T>): Promise<Reply<T>> =>
    index.has(chat) ? reply(await act()) : refuse('CHAT_UNKNOWN', 'This chat is not there any more.')

  return {
    'app.read': async () =>
      reply({ ...window.describe(), home: core.home, notices: core.notices, settings: core.settings() }),

    'activity.list': async ({ limit, before, search }) => {
      const asked = search
        ? await ledger.search({ text: search, types: ROW_TYPES, limit, ...(before !== undefined && { before }) })
        : await ledger.read({
            types: ['call.requested'],
            limit,
            newestFirst: true,
            ...(before !== undefined && { before }),
          })
      const calls = [...new Set(asked.flatMap((fact) => ('call' in fact && fact.call ? [fact.call] : [])))]
      const facts = await ledger.read({ calls, types: ROW_TYPES })
      return reply({ runs: toRows(facts), more: asked.length === limit })
    },

    'approval.answer': async ({ call, digest, decision, note }) =>
      core.approvals.answer(call, digest, { decision, by: 'person', ...(note && { note }) })
        ? reply({ accepted: true })
        : refuse(
            'APPROVAL_UNKNOWN',
            'This approval does not wait any more, or it was for something else than what is shown.',
          ),

    'chat.create': async () => reply({ chat: await chats.create() }),

    'chat.delete': ({ chat }) =>
      inChat(chat, async () => {
        await chats.stop(chat)
        await core.publish({ type: 'chat.deleted', chat })
        return { deleted: true }
      }),

    'chat.list': async () => reply({ chats: index.list() }),
    'chat.read': ({ chat }) => inChat(chat, async () => ({ facts: await ledger.read({ chat }) })),

    'chat.rename': ({ chat, title }) =>
      inChat(chat, async () => {
        await core.publish({ type: 'chat.renamed', chat, title })
        return { renamed: true }
      }),

    'chat.send': ({ chat, text }) => chats.send(chat, text),
    'chat.stop': async ({ chat }) => reply({ stopped: await chats.stop(chat) }),
    'ledger.verify': async () => reply(await ledger.verify()),

    'link.open': async ({ url }) => {
      const link = window.checkLink(url)
      if (!link) return refuse('LINK_REFUSED', 'Only https addresses are opened. This one can be copied instead.')
      return reply({ opened: await window.openLink(link) })
    },

    'model.list': async () => reply(await listModels(core.host())),
    'run.output': async ({ run }) => {
      const output = await core.readOutput(run)
      return output ? reply(output) : refuse('RUN_UNKNOWN', 'The record holds no output of this run.')
    },

    'setting.change': async ({ name, value }) => {
      const problem = checkSetting(name, value)
      if (problem) return refuse('SETTING_INVALID', problem)
      await core.publish({ type: 'setting.changed', chat: null, name, value })
      if (name === 'theme') window.setTheme(value)
      return reply({ changed: true })
    },

    'skill.list': async () => reply({ skills: core.shelf().skills }),
  }
}
