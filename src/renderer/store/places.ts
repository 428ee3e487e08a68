import type { View } from '#shared/requests/window-requests'
import type { Context } from './state.ts'

/** Where the person is and which panes are open. */
export function makePlaceActions({ get, set, ask }: Context) {
  return {
    show(view: View): void {
      set({ view })
      if (view === 'skills') void get().refreshSkills()
      if (view === 'models') void get().refreshOllama()
      if (view === 'background') void get().listBackground()
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
  }
}
