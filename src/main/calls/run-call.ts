import { type Judged, type JudgePorts, judgeCall } from '#main/calls/judge-call'
import { isLedgerError } from '#main/ledger/problems'
import type { CallServer } from '#main/runners/mcp/server-port'
import type { TurnEnded } from '#main/runners/runner'
import type { FoundTool } from '#main/trust/skill-registry'
import type { BuiltinAction, PromptAction } from '#shared/call/action'
import { isBuiltin, nameUsedTool } from '#shared/call/builtins'
import type { CallError, Plan, Run, Verdict } from '#shared/call/plan'
import type { RuleProposal } from '#shared/call/rule'
import type { FactOf, NewFact, Tick } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { withRemedy } from '#shared/messages/diagnostic'
import { message, textOf } from '#shared/messages/message'
import type { RecordReply, RecordRequest } from '#shared/records'
import { admit, type Refusal } from './admit.ts'
import type { Decision } from './approvals.ts'
import { type Callable, toBuiltin, toCallable } from './callable.ts'
import { resolve } from './helper-steps.ts'
import { boundInner, type Family, type InnerCall } from './inner-calls.ts'
import { type Journal, openJournal, type Requested } from './journal.ts'
import { keepCopies } from './kept-files.ts'
import { planCall } from './plan-call.ts'
import type { AskPerson } from './questions.ts'
import { requestApproval } from './request-approval.ts'
import { runApproved } from './run-approved.ts'

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
  /** How many events in a row led to it. */
  eventDepth?: number
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
  /** The store for tools' records; without it nothing is stored. `eventDepth`: how many events in a row led to the call. */
  records?(request: RecordRequest, eventDepth?: number): Promise<RecordReply>
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

export type InsideTurn = FactOf<'turn.inside'>['body']

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

  const by = request.family?.by ? { by: request.family.by } : {}
  // The temporary files keep their names when the call is planned again.
  const { tempDir, hidden } = ports.machine.forCall()
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
    return { ...planned, verdict: await judgeCall(planned, { chat, ...by, caller: request.caller, hasChanged }, ports) }
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
  const kept = await keepCopies(shown.plan.replaces ?? [], hidden?.dataFolder ?? null)
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
