import { create, type StateCreator } from 'zustand'
import { call, listen } from '#renderer/bridge.ts'
import { textOf } from '#shared/messages/message'
import { spokenLanguage } from '#shared/messages/say'
import type { AppState } from '#shared/requests/requests'
import { DEFAULT_SETTINGS } from '#shared/settings/settings'
import { makeActivityActions, noActivity } from './activity.ts'
import { makeAttachmentActions } from './attachments.ts'
import { type Arrivals, makeChatActions, noChats } from './chats.ts'
import { makeChoiceActions, noChoices } from './choices.ts'
import { makeDraftActions, noDrafts, withSaved } from './drafts.ts'
import { makeFindActions, noFind } from './find.ts'
import { makeFolderActions, noFolders } from './folders.ts'
import { makeInspectionActions, noInspection } from './inspection.ts'
import { makeListsActions, noLists } from './lists.ts'
import { makeModelActions, noModels } from './models.ts'
import { makeOfferActions, noOffers } from './offers.ts'
import { makePictureActions, noPictures, shrinkPicture } from './pictures.ts'
import { firstPlace, makePlaceActions } from './places.ts'
import { makePlaygroundActions, noTrial } from './playground.ts'
import { makeProgramActions, noPrograms } from './programs.ts'
import { makeReceiver, speakChosen } from './receive.ts'
import { makeRecordActions, nothingRead } from './records.ts'
import { makeRuleActions, noRules } from './rules.ts'
import { makeSkillActions, noSkillWork } from './skills.ts'
import type { App, Context, Ports, Problem } from './state.ts'
import { makeLocationKeeper } from './window-location.ts'

/** How the window begins. The parts of the store each have their own file. */
const initial = {
  ...noChats,
  ...noDrafts,
  ...firstPlace,
  ...noFind,
  ...noModels,
  ...noChoices,
  ...nothingRead,
  ...noOffers,
  ...noSkillWork,
  ...noRules,
  ...noFolders,
  ...noLists,
  ...noPrograms,
  ...noTrial,
  ...noPictures,
  ...noInspection,
  about: null as AppState | null,
  settings: DEFAULT_SETTINGS,
  /** A change redraws everything. */
  language: spokenLanguage(),
  /** Calls whose answer is being sent. */
  answering: new Set() as ReadonlySet<string>,
  activity: noActivity,
  /** The file of the last export. */
  exported: null as { file: string; rows: number } | null,
  problems: [] as readonly Problem[],
  dismissedNotices: false,
}

export type State = typeof initial

const MOST_PROBLEMS = 4
const POLL_READY_MS = 20_000
const POLL_WAITING_MS = 2_000

/** All actions; their types are those of the store. */
function makeActions(context: Context, arrivals: Arrivals) {
  return {
    ...makeChatActions(context, arrivals),
    ...makeDraftActions(context),
    ...makeAttachmentActions(context),
    ...makePictureActions(context),
    ...makePlaceActions(context),
    ...makeRecordActions(context),
    ...makeActivityActions(context),
    ...makeInspectionActions(context),
    ...makeModelActions(context),
    ...makeFindActions(context),
    ...makeOfferActions(context),
    ...makeSkillActions(context),
    ...makeRuleActions(context),
    ...makeFolderActions(context),
    ...makeListsActions(context),
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
    const location = makeLocationKeeper(context)

    async function readFirst(): Promise<void> {
      const [about, list] = await Promise.all([context.ask('app.read', {}), context.ask('chat.list', {})])
      if (list) set({ summaries: list.chats })
      if (about)
        set((now) => ({
          about,
          settings: about.settings,
          drafts: withSaved(now.drafts, about.drafts),
        }))
      if (about) void speakChosen(about.settings.language, context)
      void location.comeBack()
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
        const unsubscribe = store.subscribe(location.keep)
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
