import type { Actions, Context } from './state.ts'

type PlaceActions = Pick<
  Actions,
  'show' | 'setSidebar' | 'setInspector' | 'inspect' | 'openLink' | 'dismissProblem' | 'dismissNotices'
>

/** Where the person is and which panes are open. */
export function makePlaceActions({ get, set, ask }: Context): PlaceActions {
  return {
    show(view) {
      set({ view })
      if (view === 'skills') void get().refreshSkills()
      if (view === 'models') void get().refreshOllama()
      if (view === 'background') void get().listBackground()
      if (view === 'programs') void get().refreshSkills()
      if (view === 'activity') void get().listActivity(get().activity.search)
    },
    setSidebar: (isSidebarOpen) => set({ isSidebarOpen }),
    setInspector: (isOpen) =>
      set(({ view }) => (view === 'chat' ? { isInspectorOpen: isOpen } : { inspectedAlone: null })),
    inspect: (inspected) => set({ inspected, inspectorSide: 'call', isInspectorOpen: true }),
    async openLink(url) {
      await ask('link.open', { url })
    },
    dismissProblem: (id) => set(({ problems }) => ({ problems: problems.filter((problem) => problem.id !== id) })),
    dismissNotices: () => set({ dismissedNotices: true }),
  }
}
