import { randomUUID } from 'node:crypto'
import { type Judged, type JudgePorts, judgeCall } from '#main/calls/judge-call'
import { isLedgerError } from '#main/ledger/problems'
import { type CallServer, NO_SERVERS } from '#main/runners/mcp/server-port'
import { makeTimeLimit } from '#main/runners/process/time-limit'
import type { TurnEnded } from '#main/runners/runner'
import { runAction } from '#main/runners/runners'
import type { FoundTool } from '#main/trust/skill-registry'
import type { BuiltinAction, PromptAction } from '#shared/call/action'
import { isBuiltin, nameUsedTool } from '#shared/call/builtins'
import type { CallError, KeptFile, Plan, Run, Verdict } from '#shared/call/plan'
import type { RuleProposal } from '#shared/call/rule'
import type { FactOf, NewFact, RunFinished, Tick } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { withRemedy } from '#shared/messages/diagnostic'
import { message, textOf } from '#shared/messages/message'
import type { RecordReply, RecordRequest } from '#shared/records'
import { admit, type Refusal } from './admit.ts'
import type { Decision } from './approvals.ts'
import { type Callable, toBuiltin, toCallable } from './callable.ts'
import { checkReturns } from './check-returns.ts'
import { resolve, runPostProcess } from './helper-steps.ts'
import { boundInner, type Family, type InnerCall, makeInnerCalls, readOutcome } from './inner-calls.ts'
import { type Journal, openJournal, type Requested } from './journal.ts'
import { hashLeft, keepCopies } from './kept-files.ts'
import { checkPictures } from './kept-pictures.ts'
import { type PlannedCall, planCall } from './plan-call.ts'
import { type AskPerson, makeAsk } from './questions.ts'
import { requestApproval } from './request-approval.ts'
import { delayBefore, mayPass, waitFor } from './retries.ts'
import { makeServe } from './serve-program.ts'
import { describeEnd, hashesOf } from './tell-model.ts'

export interface CallRequest extends Requested {
  signal: AbortSignal
  /** For this call only; otherwise the skill's setting counts. */
  allowScripts?: boolean
  timeoutMs?: number
  /** Stops after the verdict: helpers run and are recorded, the action does not run. */
  planOnly?: boolean
  /** Runs Skillet's own tools; without it there are none. */
  answer?(action: BuiltinAction): Promise<string>
  /** Set for a call inside another one. */
  family?: Family
  /** The event that started it, which the tool may read. */
  trigger?: JsonObject
  /** Receives what the action prints, as it comes. */
  output?(stream: 'stdout' | 'stderr', text: string): void
}

