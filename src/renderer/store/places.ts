import type { FoundMessage } from '#shared/requests/chat-requests'
import type { View } from '#shared/requests/window-requests'
import type { Context } from './state.ts'

type Overlay = 'palette' | 'shortcuts' | 'search'
export type Picker = 'model' | 'tools'

const MOST_FOUND = 50

export function makePlaces({ get, set, ask }: Context) {
  let latest = 0
  return {
    view: 'chat' as View,
    isSidebarOpen: true,
    isInspectorOpen: false,
    overlay: null as Overlay | null,
    /** What is open above the composer. */
    picker: null as Picker | null,
    search: { typed: '', found: [] } as { typed: string; found: readonly FoundMessage[] },
    show(view: View): void {
      set({ view })
      if (view === 'skills') void get().refreshSkills()
      if (view === 'models') void get().refreshOllama()
      if (view === 'background') void get().list('background.list')
      if (view === 'programs') void get().refreshSkills()
      if (view === 'activity') void get().listActivity(get().activity.search)
    },
    setSidebar: (isSidebarOpen: boolean): void => set({ isSidebarOpen }),
    setInspector: (isOpen: boolean): void =>
      set(({ view }) => (view === 'chat' ? { isInspectorOpen: isOpen } : { inspectedAlone: null })),
    inspect: (inspected: string): void => set({ inspected, inspectorSide: 'call', isInspectorOpen: true }),
    async openLink(url: string): Promise<void> {
      await ask('link.open', { url })
    },
    dismissProblem: (id: number): void =>
      set(({ problems }) => ({ problems: problems.filter((problem) => problem.id !== id) })),
    dismissNotices: (): void => set({ dismissedNotices: true }),
    openOverlay: (overlay: Overlay | null): void => set({ overlay }),
    openPicker: (picker: Picker | null): void => set({ picker }),
    openSearch: (): void => set({ overlay: 'search', search: { typed: '', found: [] } }),
    async searchMessages(typed: string): Promise<void> {
      const ticket = ++latest
      set(({ search }) => ({ search: { typed, found: typed.trim() === '' ? [] : search.found } }))
      if (typed.trim() === '') return
      const page = await ask('chat.search', { text: typed, limit: MOST_FOUND })
      if (ticket === latest && page) set(({ search }) => ({ search: { ...search, found: page.found } }))
    },
    /** `beside`: its turn, if that version is not visible. */
    async goToMessage(chat: string, seq: number, beside?: string): Promise<void> {
      await get().openChat(chat)
      if (beside !== undefined) {
        await get().chooseBranch(beside)
        await get().showTurn(beside)
      }
      await get().readEarlier(seq)
      if (get().open === chat) set({ target: seq })
    },
    forgetTarget: (): void => set({ target: null }),
    setRenaming: (isRenaming: boolean): void => set({ isRenaming }),
  }
}
