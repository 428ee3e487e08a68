import { randomUUID } from 'node:crypto'
import type { Decision } from '#main/approvals'
import { digestPlan } from '#main/gate/digest'
import { type PlannedCall, planCall } from '#main/plan-call'
import { runForValue, type ValueResult } from '#main/run-for-value'
import { runPlan } from '#main/run-plan'
import type { Shelf } from '#main/shelf'
import type { Machine } from '#main/surroundings'
import type { CallRequested, FactBody, NewFact, Tick } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'
import type { CallError, Plan, ResolverStep, Run, Verdict } from '#shared/plan'
import type { Skill } from '#shared/skill'
import type { Tool } from '#shared/tool'

export interface DispatchRequest {
  chat: string | null
  call: string
  tool: string
  args: unknown
  signal: AbortSignal
  /** Set where the call was read from the model's text: it is then always asked about. */
  recoveredFrom?: CallRequested['recoveredFrom']
  /** Said for this call alone; else what holds for the skill. */
  allowScripts?: boolean
  timeoutMs?: number
  /** Ends with the verdict: resolvers run and are recorded, the command is not started. */
  planOnly?: boolean
  /** What the process prints, while it does. */
  output?(stream: 'stdout' | 'stderr', text: string): void
}

export interface DispatchPorts {
  /** Resolves once the facts and texts are durable; rejects when they cannot be, and then nothing is started. */
  record(facts: NewFact[], texts?: string[]): Promise<void>
  tick(tick: Tick): void
  find: Shelf['find']
  machine: Machine
  /** Null when the wait ended without an answer. */
  decide(call: string, plan: Plan, verdict: Verdict, signal: AbortSignal): Promise<Decision | null>
}

export interface Dispatched {
  plan?: Plan
  verdict?: Verdict
  run?: Run
  /** It ran, ended by itself, and with an exit code that counts as success. */
  succeeded?: boolean
  error?: CallError
  forModel: string
}

export type Dispatch = (request: DispatchRequest) => Promise<Dispatched>

type Planned = Extract<PlannedCall, { ok: true }>

const DECLINED = 'User declined this call.'

/** The one way a call becomes a process: validate, resolve, plan, judge, ask, record, run, record. */
export function makeDispatch(ports: DispatchPorts): Dispatch {
  return async (request) => {
    let isStarted = false
    const { call, tool, args, recoveredFrom } = request
    const requested: FactBody = { type: 'call.requested', call, tool, args: toArgs(args) }
    let noted: FactBody[] = [{ ...requested, ...(recoveredFrom && { recoveredFrom }) }]
    const record: Record = async (bodies, texts) => {
      const facts = [...noted, ...bodies].map((body): NewFact => ({ ...body, chat: request.chat }))
      noted = []
      await ports.record(facts, texts)
      isStarted ||= facts.some(({ type }) => type === 'run.started')
    }
    try {
      return await dispatchOne(request, { record, note: (body) => noted.push(body) }, ports)
    } catch (error) {
      if (!isRecordFailure(error)) throw error
      const what = isStarted ? 'it ran, but how it ended could not be recorded' : 'it was not started'
      const message = `${what}: ${error.message} ${error.remedy}`
      ports.tick({ tick: 'trouble', chat: request.chat, message: error.message, remedy: error.remedy })
      return { error: { code: 'RECORD_FAILED', message }, forModel: `error: ${message}` }
    }
  }
}

type Record = (bodies: FactBody[], texts?: string[]) => Promise<void>

interface Recorder {
  record: Record
  /** On the disk together with what is recorded next: before anything starts, and at the cost of one write. */
  note(body: FactBody): void
}

async function dispatchOne(request: DispatchRequest, recorder: Recorder, ports: DispatchPorts): Promise<Dispatched> {
  const { call, signal } = request
  const { record } = recorder
  const refuse = async (error: CallError, known: Pick<Dispatched, 'plan' | 'verdict'> = {}): Promise<Dispatched> => {
    await record([{ type: 'call.refused', call, code: error.code, message: error.message }])
    return { ...known, error, forModel: error.code === 'DECLINED' ? error.message : `error: ${error.message}` }
  }

  const found = ports.find(request.tool)
  if (!found.ok) return refuse(found.error)
  const read = await plan(request, found, record, ports)
  if (!read.ok) return refuse(read.error)
  const planned = { ...read, verdict: askForRecovered(read.verdict, request) }
  const shown = { plan: planned.plan, verdict: planned.verdict }
  if (request.planOnly) {
    await record([{ type: 'call.planned', call, digest: planned.plan.digest }])
    return { ...shown, forModel: '' }
  }
  const obstacle = await getLeave(request, planned, recorder, ports)
  if (obstacle) return refuse(obstacle, shown)

  const run = randomUUID()
  const { execution, args, env } = planned
  const output = (stream: 'stdout' | 'stderr', text: string) => {
    request.output?.(stream, text)
    if (request.chat !== null) ports.tick({ tick: 'output', chat: request.chat, run, stream, text })
  }
  const ended = await runPlan(
    { call, run, plan: planned.plan, env, execution, args },
    { record, output, postProcess: (merged) => postProcess(merged, planned.plan, request, record, ports), signal },
  )
  const { exitCode, timedOut, canceled } = ended
  const succeeded = !timedOut && !canceled && exitCode !== null && execution.successExitCodes.includes(exitCode)
  return { ...shown, run: ended, succeeded, forModel: ended.forModel }
}

