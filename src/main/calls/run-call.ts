import { randomUUID } from 'node:crypto'
import { runForValue, type ValueResult } from '#main/runners/process/run-helper'
import { runPlan } from '#main/runners/process/run-plan'
import type { ResolverResult } from '#main/runners/process/values'
import type { Limits } from '#main/settings/limits'
import type { FoundTool } from '#main/trust/skill-registry'
import type { CallError, Plan, ResolverStep, Run, Verdict } from '#shared/call/plan'
import type { RuleProposal } from '#shared/call/rule'
import type { CallRequested, FactBody, NewFact, Tick } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'
import type { Skill } from '#shared/skill/skill'
import type { Execution, Tool } from '#shared/skill/tool'
import type { Decision } from './approvals.ts'
import type { Machine } from './machine.ts'
import { type PlannedCall, planCall } from './plan-call.ts'
import { requestApproval } from './request-approval.ts'
import type { Rules } from './rules.ts'

export interface CallRequest {
  chat: string | null
  call: string
  tool: string
  args: unknown
  signal: AbortSignal
  /** Set where the call did not come as the protocol has it: it is then always asked about. */
  recoveredFrom?: CallRequested['recoveredFrom']
  /** The person's own call: no model asked for it, and none is told. */
  by?: 'person'
  /** Which call of its turn it is, where it is one of several in a message. */
  nth?: number
  /** Said for this call alone; else what holds for the skill. */
  allowScripts?: boolean
  timeoutMs?: number
  /** Ends with the verdict: resolvers run and are recorded, the command is not started. */
  planOnly?: boolean
  /** What the process prints, while it does. */
  output?(stream: 'stdout' | 'stderr', text: string): void
}

export interface CallPorts {
  /** Resolves once the facts and texts are durable; rejects when they cannot be, and then nothing is started. */
  record(facts: NewFact[], texts?: string[]): Promise<void>
  tick(tick: Tick): void
  /** As it may be called in this chat. */
  find(name: string, chat: string | null): FoundTool | Promise<FoundTool>
  /** What the person allows, asked anew for each call. */
  limits?(): Pick<Limits, 'commandTimeoutMs' | 'keptOutputBytes'>
  /** Said for all skills: beats what is allowed for one of them, or for one call. */
  areScriptsOff?(): boolean
  machine: Machine
  /** Null when the wait ended without an answer. */
  decide(
    call: string,
    plan: Plan,
    verdict: Verdict,
    signal: AbortSignal,
    proposals: readonly RuleProposal[],
  ): Promise<Decision | null>
  /** What was decided before; without it every call stands alone. */
  rules?: Pick<Rules, 'session' | 'ready' | 'isSound' | 'standing' | 'isTainted'>
}

export interface CallOutcome {
  plan?: Plan
  verdict?: Verdict
  run?: Run
  /** It ran, ended by itself, and with an exit code that counts as success. */
  succeeded?: boolean
  error?: CallError
  forModel: string
}

export type RunCall = (request: CallRequest) => Promise<CallOutcome>

/** The one way a call becomes a process: validate, resolve, plan, judge, ask, record, run, record. */
export function makeRunCall(ports: CallPorts): RunCall {
  return async (request) => {
    let isStarted = false
    const { call, tool, args, recoveredFrom } = request
    const requested: FactBody = {
      ...({ type: 'call.requested', call, tool, args: toArgs(args) } as const),
      ...(recoveredFrom && { recoveredFrom }),
      ...(request.by && { by: request.by }),
      ...(request.nth !== undefined && { nth: request.nth }),
      ...(ports.rules?.isTainted(request.chat) && { followsUntrusted: true }),
    }
    let noted: FactBody[] = [requested]
    const record: Record = async (bodies, texts) => {
      const facts = [...noted, ...bodies].map((body): NewFact => ({ ...body, chat: request.chat }))
      noted = []
      await ports.record(facts, texts)
      isStarted ||= facts.some(({ type }) => type === 'run.started')
    }
    try {
      return await runOne(request, { record, note: (body) => noted.push(body) }, ports)
    } catch (error) {
      if (!isRecordFailure(error)) throw error
      const what = isStarted ? 'it ran, but how it ended could not be recorded' : 'it was not started'
      const message = `${what}: ${error.message} ${error.remedy}`
      ports.tick({ tick: 'trouble', chat: request.chat, message: error.message, remedy: error.remedy })
      return { error: { code: 'RECORD_FAILED', message }, forModel: `error: ${message}` }
    }
  }
}

export type Record = (bodies: FactBody[], texts?: string[]) => Promise<void>

export interface Recorder {
  record: Record
  /** On the disk together with what is recorded next: before anything starts, and at the cost of one write. */
  note(body: FactBody): void
}

