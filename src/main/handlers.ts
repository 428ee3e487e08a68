import { openDrafts } from '#main/drafts'
import type { WindowPorts } from '#main/electron/app'
import { handleActivity } from '#main/handle-activity'
import { handleBackups } from '#main/handle-backups'
import { handleCalls } from '#main/handle-calls'
import { handleChats } from '#main/handle-chats'
import { handleFiles } from '#main/handle-files'
import { handleInstalls } from '#main/handle-installs'
import { confirmElsewhere, handleModels } from '#main/handle-models'
import { confirmNoSandbox, confirmTrusting, handleRules } from '#main/handle-rules'
import { confirmScripts, handleSkills } from '#main/handle-skills'
import { handleWindow } from '#main/handle-window'
import type { Core } from '#main/open-core'
import { readChatPage } from '#main/read-chat-page'
import { checkSetting } from '#main/settings'
import { type Handlers, type Reply, refuse, reply } from '#shared/calls'

/** Every call of the window, answered from the core. */
export function makeHandlers(core: Core, window: WindowPorts): Handlers {
  const { ledger, chats, index } = core
  const drafts = openDrafts(core.home)
  const inChat = async <T>(chat: string, act: () => Promise<T>): Promise<Reply<T>> =>
    index.has(chat) ? reply(await act()) : refuse('CHAT_UNKNOWN', 'This chat is not there any more.')

  return {
    ...handleChats(core),
    ...handleWindow(core, window, drafts),
    ...handleRules(core, window),
    ...handleActivity(core, window),
    ...handleBackups(core, window),
    ...handleCalls(core),
    ...handleFiles(core, window),
    ...handleInstalls(core, window),
    ...handleSkills(core, window),
    ...handleModels(core, window),
    'app.read': async () =>
      reply({
        ...window.describe(),
        ...{ home: core.home, notices: core.notices, settings: core.settings(), drafts: drafts.all() },
      }),

    'chat.delete': ({ chat }) =>
      inChat(chat, async () => {
        await chats.stop(chat)
        await core.publish({ type: 'chat.deleted', chat })
        return { deleted: true }
      }),

    'chat.list': async () =>
      reply({
        chats: index.list().map((summary) => {
          const policy = core.rules.ownPolicy(summary.chat)
          return policy === undefined ? summary : { ...summary, policy }
        }),
      }),
    'chat.read': (asked) => inChat(asked.chat, () => readChatPage(ledger, index, asked)),

    'chat.rename': ({ chat, title }) =>
      inChat(chat, async () => {
        await core.publish({ type: 'chat.renamed', chat, title })
        return { renamed: true }
      }),

    'ledger.verify': async () => reply(await ledger.verify()),

    'link.open': async ({ url }) => {
      const link = window.checkLink(url)
      if (!link) return refuse('LINK_REFUSED', 'Only https addresses are opened. This one can be copied instead.')
      return reply({ opened: await window.openLink(link) })
    },

    'run.output': async ({ run }) => {
      const output = await core.readOutput(run)
      return output ? reply(output) : refuse('RUN_UNKNOWN', 'The record holds no output of this run.')
    },

    'setting.change': async ({ name, value }) => {
      const problem = checkSetting(name, value)
      if (problem) return refuse('SETTING_INVALID', problem)
      if (name === 'policy' && value === 'trusted' && !(await confirmTrusting(window))) return reply({ changed: false })
      if (name === 'scripts' && value !== 'off' && !(await confirmScripts(core, window)))
        return reply({ changed: false })
      if (name === 'sandbox' && value === 'off' && !(await confirmNoSandbox(core, window)))
        return reply({ changed: false })
      if (name === 'host' && !(await confirmElsewhere(core, value, window))) return reply({ changed: false })
      await core.publish({ type: 'setting.changed', chat: null, name, value })
      if (name === 'theme') window.setTheme(value)
      return reply({ changed: true })
    },
  }
}