/** What was read from text may be a quotation, so a person looks at it. */
function askForRecovered(verdict: Verdict, { recoveredFrom }: DispatchRequest): Verdict {
  if (verdict.kind !== 'run' || !recoveredFrom) return verdict
  return { kind: 'ask', reason: `asks first: the call was read from the model's text; else ${verdict.reason}` }
}

function plan(
  request: DispatchRequest,
  { skill, tool }: { skill: Skill; tool: Tool },
  record: Record,
  ports: DispatchPorts,
): Promise<PlannedCall> {
  const allowScripts = request.allowScripts ?? skill.allowScripts
  const { args, timeoutMs } = request
  return planCall(
    { skill, tool, args, allowScripts, resolve: 'run', ...(timeoutMs !== undefined && { timeoutMs }) },
    { ...ports.machine.forCall(), runResolver: (step) => resolve(step, request, record, ports) },
  )
}

function resolve(step: ResolverStep, { call, signal }: DispatchRequest, record: Record, { machine }: DispatchPorts) {
  const conclude = ({ outcome, value, note }: ValueResult): ResolverStep => {
    return { ...step, outcome, value: outcome === 'resolved' ? value : step.value, ...(note !== undefined && { note }) }
  }
  return runForValue(
    { ...step, stdin: null },
    {
      ...placeOf(machine),
      signal,
      started: (path, run) => record([{ type: 'resolver.started', call, run, step, path }]),
      finished: (result, run, exitCode, ms) =>
        record([{ type: 'resolver.finished', call, run, step: conclude(result), exitCode, ms }]),
    },
  )
}

async function postProcess(
  merged: string,
  { postProcess: step }: Plan,
  { call, signal }: DispatchRequest,
  record: Record,
  { machine }: DispatchPorts,
): Promise<ValueResult | null> {
  if (!step) return null
  return runForValue(
    { ...step, stdin: merged },
    {
      ...placeOf(machine),
      signal,
      started: (path, run) => record([{ type: 'postprocess.started', call, run, step, path }]),
      finished: ({ outcome, note }, run, exitCode, ms) => {
        const ended = { ...step, outcome, ...(note !== undefined && { note }) }
        return record([{ type: 'postprocess.finished', call, run, step: ended, exitCode, ms }])
      },
    },
  )
}

function placeOf(machine: Machine) {
  const { cwd, env } = machine.forCall()
  return { searchPath: machine.searchPath, cwd, env }
}

/** Why it may not start, or null. What was approved is looked at once more before it runs. */
async function getLeave(
  { call, signal }: DispatchRequest,
  { plan, verdict, env }: Planned,
  { record, note }: Recorder,
  ports: DispatchPorts,
): Promise<CallError | null> {
  if (verdict.kind === 'refuse') return { code: 'REFUSED', message: verdict.reason }
  if (verdict.kind === 'ask') {
    const { digest } = plan
    await record([{ type: 'approval.asked', call, digest, plan, verdict }])
    const decision = await ports.decide(call, plan, verdict, signal)
    if (!decision) return { code: 'NOT_ANSWERED', message: 'it was not approved before the turn ended' }
    note({ type: 'approval.answered', call, digest, ...decision })
    if (decision.decision === 'deny') {
      return { code: 'DECLINED', message: decision.note ? `${DECLINED} ${decision.note}` : DECLINED }
    }
    if (!(await isUnchanged(plan, env, ports.machine))) {
      const message = `${plan.binary.name} is not what was approved any more; ask again to see what it is now`
      return { code: 'APPROVAL_STALE', message }
    }
  }
  return signal.aborted ? { code: 'NOT_ANSWERED', message: 'it was stopped before it started' } : null
}

/** The same digest over the program as it is now. */
async function isUnchanged(plan: Plan, env: Planned['env'], machine: Machine): Promise<boolean> {
  const found = await machine.forCall().findBinary(plan.binary.name)
  if (!found.ok) return false
  const now = { ...plan, binary: { name: plan.binary.name, path: found.path, identity: found.identity } }
  return digestPlan(now, env) === plan.digest
}

function toArgs(args: unknown): JsonObject {
  return isObject(args) ? args : { arguments: (args ?? null) as Json }
}

function isRecordFailure(error: unknown): error is Error & { remedy: string } {
  return error instanceof Error && error.name === 'LedgerError' && 'remedy' in error
}
