import { isLedgerError } from '#main/ledger/problems'
import type { CallServer, RunIo, TurnEnded } from '#main/runners/runner'
import type { FoundTool } from '#main/trust/skill-registry'
import type { BuiltinAction, PromptAction } from '#shared/call/action'
import { isBuiltin, nameUsedTool } from '#shared/call/builtins'
import type { CallError, Plan, Run, Verdict } from '#shared/call/plan'
import type { RuleProposal } from '#shared/call/rule'
import type { CallRequested, FactBody, InsideTurn, NewFact, Tick } from '#shared/facts'
import { isObject, type Json } from '#shared/json'
import { withRemedy } from '#shared/messages/diagnostic'
import { message, textOf } from '#shared/messages/message'
import type { RecordReply, RecordRequest } from '#shared/records'
import type { AskPerson, Decision } from './approvals.ts'
import { type Callable, toBuiltin, toCallable } from './callable.ts'
import { resolve } from './helper-steps.ts'
import { boundInner, type Family, type InnerCall } from './inner-calls.ts'
import { admit, type JudgePorts, judgeCall, type Refusal } from './judge-call.ts'
import { keepCopies } from './kept-files.ts'
import { type Place, planCall } from './plan-call.ts'
import { type PlanAgain, requestApproval } from './request-approval.ts'
import { runApproved } from './run-approved.ts'
import { noteEdited } from './tell-model.ts'

export interface CallRequest
  extends Pick<CallRequested, 'call' | 'tool' | 'nth'>,
    Pick<RunIo, 'caller' | 'signal' | 'trigger'>,
    Partial<Pick<RunIo, 'output'>> {
  chat: string | null
  args: unknown
  /** For this call only; otherwise the skill's setting counts. */
  allowScripts?: boolean
  timeoutMs?: number
  /** Stops after the verdict: helpers run and are recorded, the action does not run. */
  planOnly?: boolean
  /** Runs Skillet's own tools; without it there are none. */
  answer?(action: BuiltinAction): Promise<string>
  /** Set for a call inside another one. */
  family?: Family
  /** How many events in a row led to it. */
  eventDepth?: number
}

export interface CallPorts extends JudgePorts {
  /** Waits before another attempt; by default on a real clock. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
  /** Resolves once facts and texts are durable. If it rejects, nothing starts. */
  record(facts: NewFact[], texts?: string[]): Promise<void>
  tick(tick: Tick): void
  /** Asks the person what a server wants to know; without it nobody is asked. */
  ask?: AskPerson
  /** The store for tools' records. `eventDepth`: how many events in a row led to the call. */
  records(request: RecordRequest, eventDepth?: number): Promise<RecordReply>
  /** Runs a model turn inside a call. */
  takeTurn(turn: InnerTurn): Promise<TurnEnded>
  callServer: CallServer
  /** Finds a tool as this chat may call it. */
  find(name: string, chat: string | null): FoundTool | Promise<FoundTool>
  /** Null if the wait ended without an answer. */
  decide(
    call: string,
    plan: Plan,
    verdict: Verdict,
    signal: AbortSignal,
    proposals: readonly RuleProposal[],
  ): Promise<Decision | null>
}

/** A text of a skill that a model follows inside a call. */
export interface InnerTurn extends Pick<CallRequest, 'call' | 'chat' | 'signal'> {
  prompt: PromptAction
  record(body: InsideTurn): Promise<void>
  runCall: InnerCall
}

export interface CallOutcome {
  plan?: Plan
  verdict?: Verdict
  run?: Run
  /** It ran, ended by itself, and succeeded by the tool's own measure. */
  succeeded?: boolean
  error?: CallError
  forModel: string
}

export type RunCall = (request: CallRequest) => Promise<CallOutcome>

/** A call under way, as each of its steps receives it. */
export interface Call extends CallRequest {
  ports: CallPorts
  journal: Journal
  runCall: RunCall
}

/** Every call goes through here. */
export function makeRunCall(ports: CallPorts): RunCall {
  const runCall: RunCall = async (given) => {
    const request = nameUsedTool(given)
    const journal = openJournal(request, ports)
    try {
      return await runOne({ ...request, ports, journal, runCall })
    } catch (error) {
      if (!isLedgerError(error)) throw error
      const { problem } = error
      const code = journal.isStarted() ? 'end-not-recorded' : 'start-not-recorded'
      const why = message(code, { problem: withRemedy(problem) })
      ports.tick({ tick: 'trouble', chat: request.chat, message: problem.message, remedy: problem.remedy })
      return { error: { code: 'RECORD_FAILED', message: why }, forModel: `error: ${textOf(why)}` }
    }
  }
  return runCall
}

