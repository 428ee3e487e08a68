import type { Fact } from '#shared/facts'
import type { OpenFolderRow } from '#shared/requests/requests'
import type { Context } from './state.ts'

export interface FoldersState {
  /** The visible chat's folder and what is open to it. */
  folders: { cwd: string; rows: readonly OpenFolderRow[]; isEnforced: boolean } | null
  /** A new chat that exists only because a folder was chosen for it. */
  freshChat: string | null
}

export interface FoldersActions {
  /** For the visible chat. */
  readFolders(open: string | null): Promise<void>
  /** Chooses the chat's folder in a system dialog, or returns to its own. */
  chooseFolder(own?: boolean): Promise<void>
  openFolder(access: 'read' | 'write'): Promise<void>
  closeFolder(row: OpenFolderRow): Promise<void>
  takeFolderFact(fact: Fact): void
}

export const noFolders: FoldersState = { folders: null, freshChat: null }

export function makeFolderActions({ get, set, ask, ports }: Context): FoldersActions {
  /** Creates a new chat, so that a folder can be chosen for it. */
  async function chatInView(): Promise<string | null> {
    const { open, freshChat } = get()
    if (open !== null || freshChat !== null) return open ?? freshChat
    const created = await ask('chat.create', {})
    if (created) set({ freshChat: created.chat })
    return created?.chat ?? null
  }

  return {
    async readFolders(open) {
      const chat = open ?? get().freshChat
      const reply = await ports.call('folder.list', chat === null ? {} : { chat })
      if (reply.ok && get().open === open) {
        const { cwd, folders: rows, isEnforced } = reply.value
        set({ folders: { cwd, rows, isEnforced } })
      }
    },
    async chooseFolder(own = false) {
      const chat = await chatInView()
      if (chat !== null) await ask('chat.setFolder', own ? { chat, own } : { chat })
    },
    async openFolder(access) {
      const chat = await chatInView()
      if (chat !== null) await ask('folder.open', { access, chat })
    },
    async closeFolder({ path, lasts }) {
      const { open, freshChat } = get()
      const chat = open ?? freshChat
      await ask('folder.close', lasts === 'always' || chat === null ? { path } : { path, chat })
    },
    takeFolderFact({ type }) {
      if (type === 'chat.folder-chosen' || type === 'folder.opened' || type === 'folder.closed') {
        void get().readFolders(get().open)
      }
    },
  }
}
