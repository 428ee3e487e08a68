import type { Fact } from '#shared/facts'
import type { OpenFolderRow } from '#shared/requests/requests'
import type { Context } from './state.ts'

export interface FoldersState {
  /** Where the commands of the chat in view run, and what is open to them. */
  folders: { cwd: string; rows: readonly OpenFolderRow[]; isEnforced: boolean; tools?: 'new' | 'changed' } | null
  /** Folders whose tools the person wants to look at later. */
  foldersAside: readonly string[]
  /** The chat that the next message begins: a folder was chosen for it already. */
  freshChat: string | null
}

export interface FoldersActions {
  /** For the visible chat. */
  readFolders(open: string | null): Promise<void>
  /** Chooses the chat's folder in a system dialog, or returns to its own. */
  chooseFolder(own?: boolean): Promise<void>
  openFolder(access: 'read' | 'write'): Promise<void>
  closeFolder(row: OpenFolderRow): Promise<void>
  leaveTools(folder: string): void
  /** Shows the file that a run's result names. */
  openResultFolder(run: string): Promise<void>
  takeFolderFact(fact: Fact): void
}

export const noFolders: FoldersState = { folders: null, foldersAside: [], freshChat: null }

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
        const { folders: rows, ...folders } = reply.value
        set({ folders: { ...folders, rows } })
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
    leaveTools: (folder) => set(({ foldersAside }) => ({ foldersAside: [...foldersAside, folder] })),
    openResultFolder: async (run) => void (await ask('run.openFolder', { run })),
    takeFolderFact({ type }) {
      if (/^(?:chat\.folder-chosen|folder\.(?:opened|closed)|skill\.(?:installed|removed))$/.test(type)) {
        void get().readFolders(get().open)
      }
    },
  }
}