async function runOne(request: CallRequest, recorder: Recorder, ports: CallPorts): Promise<CallOutcome> {
  const { call, signal } = request
  const { record } = recorder
  const refuse = async (error: CallError, known: Pick<CallOutcome, 'plan' | 'verdict'> = {}): Promise<CallOutcome> => {
    await record([{ type: 'call.refused', call, code: error.code, message: error.message }])
    return { ...known, error, forModel: error.code === 'DECLINED' ? error.message : `error: ${error.message}` }
  }

  const found = await ports.find(request.tool, request.chat)
  if (!found.ok) return refuse(found.error)
  await ports.rules?.ready()
  const { tempDir } = ports.machine.forCall()
  const read = await plan(request, found, { record, ports, tempDir })
  if (!read.ok) return refuse(read.error)
  if (request.planOnly) {
    await record([{ type: 'call.planned', call, digest: read.plan.digest }])
    return { plan: read.plan, verdict: askForRecovered(read.verdict, request), forModel: '' }
  }
  const leave = await requestApproval(request, await askWhereDamaged(read, ports), {
    ...recorder,
    ...(ports.rules && { session: ports.rules.session }),
    decide: ports.decide,
    judgeAgain: (verdict) => askForRecovered(verdict, request),
    planAgain: async (before) => {
      const now = await ports.find(request.tool, request.chat)
      return now.ok ? plan(request, now, { record, ports, tempDir }, before.plan) : now
    },
  })
  const shown = { plan: leave.planned.plan, verdict: leave.planned.verdict }
  if (!leave.ok) return refuse(leave.error, shown)

  const run = randomUUID()
  const { plan: approved, execution, args, env } = leave.planned
  const output = (stream: 'stdout' | 'stderr', text: string) => {
    request.output?.(stream, text)
    if (request.chat !== null) ports.tick({ tick: 'output', chat: request.chat, run, stream, text })
  }
  const ended = await runPlan(
    { call, run, plan: approved, env, execution, args },
    {
      record: (bodies, texts) =>
        record(
          bodies.map((body) => noteSuccess(body, execution)),
          texts,
        ),
      output,
      postProcess: (merged) => postProcess(merged, approved, request, record, ports),
      wrap: ports.machine.wrap,
      ...(ports.limits && { keptBytes: ports.limits().keptOutputBytes }),
      signal,
    },
  )
  return { ...shown, run: ended, succeeded: hasSucceeded(ended, execution), forModel: ended.forModel }
}

type Ended = Pick<Run, 'exitCode' | 'timedOut' | 'canceled'>

function hasSucceeded({ exitCode, timedOut, canceled }: Ended, { successExitCodes }: Execution): boolean {
  return !timedOut && !canceled && exitCode !== null && successExitCodes.includes(exitCode)
}

function noteSuccess(body: FactBody, execution: Execution): FactBody {
  return body.type === 'run.finished' ? { ...body, succeeded: hasSucceeded(body, execution) } : body
}

/** What would run unasked by a record that cannot be believed is asked about. */
async function askWhereDamaged<P extends { verdict: Verdict }>(planned: P, { rules }: CallPorts): Promise<P> {
  const { verdict } = planned
  if (verdict.kind !== 'run' || verdict.class === 'A' || !rules || (await rules.isSound())) return planned
  const { rule, ...rest } = verdict
  const reason = `asks first: the record of what you decided is damaged; else ${verdict.reason}`
  return { ...planned, verdict: { ...rest, kind: 'ask', reason } }
}

/** What was read from text may be a quotation, and what is chosen from a list was perhaps not meant: a person looks at it. */
function askForRecovered(verdict: Verdict, { recoveredFrom }: CallRequest): Verdict {
  if (verdict.kind !== 'run' || !recoveredFrom) return verdict
  const how =
    recoveredFrom === 'structured'
      ? 'the model chose the call from a list, because it has no tool calls'
      : "the call was read from the model's text"
  return { ...verdict, kind: 'ask', reason: `asks first: ${how}; else ${verdict.reason}` }
}

function plan(
  request: CallRequest,
  { skill, tool }: { skill: Skill; tool: Tool },
  { record, ports, tempDir }: { record: Record; ports: CallPorts; tempDir: string },
  before?: Plan,
): Promise<PlannedCall> {
  const allowScripts = ports.areScriptsOff?.() ? false : (request.allowScripts ?? skill.allowScripts)
  const { args } = request
  const timeoutMs = shortest(request.timeoutMs ?? tool.limits.timeoutMs, ports.limits?.().commandTimeoutMs)
  const standing = ports.rules?.standing(request.chat)
  return planCall(
    { skill, tool, args, allowScripts, resolve: 'run', timeoutMs },
    {
      ...ports.machine.forCall(),
      // Files keep their names when a plan is made once more.
      tempDir,
      ...(standing && { standing }),
      runResolver: async (step) => recall(before, step) ?? resolve(step, request, record, ports),
    },
  )
}

const shortest = (timeoutMs: number, most = timeoutMs) => Math.min(timeoutMs, most)

/** What the same step gave before the person was asked: it is not run a second time. */
function recall(before: Plan | undefined, { param, argv, sha256 }: ResolverStep): ResolverResult | null {
  const known = before?.resolvers.find((step) => {
    return step.param === param && step.sha256 === sha256 && JSON.stringify(step.argv) === JSON.stringify(argv)
  })
  if (!known) return null
  return { outcome: known.outcome, value: known.value, ...(known.note !== undefined && { note: known.note }) }
}

function resolve(step: ResolverStep, { call, signal }: CallRequest, record: Record, { machine }: CallPorts) {
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
  { call, signal }: CallRequest,
  record: Record,
  { machine }: CallPorts,
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
  return { searchPath: machine.searchPath, cwd, env, confinement: machine.forHelper(), wrap: machine.wrap }
}

function toArgs(args: unknown): JsonObject {
  return isObject(args) ? args : { arguments: (args ?? null) as Json }
}

function isRecordFailure(error: unknown): error is Error & { remedy: string } {
  return error instanceof Error && error.name === 'LedgerError' && 'remedy' in error
}
