import { openDrafts } from '#main/chat/drafts'
import { makePictures } from '#main/chat/pictures'
import { namePlace } from '#main/data-folder/home'
import type { WindowPorts } from '#main/electron/app'
import { hasTrayHost, NO_TRAY } from '#main/electron/tray-host'
import type { Core } from '#main/open-core'
import { checkSetting } from '#main/settings/settings'
import { withRemedy } from '#shared/messages/diagnostic'
import { type Handlers, type Reply, refuse, reply } from '#shared/requests/requests'
import { handleActivity } from './handle-activity.ts'
import { handleBackups } from './handle-backups.ts'
import { handleCalls } from './handle-calls.ts'
import { handleChats } from './handle-chats.ts'
import { handleFiles } from './handle-files.ts'
import { handleImport } from './handle-import.ts'
import { handleInstalls } from './handle-installs.ts'
import { confirmElsewhere, handleModels } from './handle-models.ts'
import { handleOpening } from './handle-opening.ts'
import { handlePictures } from './handle-pictures.ts'
import { handlePlace } from './handle-place.ts'
import { confirmNoSandbox, confirmTrusting, handleRules } from './handle-rules.ts'
import { confirmScripts, handleSkills } from './handle-skills.ts'
import { handleStanding } from './handle-standing.ts'
import { handleTurns } from './handle-turns.ts'
import { handleWindow } from './handle-window.ts'

/** Every call of the window, answered from the core. */
export function makeHandlers(core: Core, window: WindowPorts, place = namePlace(core.home)): Handlers {
  const { ledger, chats, index } = core
  const drafts = openDrafts(core.home)
  const pictures = makePictures(ledger)
  const inChat = async <T>(chat: string, act: () => Promise<T>): Promise<Reply<T>> =>
    index.has(chat) ? reply(await act()) : refuse('CHAT_UNKNOWN', 'This chat is not there any more.')

  return {
    ...handleChats(core),
    ...handleOpening(core, window, drafts),
    ...handleWindow(core, window, drafts),
    ...handleRules(core, window),
    ...handleActivity(core, window),
    ...handleBackups(core, window),
    ...handleCalls(core),
    ...handleTurns(core),
    ...handleStanding(core),
    ...handleFiles(core, window, pictures),
    ...handleImport(core, window),
    ...handlePictures(core, pictures),
    ...handlePlace(core, window, place),
    ...handleInstalls(core, window),
    ...handleSkills(core, window),
    ...handleModels(core, window),
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
          const toolsOff = core.chatTools.off(summary.chat)
          const isSomeOff = toolsOff.skills.length + toolsOff.tools.length > 0
          return { ...summary, ...(policy && { policy }), ...(isSomeOff && { toolsOff }) }
        }),
      }),

    'chat.rename': ({ chat, title }) =>
      inChat(chat, async () => {
        await core.publish({ type: 'chat.renamed', chat, title })
        return { renamed: true }
      }),

    'ledger.verify': async () => reply(await core.check.whole()),

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
      if (name === 'tray' && value === 'on' && !(await hasTrayHost()))
        return refuse('SETTING_INVALID', withRemedy(NO_TRAY))
      if (name === 'host' && !(await confirmElsewhere(core, value, window))) return reply({ changed: false })
      await core.publish({ type: 'setting.changed', chat: null, name, value })
      if (name === 'theme') window.setTheme(value)
      return reply({ changed: true })
    },
  }
}
