import { type Approvals, makeApprovals } from '#main/calls/approvals'
import { inspectMachine, type Machine } from '#main/calls/machine'
import { openRules } from '#main/calls/open-rules'
import { readOutput, readWhole } from '#main/calls/read-output'
import { RULE_TYPES, type Rules } from '#main/calls/rules'
import { type CallPorts, makeRunCall, type RunCall } from '#main/calls/run-call'
import { type ChatIndex, makeChatIndex } from '#main/chat/chat-index'
import { type ChatTools, makeChatTools } from '#main/chat/chat-tools'
import { type Chats, makeChats } from '#main/chat/chats'
import { makeRecordCheck, type RecordCheck } from '#main/chat/check-record'
import { describeRestored } from '#main/data-folder/backups'
import { type Ledger, openLedger } from '#main/ledger/open-ledger'
import { isLedgerError } from '#main/ledger/problems'
import { MODEL_FACTS, type ModelBook, makeModelBook } from '#main/models/model-book'
import { type Models, makeModels } from '#main/models/models'
import { DEFAULT_HOST, readHost } from '#main/models/ollama/host'
import { isOllamaInstalled } from '#main/models/ollama-app'
import { makeTrials, type Trials } from '#main/models/trials'
import { describeHost, describeRegistry, describeSalvage } from '#main/requests/start-notices'
import { stopAll } from '#main/runners/process/live-runs'
import { killSurvivors } from '#main/runners/process/survivors'
import { sweepTempFiles } from '#main/runners/process/temp-files'
import { readLimits } from '#main/settings/limits'
import { type LiveRegistry, openRegistry } from '#main/trust/live-registry'
import type { SkillRegistry, SkillSource } from '#main/trust/skill-registry'
import { TRUST_FACTS } from '#main/trust/trust-book'
import { isPassing } from '#shared/chat/live'
import type { Fact, NewFact, Push, Tick } from '#shared/facts'
import { type AppState, type Reply, refuse } from '#shared/requests/requests'
import { foldSettings, type Settings } from '#shared/settings/settings'

/** Everything Skillet does, without a window. */
export interface Core {
  home: string
  ledger: Ledger
  check: RecordCheck
  index: ChatIndex
  chats: Chats
  models: Models
  modelBook: ModelBook
  trials: Trials
  chatTools: ChatTools
  runCall: RunCall
  /** A turn is under way, or a call: it runs, or waits for the person. */
  isBusy(): boolean
  approvals: Approvals
  rules: Rules
  notices: AppState['notices']
  registry(): SkillRegistry
  /** The folders that programs are looked up in. */
  searchPath: string[]
  machine: Machine
  /** What was decided about skills. */
  trust: LiveRegistry['book']
  /** Resolves once the skills are read anew: a folder of theirs was changed. */
  restock(): Promise<void>
  settings(): Settings
  host(): string
  /** Hosts the person lets prompts go to without encryption. */
  plainHosts(): readonly string[]
  /** The person said so, in a dialog or on a terminal. */
  consentTo(host: string): Promise<void>
  publish(...facts: NewFact[]): Promise<void>
  listen(receive: (push: Push) => void): () => void
  readOutput(run: string): Promise<{ stdout: string; stderr: string } | null>
  /** Recorded and shown; a record that fails is the person's trouble and no bug. */
  reportBug(error: unknown, where: string): void
  answerError(error: unknown, where: string): Reply<never>
  close(): Promise<void>
}

export interface CoreOptions {
  home: string
  /** Where commands run. */
  cwd: string
  skills: SkillSource[]
  /** Decides in place of the person at the window. */
  decide?: CallPorts['decide']
  waitForOwnerMs?: number
  /** Said for this session, before what is set. */
  said?: { host?: string; model?: string; think?: boolean; allowScripts?: true; allowPlain?: true }
  /** Their folders are watched, so that a change shows by itself; a call looks at them either way. */
  watchSkills?: boolean
  /** `off`: commands run unconfined whatever is installed, and each is asked about. */
  sandbox?: 'auto' | 'off'
}

