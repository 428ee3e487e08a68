import { randomUUID } from 'node:crypto'
import { digestPlan } from '#main/gate/compare-plans'
import { checkEntry } from '#main/runners/process/check-entry'
import { listEffects } from '#main/runners/process/effects'
import { wrapIfPlanned } from '#main/runners/process/sandbox'
import { type Supervised, supervise } from '#main/runners/process/supervise'
import { type ResolverResult, recallStep } from '#main/runners/process/values'
import { whyNotTrusted } from '#main/trust/programs'
import { isKnownReadOnly } from '#shared/call/known-programs'
import type { Plan, PostProcessStep, ResolverStep } from '#shared/call/plan'
import { riskOf } from '#shared/call/risk'
import type { FactBody } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import type { Callable } from './callable.ts'
import type { Call } from './run-call.ts'

/** Works out one value, unless it is known already or the person declines. */
export const resolve = async (
  call: Call,
  step: ResolverStep,
  callable: Callable,
  before: Plan | undefined,
): Promise<ResolverResult> =>
  recallStep(before?.resolvers ?? [], step) ??
  (await askForHelper(call, step, callable)) ??
  run(call, 'resolver', step, null)

export const HELPER_MS = 10_000
const LONGEST_VALUE = 64 * 1024

/** Recorded before it starts, and confined if this system can. Rejects only if the record cannot be written. */
async function run(
  { call, chat, signal, journal, ports: { machine } }: Call,
  kind: 'resolver' | 'postprocess',
  step: ResolverStep | PostProcessStep,
  stdin: string | null,
): Promise<ResolverResult> {
  const { cwd, env, findBinary } = machine.forCall(chat)
  const [program = '', script = ''] = step.argv
  const found = await findBinary(program)
  if (!found.ok) return giveUp('not-found', found.message)
  const { path } = found
  if (step.kind === 'script' && (await checkEntry({ path: script, sha256: step.sha256 ?? '' })) !== null) {
    return giveUp('refused', message('script-changed-since-read'))
  }
  const marker = randomUUID()
  const what = { path, args: step.argv.slice(1), cwd, env: { ...env }, stdin, timeoutMs: HELPER_MS, marker }
  const wrapped = wrapIfPlanned(what, machine.forHelper(chat), machine.wrap)
  if ('refused' in wrapped) return giveUp('failed', wrapped.refused)
  const append = (event: 'started' | 'finished', more: object) =>
    journal.append([{ type: `${kind}.${event}`, call, run: marker, ...more } as FactBody])
  await append('started', { step, path })
  const ended = await supervise({ ...what, ...wrapped }, { signal })
  const { outcome, value, note } = readValue(ended)
  const worth = 'value' in step && { value: outcome === 'resolved' ? value : step.value }
  const concluded = { ...step, outcome, ...worth, ...(note !== undefined && { note }) }
  await append('finished', { step: concluded, exitCode: ended.exitCode, ms: Math.round(ended.ms) })
  return { outcome, value, ...(note !== undefined && { note }) }
}

const giveUp = (outcome: ResolverResult['outcome'], note: Message): ResolverResult => ({ outcome, value: '', note })

/** What a helper printed. */
export function readValue({ failure, timedOut, canceled, signal, exitCode, stdout }: Supervised): ResolverResult {
  if (failure) return giveUp('failed', failure.message)
  if (timedOut) return giveUp('timed-out', message('not-ended-within', { seconds: HELPER_MS / 1000 }))
  if (canceled) return giveUp('failed', message('it-was-stopped'))
  if (signal) return giveUp('failed', message('ended-by-signal', { signal }))
  if (exitCode !== 0) return giveUp('failed', message('ended-with-exit-code', { code: exitCode ?? '?' }))
  if (stdout.bytes > LONGEST_VALUE) return giveUp('failed', message('printed-too-much'))
  if (stdout.isBinary || stdout.text.includes('\uFFFD')) return giveUp('failed', message('printed-no-text'))
  const value = stdout.text.trim()
  return value === '' ? { outcome: 'empty', value } : { outcome: 'resolved', value }
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
  if (!found.ok) return giveUp('not-found', found.message)
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
  if (decision === null) return giveUp('refused', message('nobody-approved'))
  const isDenied = decision.decision !== 'once'
  await append([{ type: 'approval.answered', call, digest, decision: isDenied ? 'deny' : 'once', by: decision.by }])
  return isDenied ? giveUp('refused', message('helper-declined')) : null
}

/** Lets the tool's own program read the output before the model does. */
export const runPostProcess = async (call: Call, output: string, { postProcess: step }: Plan) =>
  step?.outcome === 'not-run' ? run(call, 'postprocess', step, output) : null
