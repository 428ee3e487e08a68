import type { Output } from '#renderer/bridge.ts'
import type { Fact, ToolsOff } from '#shared/facts'
import type { OpenFolderRow } from '#shared/requests/requests'
import type { Policy } from '#shared/settings/settings'
import type { App } from './app.ts'
import { summaryIn } from './chats.ts'
import type { Context } from './state.ts'

export const NOTHING_OFF: ToolsOff = { skills: [], tools: [] }

export function makeChoices({ get, set, ask, ports }: Context) {
  /** Creates a new chat, so that a folder can be chosen for it. */
  async function chatInView(): Promise<string | null> {
    const { open, freshChat } = get()
    if (open !== null || freshChat !== null) return open ?? freshChat
    const created = await ask('chat.create', {})
    if (created) set({ freshChat: created.chat })
    return created?.chat ?? null
  }

  return {
    /** Where the commands of the chat in view run, and what is open to them. */
    folders: null as Output<'folder.list'> | null,
    /** Folders whose tools the person wants to look at later. */
    foldersAside: [] as readonly string[],
    /** The chat that the next message begins: a folder was chosen for it already. */
    freshChat: null as string | null,
    /** For a new chat. */
    freshToolsOff: NOTHING_OFF,
    async readFolders(open: string | null): Promise<void> {
      const chat = open ?? get().freshChat
      const reply = await ports.call('folder.list', chat === null ? {} : { chat })
      if (reply.ok && get().open === open) set({ folders: reply.value })
    },
    /** Chooses the chat's folder in a system dialog; main confirms a given path. Null returns to the chat's own. */
    async chooseFolder(path?: string | null): Promise<void> {
      const chat = await chatInView()
      const to = path === null ? { own: true as const } : path !== undefined && { path }
      if (chat !== null) await ask('chat.setFolder', { chat, ...to })
    },
    async openFolder(access: 'read' | 'write'): Promise<void> {
      const chat = await chatInView()
      if (chat !== null) await ask('folder.open', { access, chat })
    },
    async closeFolder({ path, lasts }: OpenFolderRow): Promise<void> {
      const { open, freshChat } = get()
      const chat = open ?? freshChat
      await ask('folder.close', lasts === 'always' || chat === null ? { path } : { path, chat })
    },
    leaveTools: (folder: string): void => set(({ foldersAside }) => ({ foldersAside: [...foldersAside, folder] })),
    takeFolderFact({ type }: Fact): void {
      if (/^(?:chat\.folder-chosen|folder\.(?:opened|closed)|skill\.(?:installed|removed))$/.test(type)) {
        void get().readFolders(get().open)
      }
    },
    /** Everything that is off in the visible chat. */
    async setToolsOff({ skills, tools }: ToolsOff): Promise<void> {
      const { open } = get()
      if (open === null) set({ freshToolsOff: { skills, tools } })
      else await ask('chat.setToolsOff', { chat: open, skills: [...skills], tools: [...tools] })
    },
    /** Records the choices for a new chat. */
    async takeFreshChoices(chat: string): Promise<void> {
      const { skills, tools } = get().freshToolsOff
      if (skills.length + tools.length === 0) return
      if (await ask('chat.setToolsOff', { chat, skills: [...skills], tools: [...tools] })) {
        set({ freshToolsOff: NOTHING_OFF })
      }
    },
    async setPolicy(chat: string | null, policy: Policy | 'default'): Promise<void> {
      if (chat === null) await ask('setting.change', { name: 'policy', value: policy === 'default' ? 'ask' : policy })
      else await ask('chat.setPolicy', { chat, policy })
    },
  }
}

export const toolsOffIn = (state: Pick<App, 'open' | 'summaries' | 'freshToolsOff'>): ToolsOff =>
  state.open === null ? state.freshToolsOff : (summaryIn(state)?.toolsOff ?? NOTHING_OFF)
