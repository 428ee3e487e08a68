import { foldFact } from '#shared/chat/chat'
import { foldTicks, settleLive } from '#shared/chat/live'
import type { Fact, PassingTick, Push, Tick } from '#shared/facts'
import { withRemedy } from '#shared/messages/diagnostic'
import { languageOf, speak, spokenLanguage } from '#shared/messages/say'
import { isOfProgram } from '#shared/programs'
import { foldSettings } from '#shared/settings/settings'
import type { Arrivals } from './chats.ts'
import { runCommand } from './commands.ts'
import type { Context } from './state.ts'
import { placeSummary } from './summaries.ts'

/** Ticks are collected for one frame. */
const FRAME_MS = 16
const SETTLE_MS = 120

/** Takes what main pushes. Facts apply at once and in order, after earlier ticks. */
export function makeReceiver({ get, set, tell, ports }: Context, arrivals: Arrivals): (push: Push) => void {
  let ticks: PassingTick[] = []
  let isListing = false

  function flush(): void {
    const { open } = get()
    const batch = ticks.filter(({ chat }) => chat === open)
    ticks = []
    if (batch.length > 0) set(({ live }) => ({ live: foldTicks(live, batch) }))
  }

  function receiveFact(fact: Fact): void {
    if (fact.type === 'setting.changed') {
      const settings = foldSettings([fact], get().settings)
      set({ settings })
      if (fact.name === 'language') void speakChosen(settings.language, { set })
      return
    }
    if (fact.type === 'bug.found') tell({ about: 'main', code: 'INTERNAL', message: `${fact.where}: ${fact.message}` })
    get().takeRuleFact(fact)
    get().takeFolderFact(fact)
    get().takeTrialFact(fact)
    get().takeInspectedFact(fact)
    get().takeModelFact(fact)
    const { chat, open, view } = get()
    if (view === 'activity' || view === 'background') listSoon()
    if (fact.chat !== null && fact.chat === arrivals.chat) arrivals.pushes.push({ kind: 'fact', fact })
    else if (chat && fact.chat === chat.chat && fact.chat === open) {
      flush()
      set(({ live }) => ({ chat: foldFact(chat, fact), live: settleLive(live, fact) }))
    }
    if (fact.type === 'chat.deleted' && fact.chat === open) get().newChat()
    if (fact.type === 'branch.chosen' && fact.chat === open) void get().showTurn(fact.turn)
  }

  function receivePull({ tick, chat, ...pull }: Extract<Tick, { tick: 'pull' }>): void {
    set(({ pulls }) => ({ pulls: new Map(pulls).set(pull.model, pull) }))
    if (pull.state === 'done') void get().refreshOllama()
  }

  /** Lists that many facts change are reloaded together. */
  function listSoon(): void {
    if (isListing) return
    isListing = true
    ports.later(() => {
      isListing = false
      const { view, activity } = get()
      if (view === 'activity') void get().listActivity(activity.search)
      if (view === 'background') void get().list('background.list')
    }, SETTLE_MS)
  }

  function receiveTick(tick: Tick): void {
    if (tick.tick === 'trouble') tell({ about: 'main', code: 'RECORD_FAILED', message: withRemedy(tick) })
    else if (tick.tick === 'skills') void get().refreshSkills()
    else if (tick.tick === 'background') listSoon()
    else if (tick.tick === 'programs') void get().list('program.list')
    else if (tick.tick === 'dropped' && tick.as === 'folder') void get().chooseFolder(tick.source)
    else if (tick.tick === 'dropped') {
      get().show('skills')
      void get().stage(tick.source)
    } else if (tick.tick === 'open-chat') {
      if (isOfProgram(tick.chat)) get().show('programs')
      else void get().openChat(tick.chat)
    } else if (tick.tick === 'command') {
      // As with keys, nothing is run behind an overlay.
      if (get().overlay === null) runCommand(tick.command, get())
    } else if (tick.tick === 'model-trial') get().takeModelTrial(tick.trial)
    else if (tick.tick === 'model-comparison') set({ comparedModels: tick.comparison })
    else if (tick.tick === 'moving') {
      const { tick: _tick, chat: _chat, ...moving } = tick
      set({ moving })
    } else if (tick.tick === 'pull') receivePull(tick)
    else if (tick.chat === arrivals.chat) arrivals.pushes.push({ kind: 'tick', tick })
    else if (tick.chat === get().open && get().chat) {
      if (ticks.length === 0) ports.later(flush, FRAME_MS)
      ticks.push(tick)
    }
  }

  return (push) => {
    if (push.kind === 'fact') receiveFact(push.fact)
    else if (push.kind === 'chat') set(({ summaries }) => ({ summaries: placeSummary(summaries, push) }))
    else receiveTick(push.tick)
  }
}

/** Switches to the chosen language, or to the system's. */
export async function speakChosen(chosen: string, { set }: Pick<Context, 'set'>): Promise<void> {
  await speak(languageOf(chosen, navigator.language))
  set({ language: spokenLanguage() })
}
