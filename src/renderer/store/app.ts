import { create, type StateCreator } from 'zustand'
import { call, listen } from '#renderer/bridge.ts'
import { textOf } from '#shared/messages/message'
import { spokenLanguage } from '#shared/messages/say'
import type { AppState } from '#shared/requests/requests'
import { DEFAULT_SETTINGS } from '#shared/settings/settings'
import { makeActivity } from './activity.ts'
import { makeAttachments, shrinkPicture } from './attachments.ts'
import { makeCalls } from './calls.ts'
import { type Arrivals, makeChats, TOLD_AT_COMPOSER } from './chats.ts'
import { makeChoices } from './choices.ts'
import { makeDrafts, withSaved } from './drafts.ts'
import { makeFind } from './find.ts'
import { makeInspection } from './inspection.ts'
import { makeLists } from './lists.ts'
import { makeModels } from './models.ts'
import { makePlaces } from './places.ts'
import { makeReceiver, speakChosen } from './receive.ts'
import { makeSkills } from './skills.ts'
import type { Context, Ports, Problem } from './state.ts'
import { makeLocationKeeper } from './window-location.ts'

const MOST_PROBLEMS = 4
const POLL_READY_MS = 20_000
const POLL_WAITING_MS = 2_000

/** How the window begins, and what can be done in it. The parts of the store each have their own file. */
function makeParts(context: Context, arrivals: Arrivals) {
  return {
    ...makeChats(context, arrivals),
    ...makeDrafts(context),
    ...makeAttachments(context),
    ...makePlaces(context),
    ...makeActivity(context),
    ...makeInspection(context),
    ...makeModels(context),
    ...makeFind(context),
    ...makeSkills(context),
    ...makeCalls(context),
    ...makeChoices(context),
    ...makeLists(context),
    ask: context.ask,
    about: null as AppState | null,
    settings: DEFAULT_SETTINGS,
    /** A change redraws everything. */
    language: spokenLanguage(),
    problems: [] as readonly Problem[],
    dismissedNotices: false,
  }
}

export type App = ReturnType<typeof makeParts> & { start(): () => void }

export function makeApp(ports: Ports): StateCreator<App> {
  return (set, get, store) => {
    let problems = 0
    const context: Context = {
      ports,
      get,
      set,
      async ask(name, input) {
        const chat = ('chat' in input && input.chat) || get().open
        const reply = await ports.call(name, input)
        if (reply.ok) return reply.value
        context.tell({ about: name, ...reply.error }, chat)
        return undefined
      },
      tell(problem, chat = get().open) {
        const isOther = (known: Problem) =>
          known.about !== problem.about ||
          (TOLD_AT_COMPOSER.has(problem.about) && known.chat !== chat) ||
          textOf(known.message) !== textOf(problem.message)
        set((state) => ({
          problems: [...state.problems.filter(isOther), { id: ++problems, chat, ...problem }].slice(-MOST_PROBLEMS),
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
      ...makeParts(context, arrivals),
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