/** What a person chose is little, and is read as it stands. */
const CHOICES = ['setting.changed', 'chat.tools-changed'] as const

/** Those that met no model do not tell which was used last. */
const LATEST_TURNS = 20

export type OpenedCore = { ok: true; core: Core } | { ok: false; message: string; remedy: string }

export async function openCore({
  home,
  cwd,
  skills,
  decide,
  waitForOwnerMs = 0,
  said = {},
  watchSkills = false,
  sandbox,
}: CoreOptions): Promise<OpenedCore> {
  const [machine, opened] = await Promise.all([
    inspectMachine({
      cwd,
      skillFolders: skills.map(({ path }) => path),
      dataFolder: home,
      isSandboxOff: () => settings.sandbox === 'off',
      ...(sandbox && { sandbox }),
    }),
    openLedger({ home, waitForOwnerMs }),
    sweepTempFiles(),
  ])
  if (!opened.ok) return { ok: false, message: opened.problem.message, remedy: opened.problem.remedy }
  const { ledger, salvaged, interrupted, restored } = opened
  // What a killed Skillet left running has nobody any more who could stop it.
  const orphans = Promise.all(interrupted.map(killSurvivors))

  const closing = new AbortController()
  const index = makeChatIndex(ledger)
  const check = makeRecordCheck(ledger, index, (error) => {
    if (!closing.signal.aborted) reportBug(error, 'record')
  })
  const [summaries, chosen, latestTurns] = await Promise.all([
    ledger.readSummaries(),
    ledger.read({ types: [...CHOICES, ...RULE_TYPES, ...TRUST_FACTS, ...MODEL_FACTS] }),
    ledger.read({ types: ['turn.started'], newestFirst: true, limit: LATEST_TURNS }),
  ])
  index.load(summaries.chats)
  const modelBook = makeModelBook()
  const chatTools = makeChatTools()
  const folds = [index, modelBook, chatTools]
  for (const fact of chosen) for (const fold of [modelBook, chatTools]) fold.take(fact)
  for (const fact of latestTurns.toReversed()) modelBook.take(fact)
  let settings = foldSettings(chosen)
  const listeners = new Set<(push: Push) => void>()
  const approvals = makeApprovals(undefined, () => readLimits(settings).approvalWaitMs)

  const push = (message: Push) => {
    for (const receive of listeners) receive(message)
  }
  let passed = 0
  const tick = (tick: Tick) => push({ kind: 'tick', tick: isPassing(tick) ? { ...tick, count: ++passed } : tick })
  const living = await openRegistry({
    ...{ home, sources: skills, searchPath: machine.searchPath, facts: chosen },
    scripts: () => settings.scripts,
    changed: () => tick({ tick: 'skills' }),
    failed: (error) => reportBug(error, 'skills'),
    watch: watchSkills,
  })
  const notices = [...describeSalvage(salvaged), ...describeRestored(restored), ...describeRegistry(living.current())]
  if (!settings.host) notices.push(...describeHost(process.env.OLLAMA_HOST))
  const rules = openRules({ read: ledger.read, verify: check.chain }, chosen, (notice) => {
    notices.push(notice)
    tick({ tick: 'trouble', chat: null, message: notice.message, remedy: notice.remedy })
  })
  rules.countUses(summaries.ruleUses)
  const record = async (news: NewFact[], texts?: string[]): Promise<Fact[]> => {
    let isRegistryStale = false
    const facts = await ledger.append(news, texts)
    for (const fact of facts) {
      for (const fold of folds) fold.take(fact)
      settings = foldSettings([fact], settings)
      rules.take(fact)
      isRegistryStale = living.take(fact) || isRegistryStale
      push({ kind: 'fact', fact })
    }
    if (isRegistryStale) await living.restock()
    return facts
  }
  const publish = async (...facts: NewFact[]) => void (await record(facts))
  const reportBug = (error: unknown, where: string) => {
    if (isLedgerError(error)) {
      tick({ tick: 'trouble', chat: null, message: error.message, remedy: error.remedy })
      return
    }
    console.error(error)
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    publish({ type: 'bug.found', chat: null, where, message }).catch(console.error)
  }
  const answerError = (error: unknown, where: string): Reply<never> => {
    if (isLedgerError(error)) return refuse('LEDGER_FAILED', `${error.message} ${error.remedy}`)
    reportBug(error, where)
    return refuse(
      'INTERNAL',
      `Skillet itself failed at ${where}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  const host = () => {
    const read = readHost(said.host || settings.host || process.env.OLLAMA_HOST)
    return read.ok ? read.host : DEFAULT_HOST
  }
  const readChat = (chat: string): Promise<Fact[]> => ledger.read({ chat })

  const underWay = new Set<Promise<unknown>>()
  const runOne = makeRunCall({
    record: async (facts, texts) => void (await record(facts, texts)),
    tick,
    find: async (name, chat) => chatTools.check(chat, await living.find(name)),
    limits: () => readLimits(settings),
    areScriptsOff: () => settings.scripts !== 'on',
    machine,
    decide:
      decide ?? ((call, plan, verdict, signal, proposals) => approvals.ask(call, { plan, verdict, proposals }, signal)),
    rules,
  })
  const runCall: RunCall = (request) => {
    const signal = AbortSignal.any([request.signal, closing.signal])
    const dispatched = runOne({ ...request, signal })
    const done = dispatched.catch(() => undefined).finally(() => underWay.delete(done))
    underWay.add(done)
    return dispatched
  }
  const plainHosts = () => (said.allowPlain ? [host()] : settings.plainHosts)
  const models = makeModels({
    ...{ host, plainHosts, tick, lastUsed: modelBook.lastUsed },
    isInstalled: () => isOllamaInstalled(machine.searchPath),
  })
  const trials = makeTrials({ models, modelBook, tick, publish, reportBug: (error) => reportBug(error, 'trial') })
  const { think, allowScripts } = said
  const chats = makeChats({
    index,
    registry: living.current,
    models,
    modelBook,
    chatTools,
    limits: () => readLimits(settings),
    model: () => said.model || settings.model,
    ...(think !== undefined && { think }),
    ...(allowScripts && { allowScripts }),
    contextMode: () => settings.contextMode,
    runCall,
    publish,
    record,
    tick,
    readChat,
    readText: (sha256) => ledger.readText(sha256),
    readWhole: (chat, call) => readWhole(ledger, chat, call),
    reportBug: (error) => reportBug(error, 'turn'),
  })

  return {
    ok: true,
    core: {
      home,
      ledger,
      check,
      index,
      chats,
      models,
      modelBook,
      trials,
      chatTools,
      runCall,
      isBusy: () => underWay.size > 0 || index.list().some(({ isRunning }) => isRunning),
      approvals,
      rules,
      notices,
      registry: living.current,
      searchPath: machine.searchPath,
      machine,
      trust: living.book,
      restock: living.restock,
      settings: () => settings,
      host,
      plainHosts,
      consentTo: (host) =>
        publish({
          type: 'setting.changed',
          chat: null,
          name: 'plainHosts',
          value: [...new Set([...settings.plainHosts, host])],
        }),
      publish,
      listen: (receive) => {
        listeners.add(receive)
        return () => listeners.delete(receive)
      },
      readOutput: (run) => readOutput(ledger, run),
      reportBug,
      answerError,
      close: async () => {
        closing.abort()
        living.close()
        await Promise.all([chats.stopAll(), models.stopPulls(), trials.stopAll()])
        await Promise.all([...underWay, orphans])
        await stopAll()
        await ledger.close()
      },
    },
  }
}
