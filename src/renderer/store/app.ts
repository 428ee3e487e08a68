import { create, type StateCreator } from 'zustand'
import { call, listen } from '#renderer/bridge.ts'
import type { AppState } from '#shared/calls'
import { makeBackupActions, noBackups } from './backups.ts'
import { type Arrivals, makeChatActions } from './chats.ts'
import { makeListActions } from './list.ts'
import { quiet } from './live.ts'
import { makeModelActions } from './models.ts'
import { makePlaceActions } from './places.ts'
import { makePlaygroundActions, noTrial } from './playground.ts'
import { makeReceiver } from './receive.ts'
import { makeRecordActions } from './records.ts'
import { makeRuleActions, noRules } from './rules.ts'
import { makeSkillActions, noSkillWork } from './skills.ts'
import { type App, type Context, NEW_CHAT, type Ports, type Problem, type State } from './state.ts'
import { makeThreadActions } from './thread.ts'

const initial: State = {
  ...noSkillWork,
  ...noRules,
  ...noBackups,
  ...noTrial,
  about: null,
  settings: {
    ...{ host: '', model: '', theme: 'system', contextMode: 'readOnDemand', policy: 'ask', scripts: 'on' },
    sandbox: 'auto',
    textSize: 'normal',
    notifications: 'on',
  },
  summaries: [],
  open: null,
  chat: null,
  earlier: null,
  live: quiet,
  outputs: new Map(),
  drafts: new Map(),
  isSending: false,
  rewriting: null,
  writtenTo: null,
  answering: new Set(),
  view: 'chat',
  isSidebarOpen: true,
  isInspectorOpen: false,
  inspected: null,
  skills: null,
  ollama: null,
  pulls: new Map(),
  copied: null,
  activity: { rows: [], more: false, search: '', skill: '', state: '', isReading: false },
  exported: null,
  verification: { state: 'idle' },
  overlay: null,
  search: { typed: '', chat: null, found: [] },
  target: null,
  deleted: null,
  isRenaming: false,
  problems: [],
  dismissedNotices: false,
}

const draftsFrom = ({ drafts: { new: fresh, ...others } }: AppState) =>
  new Map([...Object.entries(others), ...(fresh ? [[NEW_CHAT, fresh] as const] : [])])

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
      if (about) set({ about, settings: about.settings, drafts: draftsFrom(about) })
      const list = await context.ask('chat.list', {})
      if (list) set({ summaries: list.chats })
      await get().refreshSkills()
      const fetched = await context.ask('model.pulls', {})
      if (fetched) set({ pulls: new Map(fetched.pulls.map((pull) => [pull.model, pull])) })
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
      ...makeThreadActions(context),
      ...makePlaceActions(context),
      ...makeRecordActions(context),
      ...makeModelActions(context),
      ...makeListActions(context),
      ...makeSkillActions(context),
      ...makeRuleActions(context),
      ...makeBackupActions(context),
      ...makePlaygroundActions(context),
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
