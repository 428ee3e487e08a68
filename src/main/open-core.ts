import { existsSync, realpathSync } from 'node:fs'
import type { ModelReading } from '#main/agent/model-reading'
import { makeApprovals, makeQuestions } from '#main/calls/approvals'
import { sweepCopies } from '#main/calls/kept-files'
import { makeView, type NotOpened, type ViewOptions } from '#main/calls/open-view'
import { readOutput, readWhole } from '#main/calls/read-output'
import { type CallPorts, makeRunCall, trackCalls } from '#main/calls/run-call'
import { makeChatIndex } from '#main/chat/chat-index'
import { makeChats } from '#main/chat/chats'
import { makeRecordCheck, type RecordCheck } from '#main/chat/check-record'
import { makeComparisons } from '#main/chat/compare-models'
import { makePushes, makeRecorder, makeReporter } from '#main/chat/record-facts'
import { findWitnessFolder } from '#main/data-folder/home'
import { type Ledger, type OpenResult, openPatiently } from '#main/ledger/open-ledger'
import { withMeanings } from '#main/models/meanings'
import { MODEL_FACTS, makeModelBook } from '#main/models/model-book'
import { makeModelUse } from '#main/models/model-use'
import { isOllamaInstalled, makeModels } from '#main/models/models'
import { makeTrials } from '#main/models/trials'
import { describeHost, describeRegistry, describeRestored, describeSalvage } from '#main/requests/start-notices'
import { stopAll } from '#main/runners/process/live-runs'
import { killSurvivors } from '#main/runners/process/survivors'
import { sweepTempFiles } from '#main/runners/process/temp-files'
import { sweepPackages } from '#main/servers/pin-package'
import { endOrphans, makeServers, type ServerPorts } from '#main/servers/servers'
import { recallFrom } from '#main/servers/sign-in'
import { mayReadAhead, readLimits } from '#main/settings/limits'
import { makeTriggers, type TriggerPorts, type Triggers, watchRecords } from '#main/triggers/triggers'
import { listPermits } from '#main/trust/trust-state'
import type { Message } from '#shared/messages/message'

export interface CoreOptions extends ViewOptions {
  /** Decides instead of the window. */
  decide?: CallPorts['decide']
  /** Answers questions of servers instead of the window. */
  ask?: CallPorts['ask']
  waitForOwnerMs?: number
  /** An open ledger, which stays open. */
  ledger?: Ledger
  /** Called once if the wait for the owner gets long. */
  waits?(problem: Message): void
  /** Ends the wait for the owner. */
  signal?: AbortSignal
  /** For this session; overrides the settings. */
  said?: { host?: string; model?: string; think?: boolean; allowScripts?: true; allowPlain?: true }
  /** Reading ahead waits for mains power by default. */
  isOnBattery?(): boolean
  /** The clock and time zone for schedules. */
  background?: Pick<TriggerPorts, 'clock' | 'zone'>
  /** Their folders are watched, so that a change shows by itself; a call looks at them either way. */
  watchSkills?: boolean
  /** How long servers are waited for. */
  servers?: Pick<ServerPorts, 'connectMs' | 'backoffMs'>
}

/** Turns without a model do not say which was used last. */
const LATEST_TURNS = 20
/** They show which tools a person needs. */
const LATEST_CALLS = 200

/** Everything Skillet does, without a window. */
export type Core = Extract<Awaited<ReturnType<typeof openCore>>, { ok: true }>['core']

