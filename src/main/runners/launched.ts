import { checkConfig, readOwn } from '#main/gate/check-config'
import { checkEntry, readEntry } from '#main/launchers/check-entry'
import { findImports } from '#main/launchers/find-imports'
import { launch } from '#main/launchers/launch'
import { type LaunchResult, readResult } from '#main/launchers/read-result'
import type { ProcessAction } from '#shared/call/action'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import type { CodeRuntime } from '#shared/skill/tool'
import { findReach, openChannel, withReach } from './opened.ts'
import {
  addConfig,
  listTexts,
  listUnknown,
  type ProcessSpec,
  placeWord,
  planFunction,
  planProgram,
} from './plan-program.ts'
import { planCommand, planProcess } from './process/plan-command.ts'
import { runProcess, startPlanned, toEnded } from './process/process-runner.ts'
import { reportFailure, type Supervised } from './process/supervise.ts'
import { type Ended, type PlanContext, type RunIo, type Runnable, type Runner, refuse } from './runner.ts'

type ProcessEntry = NonNullable<ProcessAction['entry']>

/** What tool.code.v1 expects besides its input. */
const CONTEXT: JsonObject = { utils: { waitForEventSupported: false } }

/** How many tools of that format run at the same time. */
const inPool = makePool(5)

/** Deno prints its result at the end of its output. */
const LEAST_KEPT_BYTES = 512 * 1024
const LONGEST_REASON = 4000

/** Everything that runs as a process: command lines, and files run by an interpreter. */
export const programRunner: Runner<ProcessSpec, ProcessAction> = {
  plan: async (spec, args, at) => {
    const { tool, skill } = spec
    const { runtime } = tool
    if (runtime.kind === 'function') return planFunction(runtime, spec, args, at)
    if (runtime.kind === 'code') return planCode(runtime, spec, args, at)
    return runtime.kind === 'program'
      ? planProgram(runtime, spec, args, at)
      : planCommand({ ...tool, runtime }, skill, args, at)
  },
  run: (plan, io) => {
    const { entry, printsJson } = plan.action
    if (entry) return runEntry(plan, entry, io)
    return printsJson ? runPrinting(plan, io) : runProcess(plan, io)
  },
}

async function planCode(code: CodeRuntime, { tool, skill, config }: ProcessSpec, own: JsonObject, at: PlanContext) {
  if (!at.allowScripts) return refuse('REFUSED', message('code-not-allowed', { skill: skill.name }))
  const read = await readEntry(skill.dir, code.entry)
  if (!read.ok) return refuse('TOOL_BROKEN', read.why)
  const imports = await findImports(code, at.cwd)
  const interpreter = imports.interpreter ?? (await at.interpreters(code.launcher))[code.launcher]
  if (!interpreter.ok) return refuse('BINARY_NOT_FOUND', interpreter.why)
  const filled = await readFilled(tool, at)
  if (!filled.ok) return filled
  const reach = findReach(code, at, filled.secrets)
  if ('code' in reach) return refuse('SECRET_UNAVAILABLE', reach)
  const given = await addConfig({ ...filled.args, ...own }, config)
  if (!given.ok) return given
  const { args } = given
  const { opens, source, memoryMb } = code
  const { read: readable, write } = at.given
  const words = code.argv === 'list' ? (Array.isArray(own.args) ? own.args : []).map(String) : null
  const launched = launch(code.launcher, { ...read.entry, ...source }, args, {
    ...{ interpreter: interpreter.path, mode: code.mode, project: at.cwd },
    ...(words ? { argv: words } : code.argv && code.argv !== 'list' && { argv: code.argv }),
    grants: opens
      ? { read: [], write: [], hosts: reach.hosts, inner: reach.inner }
      : { read: readable, write: code.writes ? write : [], hosts: [] },
    ...(opens && { opens, context: CONTEXT }),
    ...(memoryMb !== undefined && { memoryMb }),
  })
  const argv = [code.launcher, ...launched.args]
  const firstWord = argv.length - (words?.length ?? 0)
  const { packages: folder } = imports
  const unreviewed = folder ? [{ does: 'unknown', what: textOf(message('packages-of', { folder })) } as const] : []
  const planned = await planProcess(
    {
      ...{ argv, stdin: launched.stdin, binary: code.launcher, found: interpreter, args },
      origin: argv.map((_, index) => (index < firstWord ? ('skill' as const) : ('model' as const))),
      entry: {
        ...{ ...launched.entry, result: launched.result },
        ...(opens && { serves: opens }),
        ...(words && { within: skill.dir }),
        ...(memoryMb !== undefined && { memoryMb }),
      },
      values: words ? words.map((text, index) => placeWord('args', text, firstWord + index, true)) : listTexts(args),
      isBounded: code.writes !== true,
      ...(code.needs?.network && { reachesNetwork: true }),
      env: { ...launched.env, ...imports.env },
      effects: [...listUnknown(code.needs?.unknown), ...unreviewed],
      notes: given.notes,
    },
    at,
  )
  return planned.ok && opens ? withReach(planned, reach, code, filled.version) : planned
}