export interface CallPorts extends JudgePorts {
  /** Waits before another attempt; by default on a real clock. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
  /** Resolves once facts and texts are durable. If it rejects, nothing starts. */
  record(facts: NewFact[], texts?: string[]): Promise<void>
  tick(tick: Tick): void
  /** Asks the person what a server wants to know; without it nobody is asked. */
  ask?: AskPerson
  /** The store for tools' records; without it nothing is stored. */
  records?(request: RecordRequest): Promise<RecordReply>
  /** Runs a model turn inside a call. */
  takeTurn?(turn: InnerTurn): Promise<TurnEnded>
  callServer?: CallServer
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

type InsideTurn = FactOf<'turn.inside'>['body']

/** A text of a skill that a model follows inside a call. */
export interface InnerTurn extends Pick<CallRequest, 'call' | 'chat' | 'signal'> {
  prompt: PromptAction
  record(body: InsideTurn): Promise<void>
  runCall: InnerCall
}

const takeNoTurn: NonNullable<CallPorts['takeTurn']> = async () => {
  const why = message('no-model-here')
  return { how: 'failed', text: '', failure: { code: why.code, message: why } }
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

/** Every call goes through here. */
export function makeRunCall(ports: CallPorts): RunCall {
  const runCall: RunCall = async (given) => {
    const request = nameUsedTool(given)
    const journal = openJournal(request, ports.rules.isTainted(request.chat), ports.record)
    try {
      return await runOne(request, journal, ports, runCall)
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
async function runOne(
  request: CallRequest,
  journal: Journal,
  ports: CallPorts,
  runCall: RunCall,
): Promise<CallOutcome> {
  const { call, chat } = request
  const refuse = async ({ error, plan, verdict }: Refused): Promise<CallOutcome> => {
    // A rule refused the call before it was planned, so there is no digest.
    const rule = plan === undefined ? verdict?.rule : undefined
    if (rule) journal.note({ type: 'approval.answered', call, digest: '', decision: 'deny', by: 'rule', rule })
    await journal.append([{ type: 'call.refused', call, code: error.code, message: error.message }])
    const told = textOf(error.message)
    const forModel = error.code === 'DECLINED' ? told : `error: ${told}`
    return { ...(plan && { plan }), ...(verdict && { verdict }), error, forModel }
  }

  const found = await find(request, ports)
  if (!found.ok) return refuse(found)
  const bound = request.family && boundInner(request.family, found.callable, request.args)
  if (bound) return refuse(bound)
  await ports.rules.ready(chat)
  const refusal = admit(found.callable, new Map(), ports.rules.history(chat))
  if (refusal) return refuse(refusal)

  // The temporary files keep their names when the call is planned again.
  const { tempDir } = ports.machine.forCall()
  const plan = async (
    before?: Judged,
    { edited, hasOpened = false }: { edited?: JsonObject | undefined; hasOpened?: boolean } = {},
  ): Promise<Judged | Refusal> => {
    const now = before ? await find(request, ports) : found
    if (!now.ok) return now
    const wanted = edited ? { ...request, args: edited } : request
    const isForgiving = request.caller.kind === 'model' && !edited
    const planned = await planFor(now.callable, wanted, { journal, ports, tempDir, isForgiving }, before?.plan)
    if (!planned.ok) return planned
    const hasChanged = before !== undefined && !hasOpened && before.plan.digest !== planned.plan.digest
    return { ...planned, verdict: await judgeCall(planned, { chat, caller: request.caller, hasChanged }, ports) }
  }
  const judged = await plan()
  if (!judged.ok) return refuse(judged)
  if (request.planOnly) {
    await journal.append([{ type: 'call.planned', call, digest: judged.plan.digest }])
    return { plan: judged.plan, verdict: judged.verdict, forModel: '' }
  }

  const { session } = ports.rules
  const approval = await requestApproval(request, judged, {
    ...journal,
    session,
    decide: ports.decide,
    planAgain: plan,
  })
  const shown = { plan: approval.judged.plan, verdict: approval.judged.verdict }
  if (!approval.ok) return refuse({ ...shown, ...approval })
  const kept = await keepCopies(shown.plan.replaces ?? [], ports.machine.forCall().hidden?.dataFolder ?? null)
  if (!kept.ok) return refuse({ ...shown, error: { code: 'REFUSED', message: kept.message } })
  const { run, succeeded } = await runApproved(approval.judged, request, journal, { ...ports, runCall }, kept.kept)
  const told = approval.edited ? `${noteEdited(approval.edited)}\n${run.forModel}` : run.forModel
  return { ...shown, run, succeeded, forModel: told }
}

const noteEdited = (args: JsonObject) => textOf(message('person-edited', { args: JSON.stringify(args) }))

type Refused = Pick<Refusal, 'error' | 'verdict'> & { plan?: Plan }

type Found = { ok: true; callable: Callable } | { ok: false; error: CallError }

async function find({ tool, chat, answer }: CallRequest, ports: CallPorts): Promise<Found> {
  if (answer && isBuiltin(tool)) return { ok: true, callable: toBuiltin(tool) }
  const found = await ports.find(tool, chat)
  return found.ok ? { ok: true, callable: toCallable(found.skill, found.tool) } : found
}

interface PlanningPorts {
  journal: Journal
  ports: CallPorts
  tempDir: string
  isForgiving: boolean
}

function planFor(callable: Callable, request: CallRequest, planning: PlanningPorts, before?: Plan) {
  const { journal, ports, tempDir, isForgiving } = planning
  const { machine, rules, limits } = ports
  const { args, chat } = request
  const mayRunScripts = request.allowScripts ?? callable.skill?.allowScripts ?? false
  return planCall(
    {
      isInner: request.caller.kind === 'tool',
      ...{ isForgiving, callable, args, resolve: 'run', allowScripts: mayRunScripts && !ports.areScriptsOff() },
      // A model turn may take longer than any command.
      timeoutMs: Math.min(
        request.timeoutMs ?? callable.timeoutMs,
        callable.doing.kind === 'prompt' ? callable.timeoutMs : limits().commandTimeoutMs,
      ),
    },
    {
      ...{ ...machine.forCall(chat), tempDir, openFor: machine.openFor },
      admit: (known) => admit(callable, known, rules.history(chat)),
      runHelper: (step) =>
        resolve(step, before, callable, { ...request, machine, append: journal.append, decide: ports.decide }),
    },
  )
}

/** Tries again if the tool asks for it and the failure may pass. */
async function runApproved(
  planned: PlannedCall,
  request: CallRequest,
  journal: Journal,
  ports: RunPorts,
  kept: KeptFile[],
) {
  const { retry } = planned.callable
  for (let attempt = 1; ; attempt += 1) {
    const done = await runOnce(planned, request, journal, ports, { attempt, kept })
    if (!retry || attempt >= retry.attempts || !mayPass(done.run) || request.signal.aborted) return done
    await (ports.wait ?? waitFor)(delayBefore(attempt + 1, retry), request.signal)
    if (request.signal.aborted) return done
  }
}

type RunPorts = CallPorts & { runCall: RunCall }

/** Recorded before it starts, and its end before anybody is told. */
async function runOnce(
  { plan, callable, args, env }: PlannedCall,
  request: CallRequest,
  journal: Journal,
  ports: RunPorts,
  { attempt, kept }: { attempt: number; kept: KeptFile[] },
) {
  const { call, chat, signal, caller } = request
  const id = randomUUID()
  const which = { ...(attempt > 1 && { attempt }), ...(kept.length > 0 && { kept }) }
  await journal.append([{ type: 'run.started', call, run: id, plan, ...which }])
  const limit = makeTimeLimit()
  const inner = makeInnerCalls(request, plan, limit, ports.runCall, callable.bounds)
  const innerCall = async (tool: string, args: unknown) => readOutcome(await inner(tool, args))
  const { secrets } = ports.machine
  const { records = async () => ({ ok: false, why: 'full' }) } = ports
  const happened = await runAction(plan, {
    ...{ run: id, signal, env, caller, wrap: ports.machine.wrap, keptBytes: ports.limits().keptOutputBytes },
    secret: (name) => secrets.use(name, callable.holder),
    answer: request.answer ?? (async () => ''),
    limit,
    call: innerCall,
    turn: (prompt, stop) => {
      const record = (body: InsideTurn) => journal.append([{ type: 'turn.inside', call, body }])
      return (ports.takeTurn ?? takeNoTurn)({ prompt, call, chat, signal: stop, record, runCall: inner })
    },
    callServer: ports.callServer ?? NO_SERVERS,
    ask: makeAsk({ call, run: id }, journal.append, ports.ask),
    ...(request.trigger && { trigger: request.trigger }),
    serve: makeServe({ plan, holder: callable.holder, records, secrets, call: innerCall }),
    progress: (text) => {
      request.output?.('stderr', `${text}\n`)
      if (chat !== null) ports.tick({ tick: 'progress', chat, run: id, text })
    },
    output: (stream, text) => {
      request.output?.(stream, text)
      if (chat !== null) ports.tick({ tick: 'output', chat, run: id, stream, text })
    },
  })
  const ended = await checkReturns(plan.tool, callable, happened)
  const { told: pictures, texts } = checkPictures(happened.pictures)
  const helper = { call, chat, signal, machine: ports.machine, append: journal.append }
  const { run, succeeded } = await describeEnd(id, ended, callable.telling(args), (output) =>
    runPostProcess(output, plan, helper),
  )
  const { stdout, stderr, id: _, ...told } = run
  const left = kept.length > 0 ? { left: await hashLeft(kept) } : {}
  const more = { succeeded, ...left, ...pictures }
  const finished: RunFinished = { type: 'run.finished', call, run: id, ...told, ...more, ...hashesOf(run) }
  await journal.append([finished], [stdout, stderr, ...texts])
  return { run, succeeded }
}
