import { digestPlan } from '#main/gate/compare-plans'
import { listEffects } from '#main/runners/process/effects'
import { runForValue } from '#main/runners/process/run-helper'
import type { ResolverResult } from '#main/runners/process/values'
import { whyNotTrusted } from '#main/trust/programs'
import { isKnownReadOnly } from '#shared/call/known-programs'
import type { Plan, ResolverStep } from '#shared/call/plan'
import { riskOf } from '#shared/call/risk'
import { message } from '#shared/messages/message'
import type { Callable } from './callable.ts'
import type { Call } from './run-call.ts'

/** Works out one value, unless it is known already or the person declines. */
export const resolve = async (
  call: Call,
  step: ResolverStep,
  callable: Callable,
  before: Plan | undefined,
): Promise<ResolverResult> =>
  recallResolver(before, step) ?? (await askForHelper(call, step, callable)) ?? runResolver(call, step)

/** Recorded before it starts, and confined if this system can. */
function runResolver(at: Call, step: ResolverStep): Promise<ResolverResult> {
  const { call } = at
  const { append } = at.journal
  const conclude = ({ outcome, value, note }: ResolverResult): ResolverStep => {
    return { ...step, outcome, value: outcome === 'resolved' ? value : step.value, ...(note !== undefined && { note }) }
  }
  return runForValue(
    { ...step, stdin: null },
    {
      ...placeOf(at),
      started: (path, run) => append([{ type: 'resolver.started', call, run, step, path }]),
      finished: (result, run, exitCode, ms) =>
        append([{ type: 'resolver.finished', call, run, step: conclude(result), exitCode, ms }]),
    },
  )
}

/**
 * Without a sandbox, or if the skill was trusted with another program, a helper gets its own card, unless only a plan
 * was requested. Returns the outcome if it may not run, otherwise null.
 */
async function askForHelper(
  { call, chat, signal, planOnly, ports: { machine, decide }, journal: { append } }: Call,
  step: ResolverStep,
  { skill, tool, toolSpec, timeoutMs }: Callable,
): Promise<ResolverResult | null> {
  if (planOnly) return null
  const { argv, sha256 } = step
  const { cwd, env, given, findBinary } = machine.forCall(chat)
  const name = argv[0] ?? ''
  const found = await findBinary(name)
  if (!found.ok) return { outcome: 'not-found', value: '', note: found.message }
  const confinement = machine.forHelper(chat)
  const isNamed = skill?.programs !== undefined && skill.programs !== null
  const other = isNamed ? whyNotTrusted(skill, name, found) : null
  if (confinement !== null && !other) return null
  const binary = { name, path: found.path, identity: found.identity }
  const words = { argv, origin: argv.map(() => 'skill' as const), binary, cwd, stdin: null, tempFiles: [] }
  const action = { kind: 'process' as const, ...words, env: Object.keys(env).sort() }
  const subcommand = argv.slice(1).join(' ')
  const isReadOnly = isKnownReadOnly(action, subcommand)
  const launch = { action, realCwd: cwd, subcommand, values: [], realPaths: new Map(), isReadOnly, confinement }
  const draft = {
    ...{ tool: tool.name, skill: skill?.name ?? '', skillHash: skill?.hash ?? '', toolSpec, action, timeoutMs },
    ...{ effects: listEffects(launch), grants: { ...given, hosts: [], secrets: [], tools: [] } },
    ...{ resolvers: [], coercions: [], notes: [], sandbox: confinement?.word ?? ('none' as const) },
    ...(confinement && { confinement }),
  }
  const own = riskOf(draft)
  const first = other ?? message('helper-unconfined', { param: step.param })
  const unsigned = { ...draft, risk: { ...own, reasons: [first, ...own.reasons] } }
  const plan: Plan = { ...unsigned, digest: digestPlan(unsigned, { sha256: sha256 ?? null }) }
  const { digest } = plan
  const verdict = { kind: 'ask', reason: first, more: own.reasons, class: own.class } as const
  await append([{ type: 'approval.asked', call, digest, plan, verdict }])
  const decision = await decide(call, plan, verdict, signal, [])
  if (decision === null) return { outcome: 'refused', value: '', note: message('nobody-approved') }
  const isDenied = decision.decision !== 'once'
  await append([{ type: 'approval.answered', call, digest, decision: isDenied ? 'deny' : 'once', by: decision.by }])
  return isDenied ? { outcome: 'refused', value: '', note: message('helper-declined') } : null
}

/** Reuses what the same step returned before the person was asked. */
function recallResolver(before: Plan | undefined, { param, argv, sha256 }: ResolverStep) {
  const words = JSON.stringify(argv)
  return before?.resolvers.find(
    (step) => step.param === param && step.sha256 === sha256 && JSON.stringify(step.argv) === words,
  )
}

/** Lets the tool's own program read the output before the model does. */
export async function runPostProcess(
  at: Call,
  merged: string,
  { postProcess: step }: Plan,
): Promise<ResolverResult | null> {
  if (step?.outcome !== 'not-run') return null
  const { call } = at
  const { append } = at.journal
  return runForValue(
    { ...step, stdin: merged },
    {
      ...placeOf(at),
      started: (path, run) => append([{ type: 'postprocess.started', call, run, step, path }]),
      finished: ({ outcome, note }, run, exitCode, ms) => {
        const ended = { ...step, outcome, ...(note !== undefined && { note }) }
        return append([{ type: 'postprocess.finished', call, run, step: ended, exitCode, ms }])
      },
    },
  )
}

function placeOf({ ports: { machine }, signal, chat }: Call) {
  const { cwd, env } = machine.forCall(chat)
  return { searchPath: machine.searchPath, cwd, env, signal, confinement: machine.forHelper(chat), wrap: machine.wrap }
}
