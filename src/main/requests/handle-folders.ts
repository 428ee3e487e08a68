import { existsSync, realpathSync, statSync } from 'node:fs'
import { mayOpen } from '#main/calls/chat-folders'
import type { WindowPorts } from '#main/electron/window-ports'
import type { Core } from '#main/open-core'
import { checkProjectTools } from '#main/trust/project-tools'
import { type Message, message } from '#shared/messages/message'
import { sayMessage } from '#shared/messages/say'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import { optional, string } from '#shared/schema'
import { toVisible } from '#shared/visible'
import { access, flag, id, on } from './request.ts'

const path = string(4096, 1)

type Ports = Pick<WindowPorts, 'chooseFolder' | 'confirm'>
type Access = 'read' | 'write'

/** Folders that commands may touch. Each is chosen or confirmed in a system dialog. */
export function handleFolders(core: Core, window: Ports) {
  /** The real path; null if the person chose nothing or declined. */
  async function choose(path: string | undefined, access: Access, who: Message): Promise<Reply<string | null>> {
    const title = sayMessage(message(`dialog-open-to-${access}`))
    const chosen = path ?? (await window.chooseFolder(title))
    if (chosen === null) return reply(null)
    if (!isFolder(chosen)) return refuse('FOLDER_REFUSED', 'folder-not-there', { folder: chosen })
    const folder = realpathSync(chosen)
    if (!mayOpen(folder, access, core.home)) {
      return refuse('FOLDER_REFUSED', `folder-not-openable-${access}`, { folder })
    }
    const question = {
      ...{ title, message: toVisible(folder).text, action: title },
      detail: sayMessage(message(`dialog-opened-to-${access}`, { who })),
    }
    return reply(path === undefined || (await window.confirm(question)) ? folder : null)
  }

  /** Folders can be opened to paired programs as well as to chats. */
  const isKnown = (chat: string) => core.index.has(chat) || core.programs.has(chat)

  return {
    /** What is open to a chat, where its commands run first. */
    'folder.list': on({ chat: optional(id) }, async ({ chat = null }) => {
      const { cwd } = core.folders.of(chat)
      const tools = await checkProjectTools(cwd, core.registry().skills)
      return reply({
        cwd,
        folders: core.folders.list(chat),
        isOwn: core.folders.isOwn(chat),
        recent: core.folders.recent().filter((path) => path !== cwd),
        // Without a sandbox, the rest is not really closed.
        isEnforced: core.machine.forCall(chat).sandbox === 'enforced',
        ...(tools && { tools }),
      })
    }),

    /** Opens a folder to one chat, or to all. Without a path the person chooses one; null if they choose nothing. */
    'folder.open': on({ access, chat: optional(id), path: optional(path) }, async ({ access, chat, path }) => {
      if (chat !== undefined && !isKnown(chat)) return refuse('CHAT_UNKNOWN', 'chat-gone')
      const chosen = await choose(path, access, message(chat === undefined ? 'of-all-chats' : 'of-this-chat'))
      if (!chosen.ok || chosen.value === null) return chosen.ok ? reply({ folder: null }) : chosen
      const opened = { type: 'folder.opened', path: chosen.value, access } as const
      await core.publish(chat === undefined ? { ...opened, chat: null, always: true } : { ...opened, chat })
      return reply({ folder: chosen.value })
    }),

    'folder.close': on({ path, chat: optional(id) }, async ({ path, chat }) => {
      const lasts = chat === undefined ? 'always' : 'chat'
      const row = core.folders.list(chat ?? null).find((each) => each.path === path && each.lasts === lasts)
      if (!row) return refuse('FOLDER_REFUSED', 'folder-not-open', { folder: path })
      const closed = { type: 'folder.closed', path } as const
      await core.publish(chat === undefined ? { ...closed, chat: null, always: true } : { ...closed, chat })
      return reply({ closed: true })
    }),

    /** Where a chat's commands run. Without a path the person chooses; `own` returns to the chat's own folder. */
    'chat.setFolder': on({ chat: id, path: optional(path), own: optional(flag) }, async ({ chat, path, own }) => {
      if (!isKnown(chat)) return refuse('CHAT_UNKNOWN', 'chat-gone')
      const chosen = own ? reply(null) : await choose(path, 'write', message('of-this-chat'))
      if (!chosen.ok) return chosen
      if (chosen.value === null && !own) return reply({ folder: null })
      await core.publish({ type: 'chat.folder-chosen', chat, path: chosen.value })
      return reply({ folder: core.folders.of(chat).cwd })
    }),
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
