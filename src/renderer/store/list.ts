import type { Actions, Context } from './state.ts'

type ListActions = Pick<
  Actions,
  | 'openOverlay'
  | 'openSearch'
  | 'searchMessages'
  | 'goToMessage'
  | 'forgetTarget'
  | 'setRenaming'
  | 'pinChat'
  | 'archiveChat'
  | 'restoreChat'
>

const MOST_FOUND = 50

export function makeListActions({ get, set, ask }: Context): ListActions {
  let latest = 0
  return {
    openOverlay: (overlay) => set({ overlay }),
    openSearch: () => set({ overlay: 'search', search: { typed: '', found: [] } }),
    async searchMessages(typed) {
      const ticket = ++latest
      set(({ search }) => ({ search: { typed, found: typed.trim() === '' ? [] : search.found } }))
      if (typed.trim() === '') return
      const page = await ask('chat.search', { text: typed, limit: MOST_FOUND })
      if (ticket === latest && page) set(({ search }) => ({ search: { ...search, found: page.found } }))
    },
    async goToMessage(chat, seq, beside) {
      await get().openChat(chat)
      if (beside !== undefined) {
        await get().chooseBranch(beside)
        await get().showTurn(beside)
      }
      await get().readEarlier(seq)
      if (get().open === chat) set({ target: seq })
    },
    forgetTarget: () => set({ target: null }),
    setRenaming: (isRenaming) => set({ isRenaming }),
    async pinChat(chat, pinned) {
      await ask('chat.pin', { chat, pinned })
    },
    async archiveChat(chat, archived) {
      await ask('chat.archive', { chat, archived })
    },
    async restoreChat(chat) {
      if (!(await ask('chat.restore', { chat }))) return
      set({ deleted: null })
      await get().openChat(chat)
    },
  }
}