/** The tool's settings. If they do not fit its form, nothing runs. */
async function readFilled({ name, code }: ProcessSpec['tool'], at: PlanContext) {
  const fields = code?.fields ?? []
  const filled = fields.length > 0 ? await at.config?.() : null
  if (!filled) return { ok: true, args: {}, secrets: [], version: null } as const
  const { id, version, values } = filled
  const problems = await checkConfig(fields, values)
  const wrong = fields.find(({ key }) => problems[key])
  if (wrong) {
    const problem = problems[wrong.key] ?? ''
    return refuse('TOOL_BROKEN', message('config-misfits', { tool: name, field: wrong.label, problem }))
  }
  const secrets: string[] = []
  for (const { key, label, uiType } of fields) {
    const chosen = uiType === 'secret-select' ? readOwn(values, key) : undefined
    if (typeof chosen !== 'string' || chosen === '') continue
    const secret = at.secretName?.(chosen) ?? null
    if (secret === null)
      return refuse('SECRET_UNAVAILABLE', message('config-secret-gone', { tool: name, field: label }))
    secrets.push(secret)
  }
  return { ok: true, args: { config_id: id }, secrets, version: { id, version } } as const
}

async function runEntry(plan: Runnable<ProcessAction>, entry: ProcessEntry, io: RunIo): Promise<Ended> {
  const changed = await checkEntry(entry)
  if (changed) return toEnded(reportFailure(performance.now(), changed))
  const { path } = entry
  const folder = entry.within ?? path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')))
  const keptBytes = Math.max(io.keptBytes, LEAST_KEPT_BYTES)
  const wrap: RunIo['wrap'] = (command, confinement) => io.wrap(command, confinement, [folder])
  const opened = await openChannel(plan, entry, io)
  if (opened && 'code' in opened) return toEnded(reportFailure(performance.now(), opened))
  const start = () =>
    startPlanned(
      plan,
      // Secrets in the output are masked at its end, so nothing is shown before.
      { ...io, keptBytes, wrap, ...(plan.grants.secrets.length > 0 && { output: () => undefined }) },
      { ...opened, ...(entry.memoryMb !== undefined && { memoryMb: entry.memoryMb }) },
    )
  // A tool called by another must not wait behind the one that waits for it.
  const isFree = !entry.serves || io.caller.kind === 'tool' || io.caller.kind === 'trigger'
  const supervised = await (isFree ? start() : inPool(start, io.signal))
  const result = opened && typeof entry.result === 'object' ? { mark: opened.channel.mark } : entry.result
  const read = readResult(supervised, result)
  const ended = takeResult(supervised, read, keptBytes, entry)
  return opened ? opened.mask(ended) : ended
}

/** A command line whose output is its result. */
async function runPrinting(plan: Runnable<ProcessAction>, io: RunIo): Promise<Ended> {
  const keptBytes = Math.max(io.keptBytes, LEAST_KEPT_BYTES)
  const supervised = await startPlanned(plan, { ...io, keptBytes })
  return takeResult(supervised, readResult(supervised, 'stdout'), keptBytes)
}

function takeResult(supervised: Supervised, read: LaunchResult, keptBytes: number, entry?: ProcessEntry): Ended {
  const ended = toEnded(supervised)
  const text = read.stdout
  const shown: Ended = {
    ...ended,
    ...(text !== undefined && { stdout: { ...ended.stdout, text, bytes: Buffer.byteLength(text) } }),
  }
  const most = entry?.memoryMb
  if (most !== undefined && (ended.how === 'out-of-memory' || isHeapFull(supervised))) {
    return { ...fail(shown, message('tool-out-of-memory', { most })), how: 'out-of-memory' }
  }
  if (ended.how !== 'done' && ended.how !== 'failed') return shown
  if (!read.ok) return fail(shown, read.error)
  // A program that fails after it gave a result has given none.
  if (supervised.exitCode !== 0) return shown
  const bytes = Buffer.byteLength(JSON.stringify(read.value))
  if (bytes > keptBytes) {
    const size = { kib: Math.ceil(bytes / 1024), limit: Math.floor(keptBytes / 1024) }
    return fail(shown, message('tool-result-too-large', size))
  }
  // For a tool with an output schema, `success: false` is an ordinary result.
  const denial = entry?.serves ? null : findDenial(read.value)
  return denial === null ? { ...shown, result: read.value } : { ...fail(shown, denial), result: read.value }
}

/** How Deno's engine ends at its own memory limit. */
const isHeapFull = ({ exitCode, stderr }: Supervised) =>
  exitCode !== 0 && /Last few GCs|JavaScript heap out of memory/.test(stderr.text)

/** Many tools report a failure as `{ success: false, error }`. */
function findDenial(value: Json): Message | null {
  if (!isObject(value) || value.success !== false) return null
  const why = [value.error, value.message].find((text) => typeof text === 'string' && text !== '')
  return typeof why === 'string'
    ? message('tool-said', { why: why.slice(0, LONGEST_REASON) })
    : message('tool-said-failed')
}

const fail = (ended: Ended, why: Message): Ended => ({
  ...{ ...ended, how: 'failed' },
  failure: { code: why.code, message: why },
})

/** Runs a limited number at a time; the rest wait in order. A call that is stopped leaves the queue. */
function makePool(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    if (running >= most && !signal.aborted) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    running += 1
    try {
      return await run()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
