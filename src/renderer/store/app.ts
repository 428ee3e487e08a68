import { create, type StateCreator } from 'zustand'
import { call, listen } from '#renderer/bridge.ts'
import type { AppState } from '#shared/calls'
import { quiet } from '#shared/live'
import { spokenLanguage } from '#shared/say'
import type { Standing } from '#shared/view'
import { makeActivityActions, noActivity } from './activity.ts'
import { makeBackupActions, noBackups } from './backups.ts'
import { type Arrivals, makeChatActions } from './chats.ts'
import { makeChoiceActions, noChoices } from './choices.ts'
import { makeFindActions } from './find.ts'
import { makeInspectionActions, noInspection } from './inspection.ts'
import { speakChosen } from './language.ts'
import { makeListActions } from './list.ts'
import { makeLongTextActions, noLongTexts, toDraft, wholeDraft, withDraft } from './long-texts.ts'
import { makeModelActions } from './models.ts'
import { makePictureActions, noPictures } from './pictures.ts'
import { makePlaceOfDataActions, noPlace } from './place.ts'
import { makePlaceActions } from './places.ts'
import { makePlaygroundActions, noTrial } from './playground.ts'
import { makeReceiver } from './receive.ts'
import { makeRecordActions } from './records.ts'
import { makeRuleActions, noRules } from './rules.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { makeSkillActions, noSkillWork } from './skills.ts'
import { type App, type Context, NEW_CHAT, type Ports, type Problem, type State } from './state.ts'
import { makeThreadActions } from './thread.ts'

const initial: State = {
  ...noSkillWork,
  ...noRules,
  ...noBackups,
  ...noTrial,
  ...noPlace,
  ...noPictures,
  ...noLongTexts,
  ...noChoices,
  ...noInspection,
  about: null,
  settings: {
    ...{ host: '', model: '', theme: 'system', contextMode: 'readOnDemand', policy: 'ask', scripts: 'on' },
    sandbox: 'auto',
    textSize: 'normal',
    notifications: 'on',
    language: 'system',
    tray: 'off',
    sidebarWidth: '',
    ...{ maxRounds: '', commandMinutes: '', approvalMinutes: '', keptOutput: '' },
  },
  language: spokenLanguage(),
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
  activity: noActivity,
  exported: null,
  verification: { state: 'idle' },
  overlay: null,
  search: { typed: '', found: [] },
  find: null,
  target: null,
  deleted: null,
  isRenaming: false,
  problems: [],
  dismissedNotices: false,
}

/** What is typed since then stays. */
const draftsFrom = (about: AppState, { drafts, longTexts }: Pick<State, 'drafts' | 'longTexts'>) =>
  Object.entries(about.drafts).reduce<Pick<State, 'drafts' | 'longTexts'>>(
    (kept, [name, text]) => {
      const chat = name === 'new' ? NEW_CHAT : name
      return wholeDraft(kept, chat) === '' ? withDraft(kept, chat, toDraft(text)) : kept
    },
    { drafts, longTexts },
  )

const MOST_PROBLEMS = 4
const POLL_READY_MS = 20_000
const POLL_WAITING_MS = 2_000

/** The whole state of the window: a fold of facts, and what the person has open. */
export function makeApp(ports: Ports): StateCreator<App> {
  return (set, get, store) => {
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
    const arrivals: Arrivals = { chat: null, pushes: [] }

    async function readFirst(): Promise<void> {
      const about = await context.ask('app.read', {})
      if (about) set((now) => ({ about, settings: about.settings, ...draftsFrom(about, now) }))
      if (about) void speakChosen(about.settings.language, context)
      if (about?.stood) stand(about.stood)
      const list = await context.ask('chat.list', {})
      if (list) set({ summaries: list.chats })
      await get().refreshSkills()
      const fetched = await context.ask('model.pulls', {})
      const tried = await context.ask('model.trials', {})
      if (tried) set({ modelTrials: new Map(tried.trials.map((trial) => [trial.model, trial])) })
      if (fetched) set({ pulls: new Map(fetched.pulls.map((pull) => [pull.model, pull])) })
    }

    /** Where the window before this one was lost, unless the person has gone somewhere meanwhile. */
    function stand({ view, chat }: Standing): void {
      if (get().open !== null || get().view !== 'chat') return
      if (chat !== undefined) void get().openChat(chat)
      if (view !== 'chat') get().show(view)
    }

    const saveView = ({ open, view }: State) => ports.call('view.save', { view, ...(open !== null && { chat: open }) })

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
      ...makePictureActions(context),
      ...makeLongTextActions(context),
      ...makePlaceActions(context),
      ...makeRecordActions(context),
      ...makeActivityActions(context),
      ...makeInspectionActions(context),
      ...makeModelActions(context),
      ...makeListActions(context),
      ...makeFindActions(context),
      ...makeSkillActions(context),
      ...makeRuleActions(context),
      ...makeBackupActions(context),
      ...makePlaygroundActions(context),
      ...makePlaceOfDataActions(context),
      ...makeChoiceActions(context),
      start() {
        const unlisten = ports.listen(makeReceiver(context, arrivals))
        const unsubscribe = store.subscribe((now, before) => {
          // Not being able to is no trouble before the window is lost, and then there is nobody to tell.
          if (now.open !== before.open || now.view !== before.view) void saveView(now)
        })
        void readFirst()
        const unwatch = watchOllama()
        return () => {
          unlisten()
          unsubscribe()
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
    shrink: shrinkPicture,
  }),
)
