import { create, type StateCreator } from 'zustand'
import { call, listen } from '#renderer/bridge.ts'
import { type Arrivals, makeChatActions } from './chats.ts'
import { quiet } from './live.ts'
import { makePlaceActions } from './places.ts'
import { makeReceiver } from './receive.ts'
import { makeRecordActions } from './records.ts'
import type { App, Context, Ports, Problem, State } from './state.ts'

const initial: State = {
  about: null,
  settings: { host: '', model: '', theme: 'system', contextMode: 'readOnDemand', policy: 'ask', scripts: 'on' },
  summaries: [],
  open: null,
  chat: null,
  live: quiet,
  outputs: new Map(),
  drafts: new Map(),
  isSending: false,
  answering: new Set(),
  view: 'chat',
  isSidebarOpen: true,
  isInspectorOpen: false,
  inspected: null,
  skills: null,
  ollama: null,
  activity: { rows: [], more: false, search: '', isReading: false },
  verification: { state: 'idle' },
  problems: [],
  dismissedNotices: false,
}

const MOST_PROBLEMS = 4
const POLL_READY_MS = 20_000
const POLL_WAITING_MS = 2_000

/** The whole state of the window: a fold of facts, and what the person has open. */
export function makeApp(ports: Ports): StateCreator<App> {
  return (set, get) => {
    let problems = 0
    const context: Context = {
      ports,
      get,
      set,
      async ask(name, input) {
        const reply = await ports.call(name, input)
        if (reply.ok) return reply.value
        context.tell({ about: name, ...reply.error })
        return undefined
      },
      tell(problem) {
        const isOther = (known: Problem) => known.about !== problem.about || known.message !== problem.message
        set((state) => ({
          problems: [...state.problems.filter(isOther), { id: ++problems, ...problem }].slice(-MOST_PROBLEMS),
        }))
      },
    }
    const arrivals: Arrivals = { chat: null, facts: [] }

    async function readFirst(): Promise<void> {
      const about = await context.ask('app.read', {})
      if (about) set({ about, settings: about.settings })
      const list = await context.ask('chat.list', {})
      if (list) set({ summaries: list.chats })
      await get().refreshSkills()
    }

    /** Goes on by itself once Ollama answers. */
    function watchOllama(): () => void {
      let isOver = false
      let cancel = () => {}
      const look = async () => {
        await get().refreshOllama()
        if (!isOver) cancel = ports.later(look, get().ollama?.state === 'ready' ? POLL_READY_MS : POLL_WAITING_MS)
      }
      void look()
      return () => {
        isOver = true
        cancel()
      }
    }

    return {
      ...initial,
      ...makeChatActions(context, arrivals),
      ...makePlaceActions(context),
      ...makeRecordActions(context),
      start() {
        const unlisten = ports.listen(makeReceiver(context, arrivals))
        void readFirst()
        const unwatch = watchOllama()
        return () => {
          unlisten()
          unwatch()
        }
      },
    }
  }
}

export const useApp = create<App>()(
  makeApp({
    call,
    listen,
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  }),
)