export async function openCore(options: CoreOptions) {
  const { decide, said = {}, watchSkills = false } = options
  const opening = openOwn(options)
  const pushes = makePushes()
  const { tick } = pushes
  let triggers: Triggers | undefined
  const verified = Promise.withResolvers<RecordCheck>()
  const [made, opened] = await Promise.all([
    makeView(options, opening, {
      alsoRead: MODEL_FACTS,
      verify: async () => (await verified.promise).chain(),
      registry: {
        watch: watchSkills,
        sweep: true,
        changed: () => {
          tick({ tick: 'skills' })
          triggers?.refresh()
        },
        failed: (error) => reportBug(error, 'skills'),
      },
      notice: ({ message, remedy }) => tick({ tick: 'trouble', chat: null, message, remedy }),
    }),
    opening,
    sweepTempFiles(),
    sweepCopies(options.home),
    sweepPackages(options.home),
  ])
  if (!made.ok) return made
  if (!opened.ok) return opened
  const { ledger, salvaged, interrupted = [], restored } = opened
  const { view, registry: living } = made
  const { settings, machine, rules, notices, host, chatTools } = view
  // Nobody else could stop what a killed Skillet left running.
  const orphans = Promise.all(interrupted.map(killSurvivors))

  const closing = new AbortController()
  const index = makeChatIndex(ledger)
  const check = makeRecordCheck(ledger, index, (error) => {
    if (!closing.signal.aborted) reportBug(error, 'record')
  })
  verified.resolve(check)
  const [summaries, latestTurns, latestCalls] = await Promise.all([
    ledger.readSummaries(),
    ledger.read({ types: ['turn.started'], newestFirst: true, limit: LATEST_TURNS }),
    ledger.read({ types: ['call.requested'], newestFirst: true, limit: LATEST_CALLS }),
  ])
  const used = new Map<string, number>()
  for (const fact of latestCalls) {
    if (fact.type === 'call.requested') used.set(fact.tool, (used.get(fact.tool) ?? 0) + 1)
  }
  index.load(summaries.chats)
  const modelBook = makeModelBook()
  for (const fact of made.facts) modelBook.take(fact)
  for (const fact of latestTurns.toReversed()) modelBook.take(fact)
  const limits = () => readLimits(settings())
  const approvals = makeApprovals(undefined, () => limits().approvalWaitMs)
  const questions = makeQuestions(() => limits().approvalWaitMs)
  const ask = options.ask ?? (decide ? undefined : questions.ask)
  notices.unshift(...describeSalvage(salvaged), ...describeRestored(restored), ...describeRegistry(living.current()))
  if (!settings().host) notices.push(...describeHost(process.env.OLLAMA_HOST))
  rules.countUses(summaries.ruleUses)
  const { record, publish, withChoices } = makeRecorder({
    ...{ ledger, pushes, index, rules, chatTools },
    folds: [index, modelBook, made, { take: (fact) => triggers?.take(fact) }],
    registry: living,
  })
  view.programs.onConnected(() => tick({ tick: 'programs' }))
  const { reportBug, answerError } = makeReporter({ tick, publish })
  const strays = endOrphans(ledger, publish).catch((error: unknown) => reportBug(error, 'servers'))

  const found = withMeanings(ledger.records, (...texts) => models.embed(...texts))
  const records = watchRecords(found, (...changed) => triggers?.notice(...changed))

  const servers = makeServers({
    record: publish,
    machine,
    permits: (server) => listPermits(server, view.trust()),
    signIn: recallFrom(view.secrets),
    ...options.servers,
  })
  const runOne = makeRunCall({
    callServer: servers.call,
    ...(ask && { ask }),
    record: async (facts, texts) => void (await record(facts, texts)),
    tick,
    find: async (name, chat) => chatTools.check(chat, await living.find(name)),
    ...{ limits, takeTurn: (turn) => chats.takeInner(turn) },
    areScriptsOff: () => settings().scripts !== 'on',
    ...{ machine, records },
    decide:
      decide ?? ((call, plan, verdict, signal, proposals) => approvals.ask(call, { plan, verdict, proposals }, signal)),
    rules,
  })
  const calls = trackCalls(async (request) => {
    await view.folders.make(request.chat)
    return runOne(request)
  }, closing.signal)
  const { runCall, stopCalls } = calls
  triggers = makeTriggers({
    ...{ registry: living.current, rules, runCall, records, ...options.background },
    isPaused: () => settings().background === 'paused',
    changed: () => tick({ tick: 'background' }),
    reportBug: (error) => reportBug(error, 'triggers'),
  })
  const modelUse = makeModelUse()
  const readings = new Map<string, ModelReading>()
  const plainHosts = () => (said.allowPlain ? [host()] : settings().plainHosts)
  const models = makeModels({
    ...{ host, plainHosts, tick, lastUsed: modelBook.lastUsed },
    isInstalled: () => isOllamaInstalled(machine.searchPath),
    readers: { ...modelUse, mayRead: () => !isMeasuring(), closing: closing.signal },
  })
  const whenIdle = async (signal: AbortSignal) => {
    await modelUse.whenFree(signal)
    chats.stopReadingAhead()
  }
  const isMeasuring = () => [...trials.list(), comparisons.latest()].some((progress) => progress?.state === 'running')
  const trials = makeTrials({
    ...{ models, modelBook, tick, publish, whenIdle, isIdle: modelUse.isFree, hold: modelUse.hold, readings },
    // A trial leaves a different beginning in the server's cache.
    ended: () => void chats.readAgain(),
    reportBug: (error) => reportBug(error, 'trial'),
  })
  const { think, allowScripts } = said
  const forTurns = {
    ...{ index, registry: living.current, models, modelBook, chatTools, tick, readings },
    used: () => new Map([...used, ...settings().pinnedTools.map((tool) => [tool, Infinity] as const)]),
    ...(think !== undefined && { think }),
    contextMode: () => settings().contextMode,
    folderOf: (chat: string | null) => {
      const { cwd } = view.folders.of(chat)
      return existsSync(cwd) ? realpathSync(cwd) : cwd
    },
    readChat: (chat: string) => ledger.read({ chat }),
    readText: ledger.readText,
  }
  const chats = makeChats({
    ...{ ...forTurns, limits, modelUse },
    model: () => said.model || settings().model,
    ...(allowScripts && { allowScripts }),
    runCall,
    publish,
    record,
    readWhole: (chat, call) => readWhole(ledger, chat, call),
    mayReadAhead: () => !isMeasuring() && mayReadAhead(settings().readAhead, options.isOnBattery),
    reportBug: (error) => reportBug(error, 'turn'),
  })
  const comparisons = makeComparisons({
    ...forTurns,
    plan: view.plan,
    ...{ whenIdle, isIdle: modelUse.isFree, hold: modelUse.hold },
    ended: () => void chats.readAgain(),
    reportBug: (error) => reportBug(error, 'comparison'),
  })

  return {
    ok: true as const,
    core: {
      ...{ ...view, triggers, ledger: { ...ledger, records } },
      ...{ check, index, chats, approvals, questions, servers },
      ...{ models, modelBook, trials, comparisons, runCall, stopCalls },
      /** Newest first. */
      listChats: () => index.list().map(withChoices),
      /** A turn or a call is running or waiting for the person. */
      isBusy: () => calls.isBusy() || index.list().some(({ isRunning }) => isRunning),
      /** Resolves once the skills are as their folders are: one of them was changed. */
      restock: living.restock,
      /** Hosts to which the person allows unencrypted prompts. */
      plainHosts,
      /** The person agreed, in a dialog or on a terminal. */
      consentTo: (host: string) => {
        const value = [...new Set([...settings().plainHosts, host])]
        return publish({ type: 'setting.changed', chat: null, name: 'plainHosts', value })
      },
      publish,
      listen: pushes.listen,
      readOutput: (run: string) => readOutput(ledger, run),
      ...{ reportBug, answerError },
      close: async () => {
        triggers.close()
        closing.abort()
        living.close()
        await Promise.all([chats.stopAll(), models.pulls.stopAll(), trials.stopAll(), comparisons.stop()])
        await Promise.all([calls.allEnded(), orphans, strays])
        await servers.close()
        await stopAll()
        if (!options.ledger) await ledger.close()
      },
    },
  }
}

async function openOwn({ ledger, ...options }: CoreOptions): Promise<Extract<OpenResult, { ok: true }> | NotOpened> {
  if (ledger) return { ok: true, ledger, interrupted: [] }
  const opened = await openPatiently({ ...options, outside: findWitnessFolder(process.env) })
  return opened.ok ? opened : { ok: false, message: opened.problem.message, remedy: opened.problem.remedy }
}
