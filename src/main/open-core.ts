import { type Approvals, makeApprovals } from '#main/approvals'
import { type ChatIndex, INDEXED, makeChatIndex } from '#main/chat-index'
import { type Chats, makeChats } from '#main/chats'
import { type Dispatch, type DispatchPorts, makeDispatch } from '#main/dispatch'
import type { Salvaged } from '#main/ledger/messages'
import { type Ledger, openLedger } from '#main/ledger/open-ledger'
import { isLedgerError } from '#main/ledger/problems'
import { DEFAULT_HOST, readHost } from '#main/ollama/host'
import { stopAll } from '#main/runtime/live-runs'
import { killSurvivors } from '#main/runtime/survivors'
import { sweepTempFiles } from '#main/runtime/temp-files'
import { foldSettings, type Settings } from '#main/settings'
import { type Shelf, type SkillSource, stockShelf } from '#main/shelf'
import { lookAround } from '#main/surroundings'
import { type AppState, type Reply, refuse } from '#shared/calls'
import type { Fact, NewFact, Push, Tick } from '#shared/facts'

/** Everything Skillet does, without a window. */
export interface Core {
  home: string
  ledger: Ledger
  index: ChatIndex
  chats: Chats
  dispatch: Dispatch
  approvals: Approvals
  notices: AppState['notices']
  shelf(): Shelf
  settings(): Settings
  host(): string
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
  decide?: DispatchPorts['decide']
  waitForOwnerMs?: number
  /** Reading skills takes this thread's time; it begins once this resolves. */
  readSkillsAfter?: Promise<void>
}

export type OpenedCore = { ok: true; core: Core } | { ok: false; message: string; remedy: string }

export async function openCore({
  home,
  cwd,
  skills,
  decide,
  waitForOwnerMs = 0,
  readSkillsAfter,
}: CoreOptions): Promise<OpenedCore> {
  const machine = await lookAround({ cwd, skillFolders: skills.map(({ path }) => path) })
  const [opened, shelf] = await Promise.all([
    openLedger({ home, waitForOwnerMs }),
    (async () => {
      await readSkillsAfter
      return stockShelf(skills, machine.searchPath)
    })(),
    sweepTempFiles(),
  ])
  if (!opened.ok) return { ok: false, message: opened.problem.message, remedy: opened.problem.remedy }
  const { ledger, salvaged, interrupted } = opened
  // What a killed Skillet left running has nobody any more who could stop it.
  const orphans = Promise.all(interrupted.map(killSurvivors))

  const index = makeChatIndex()
  const indexed = await ledger.read({ types: [...INDEXED, 'setting.changed'] })
  for (const fact of indexed) index.take(fact)
  let settings = foldSettings(indexed)
  const listeners = new Set<(push: Push) => void>()
  const approvals = makeApprovals()

  const push = (message: Push) => {
    for (const receive of listeners) receive(message)
  }
  const tick = (tick: Tick) => push({ kind: 'tick', tick })
  const record = async (facts: NewFact[], texts?: string[]): Promise<void> => {
    for (const fact of await ledger.append(facts, texts)) {
      index.take(fact)
      settings = foldSettings([fact], settings)
      push({ kind: 'fact', fact })
    }
  }
  const publish = (...facts: NewFact[]) => record(facts)
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
    const read = readHost(settings.host || process.env.OLLAMA_HOST)
    return read.ok ? read.host : DEFAULT_HOST
  }
  const readChat = (chat: string): Promise<Fact[]> => ledger.read({ chat })

  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const dispatchOne = makeDispatch({
    record,
    tick,
    find: shelf.find,
    machine,
    decide: decide ?? ((call, plan, _verdict, signal) => approvals.ask(call, plan, signal)),
  })
  const dispatch: Dispatch = (request) => {
    const signal = AbortSignal.any([request.signal, closing.signal])
    const dispatched = dispatchOne({ ...request, signal })
    const done = dispatched.catch(() => undefined).finally(() => underWay.delete(done))
    underWay.add(done)
    return dispatched
  }
  const chats = makeChats({
    index,
    shelf: () => shelf,
    host,
    model: () => settings.model,
    contextMode: () => (settings.contextMode === 'full' ? 'full' : 'readOnDemand'),
    dispatch,
    publish,
    tick,
    readChat,
    readWhole: (chat, call) => readWhole(ledger, chat, call),
    reportBug: (error) => reportBug(error, 'turn'),
  })

  return {
    ok: true,
    core: {
      home,
      ledger,
      index,
      chats,
      dispatch,
      approvals,
      notices: [...describeSalvage(salvaged), ...describeShelf(shelf)],
      shelf: () => shelf,
      settings: () => settings,
      host,
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
        await chats.stopAll()
        await Promise.all([...underWay, orphans])
        await stopAll()
        await ledger.close()
      },
    },
  }
}

async function readWhole(ledger: Ledger, chat: string, call: string): Promise<string | null> {
  const [finished] = await ledger.read({ calls: [call], types: ['run.finished'], limit: 1 })
  if (finished?.type !== 'run.finished' || finished.chat !== chat) return null
  const output = await readOutput(ledger, finished.run)
  return output && [output.stdout, output.stderr].filter(Boolean).join('\n')
}

async function readOutput(ledger: Ledger, run: string): Promise<{ stdout: string; stderr: string } | null> {
  const [finished] = await ledger.read({ run, types: ['run.finished'], limit: 1 })
  if (finished?.type !== 'run.finished') return null
  const [stdout, stderr] = await Promise.all([
    ledger.readText(finished.stdoutSha256),
    ledger.readText(finished.stderrSha256),
  ])
  return stdout === null || stderr === null ? null : { stdout, stderr }
}

function describeSalvage(salvaged: Salvaged | undefined): AppState['notices'] {
  if (!salvaged) return []
  const { movedTo, kept, reason } = salvaged
  return [
    {
      severity: 'warning',
      message: `The record was damaged (${reason}). ${kept} facts could be read and are here.`,
      remedy: `The damaged file is kept whole at ${movedTo}.`,
    },
  ]
}

function describeShelf(shelf: Shelf): AppState['notices'] {
  return shelf.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ file, message, remedy }) => ({ severity: 'warning', message: `${file}: ${message}`, remedy }))
}
