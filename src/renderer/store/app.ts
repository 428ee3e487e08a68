import { create, type StateCreator } from 'zustand'
import { call, listen } from '#renderer/bridge.ts'
import { quiet } from '#shared/chat/live'
import { textOf } from '#shared/messages/message'
import { spokenLanguage } from '#shared/messages/say'
import type { AppState } from '#shared/requests/requests'
import { DEFAULT_SETTINGS } from '#shared/settings/settings'
import { makeActivityActions, noActivity } from './activity.ts'
import { type Arrivals, makeChatActions } from './chats.ts'
import { makeChoiceActions, noChoices } from './choices.ts'
import { editsFrom, isEditName, makeEditActions, noEdits } from './edits.ts'
import { makeFindActions } from './find.ts'
import { makeFolderActions, noFolders } from './folders.ts'
import { makeInspectionActions, noInspection } from './inspection.ts'
import { speakChosen } from './language.ts'
import { makeListsActions, noLists } from './lists.ts'
import { makeLongTextActions, noLongTexts, toDraft, wholeDraft, withDraft } from './long-texts.ts'
import { makeModelActions } from './models.ts'
import { makeOfferActions, noOffers } from './offers.ts'
import { makePictureActions, noPictures } from './pictures.ts'
import { makePlaceActions } from './places.ts'
import { makePlaygroundActions, noTrial } from './playground.ts'
import { makeProgramActions, noPrograms } from './programs.ts'
import { makeReceiver } from './receive.ts'
import { makeRecordActions } from './records.ts'
import { makeRuleActions, noRules } from './rules.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { makeSkillActions, noSkillWork } from './skills.ts'
import { makeStandingKeeper } from './standing.ts'
import { type App, type Context, NEW_CHAT, type Ports, type Problem, type State } from './state.ts'
import { makeStoredActions, nothingStored } from './stored.ts'
import { makeThreadActions } from './thread.ts'

/** How the parts of the store begin, which each has its own file. */
const slices = {
  ...noOffers,
  ...noSkillWork,
  ...noRules,
  ...noFolders,
  ...noLists,
  ...nothingStored,
  ...noPrograms,
  ...noTrial,
  ...noPictures,
  ...noLongTexts,
  ...noChoices,
  ...noInspection,
  ...noEdits,
}

export type Slices = typeof slices

const initial: State = {
  ...slices,
  about: null,
  settings: DEFAULT_SETTINGS,
  language: spokenLanguage(),
  summaries: [],
  newChats: 0,
  isReady: false,
  open: null,
  chat: null,
  earlier: null,
  live: quiet,
  outputs: new Map(),
  drafts: new Map(),
  isSending: false,
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
  answeringAgain: null,
  problems: [],
  dismissedNotices: false,
}

/** Keeps what was typed since. */
const draftsFrom = (about: AppState, { drafts, longTexts }: Pick<State, 'drafts' | 'longTexts'>) =>
  Object.entries(about.drafts)
    .filter(([name]) => !isEditName(name))
    .reduce<Pick<State, 'drafts' | 'longTexts'>>(
      (kept, [name, text]) => {
        const chat = name === 'new' ? NEW_CHAT : name
        return wholeDraft(kept, chat) === '' ? withDraft(kept, chat, toDraft(text)) : kept
      },
      { drafts, longTexts },
    )

const MOST_PROBLEMS = 4
const POLL_READY_MS = 20_000
const POLL_WAITING_MS = 2_000

/** All actions; their types are those of the store. */
function makeActions(context: Context, arrivals: Arrivals) {
  return {
    ...makeChatActions(context, arrivals),
    ...makeThreadActions(context),
    ...makePictureActions(context),
    ...makeLongTextActions(context),
    ...makePlaceActions(context),
    ...makeRecordActions(context),
    ...makeActivityActions(context),
    ...makeInspectionActions(context),
    ...makeEditActions(context),
    ...makeModelActions(context),
    ...makeFindActions(context),
    ...makeOfferActions(context),
    ...makeSkillActions(context),
    ...makeRuleActions(context),
    ...makeFolderActions(context),
    ...makeListsActions(context),
    ...makeStoredActions(context),
    ...makeProgramActions(context),
    ...makePlaygroundActions(context),
    ...makeChoiceActions(context),
  }
}

export type Actions = ReturnType<typeof makeActions> & Pick<Context, 'ask'> & { start(): () => void }

/** The whole state of the window: folded facts, and what the person has open. */
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
        const isOther = (known: Problem) =>
          known.about !== problem.about || textOf(known.message) !== textOf(problem.message)
        set((state) => ({
          problems: [...state.problems.filter(isOther), { id: ++problems, ...problem }].slice(-MOST_PROBLEMS),
        }))
      },
    }
    const arrivals: Arrivals = { chat: null, pushes: [] }
    const standing = makeStandingKeeper(context)

    async function readFirst(): Promise<void> {
      const [about, list] = await Promise.all([context.ask('app.read', {}), context.ask('chat.list', {})])
      if (list) set({ summaries: list.chats })
      if (about)
        set((now) => ({
          about,
          settings: about.settings,
          ...draftsFrom(about, now),
          edits: editsFrom(about.drafts, now.edits),
        }))
      if (about) void speakChosen(about.settings.language, context)
      void standing.comeBack()
      await get().refreshSkills()
      const fetched = await context.ask('model.pulls', {})
      const tried = await context.ask('model.trials', {})
      const compared = await context.ask('model.comparison', {})
      if (compared) set({ comparedModels: compared.comparison })
      if (tried) set({ modelTrials: new Map(tried.trials.map((trial) => [trial.model, trial])) })
      if (fetched) set({ pulls: new Map(fetched.pulls.map((pull) => [pull.model, pull])) })
    }

    /** Stops once Ollama answers. */
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
      ...makeActions(context, arrivals),
      ask: context.ask,
      /** Subscribes and loads what the first screen needs. Returns a function that ends it. */
      start() {
        const unlisten = ports.listen(makeReceiver(context, arrivals))
        const unsubscribe = store.subscribe(standing.keep)
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