/** find → admit → validate, plan ⇄ helper steps → judge → ask, plan again → record → run → record → tell the model */
async function runOne(call: Call): Promise<CallOutcome> {
  const { call: id, chat, caller, family, journal, ports } = call
  const found = await find(call)
  if (!found.ok) return refuse(call, found)
  const bound = family && boundInner(family, found.callable, call.args)
  if (bound) return refuse(call, bound)
  await ports.rules.ready(chat)
  const refusal = admit(found.callable, new Map(), ports.rules.history(chat))
  if (refusal) return refuse(call, refusal)

  let place = ports.machine.forCall(chat)
  const plan: PlanAgain = async (before, { edited, hasOpened = false } = {}) => {
    const now = before ? await find(call) : found
    if (!now.ok) return now
    // The temporary files keep their names when the call is planned again.
    if (before) place = { ...ports.machine.forCall(chat), tempDir: place.tempDir }
    const planned = await planNow(edited ? { ...call, args: edited } : call, now.callable, {
      ...{ place, before: before?.plan, isForgiving: caller.kind === 'model' && !edited },
    })
    if (!planned.ok) return planned
    const hasChanged = before !== undefined && !hasOpened && before.plan.digest !== planned.plan.digest
    const by = family?.by ? { by: family.by } : {}
    return { ...planned, verdict: await judgeCall(planned, { chat, ...by, caller, hasChanged }, ports.rules, place) }
  }
  const judged = await plan()
  if (!judged.ok) return refuse(call, judged)
  if (call.planOnly) {
    await journal.append([{ type: 'call.planned', call: id, digest: judged.plan.digest }])
    return { plan: judged.plan, verdict: judged.verdict, forModel: '' }
  }

  const approval = await requestApproval(call, judged, plan)
  const shown = { plan: approval.judged.plan, verdict: approval.judged.verdict }
  if (!approval.ok) return refuse(call, { ...shown, ...approval })
  const kept = await keepCopies(shown.plan.replaces ?? [], place.hidden?.dataFolder ?? null)
  if (!kept.ok) return refuse(call, { ...shown, error: { code: 'REFUSED', message: kept.message } })
  const { run, succeeded } = await runApproved(call, approval.judged, kept.kept)
  return { ...shown, run, succeeded, forModel: noteEdited(run.forModel, approval.edited) }
}

type Refused = Pick<Refusal, 'error' | 'verdict'> & { plan?: Plan }

async function refuse({ call, journal }: Call, { error, plan, verdict }: Refused): Promise<CallOutcome> {
  // A rule refused the call before it was planned, so there is no digest.
  const rule = plan === undefined ? verdict?.rule : undefined
  if (rule) journal.note({ type: 'approval.answered', call, digest: '', decision: 'deny', by: 'rule', rule })
  await journal.append([{ type: 'call.refused', call, code: error.code, message: error.message }])
  const told = textOf(error.message)
  const forModel = error.code === 'DECLINED' ? told : `error: ${told}`
  return { ...(plan && { plan }), ...(verdict && { verdict }), error, forModel }
}

type Found = { ok: true; callable: Callable } | { ok: false; error: CallError }

async function find({ tool, chat, answer, ports }: Call): Promise<Found> {
  if (answer && isBuiltin(tool)) return { ok: true, callable: toBuiltin(tool) }
  const found = await ports.find(tool, chat)
  return found.ok ? { ok: true, callable: toCallable(found.skill, found.tool) } : found
}

function planNow(
  call: Call,
  callable: Callable,
  { place, before, isForgiving }: { place: Place; before: Plan | undefined; isForgiving: boolean },
) {
  const { args, chat, ports } = call
  const { rules, limits } = ports
  const mayRunScripts = call.allowScripts ?? callable.skill?.allowScripts ?? false
  return planCall(
    {
      isInner: call.caller.kind === 'tool',
      ...{ isForgiving, callable, args, resolve: 'run', allowScripts: mayRunScripts && !ports.areScriptsOff() },
      // A model turn may take longer than any command.
      timeoutMs: Math.min(
        call.timeoutMs ?? callable.timeoutMs,
        callable.doing.kind === 'prompt' ? callable.timeoutMs : limits().commandTimeoutMs,
      ),
    },
    {
      ...place,
      admit: (known) => admit(callable, known, rules.history(chat)),
      runHelper: (step) => resolve(call, step, callable, before),
    },
  )
}

/** Runs calls until `closing` aborts, and knows which are under way. */
export function trackCalls(run: RunCall, closing: AbortSignal) {
  const underWay = new Map<CallRequest, { stop: AbortController; done: Promise<unknown> }>()
  const runCall: RunCall = (request) => {
    const stop = new AbortController()
    const called = run({ ...request, signal: AbortSignal.any([request.signal, closing, stop.signal]) })
    const done = called.catch(() => undefined).finally(() => underWay.delete(request))
    underWay.set(request, { stop, done })
    return called
  }
  return {
    runCall,
    isBusy: () => underWay.size > 0,
    /** Ends the calls that are meant, and says how many. */
    stopCalls(which: (request: CallRequest) => boolean): number {
      const found = [...underWay].filter(([request]) => which(request))
      for (const [, { stop }] of found) stop.abort()
      return found.length
    },
    allEnded: () => Promise.all([...underWay.values()].map(({ done }) => done)),
  }
}

export type AppendFacts = (bodies: FactBody[], texts?: string[]) => Promise<void>

export type Journal = ReturnType<typeof openJournal>

/** Starts with the request, which is written together with the first outcome. */
function openJournal({ chat, call, tool, args, caller, nth }: CallRequest, { rules, record }: CallPorts) {
  const isPlain = caller.kind === 'model' && caller.from === 'protocol'
  const requested: CallRequested = {
    ...({ type: 'call.requested', call, tool } as const),
    args: isObject(args) ? args : { arguments: (args ?? null) as Json },
    ...(!isPlain && { caller }),
    ...(nth !== undefined && { nth }),
    ...(rules.isTainted(chat) && { followsUntrusted: true }),
  }
  let noted: FactBody[] = [requested]
  let isStarted = false
  return {
    async append(bodies: FactBody[], texts?: string[]) {
      const facts = [...noted, ...bodies].map((body): NewFact => ({ ...body, chat }))
      noted = []
      await record(facts, texts)
      isStarted ||= facts.some(({ type }) => type === 'run.started')
    },
    /** Written together with the next `append`, which costs one write for both. */
    note: (body: FactBody) => void noted.push(body),
    isStarted: (): boolean => isStarted,
  }
}
