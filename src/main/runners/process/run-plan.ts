import { createHash } from 'node:crypto'
import type { Plan, Run } from '#shared/call/plan'
import type { FactBody, RunFinished } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import type { Execution } from '#shared/skill/tool'
import { describeForModel } from './for-model.ts'
import type { ValueResult } from './run-helper.ts'
import { SANDBOX_GONE, type Wrap, wrapIfPlanned } from './sandbox.ts'
import { type Supervised, supervise } from './supervise.ts'
import { removeTempFiles, writeTempFiles } from './temp-files.ts'

export interface Runnable {
  call: string
  run: string
  plan: Plan
  env: Readonly<Record<string, string>>
  execution: Execution
  args: JsonObject
}

export interface RunPorts {
  record(facts: FactBody[], texts?: string[]): Promise<void>
  output(stream: 'stdout' | 'stderr', text: string): void
  /** What reads the output before the model does. */
  postProcess(merged: string): Promise<ValueResult | null>
  /** Without it, and for a plan that is not confined, the command is started as it is. */
  wrap?: Wrap
  /** Of each stream. */
  keptBytes?: number
  signal: AbortSignal
}

/** Starts what the plan says once that is durable, and records how it ended. Rejects only when the record cannot be written. */
export async function runPlan(runnable: Runnable, ports: RunPorts): Promise<Run> {
  const { call, run, plan, env } = runnable
  await ports.record([{ type: 'run.started', call, run, plan }])
  const ended = await start(runnable, env, ports)
  const finished = await describe(runnable, ended, ports)
  const { stdout, stderr, id, ...kept } = finished
  const fact: RunFinished = { type: 'run.finished', call, run: id, ...kept, ...hashes(stdout, stderr) }
  await ports.record([fact], [stdout, stderr])
  return finished
}

type Ended = Pick<Supervised, 'exitCode' | 'signal' | 'timedOut' | 'canceled' | 'ms' | 'survivors' | 'failure'> & {
  stdout: Supervised['stdout']
  stderr: Supervised['stderr']
}

async function start({ run, plan }: Runnable, env: Readonly<Record<string, string>>, ports: RunPorts): Promise<Ended> {
  const written = plan.tempFiles.length === 0 ? ({ ok: true } as const) : await writeTempFiles(plan.tempFiles)
  if (!written.ok) return notStarted(written.message)
  try {
    const { cwd, stdin, timeoutMs } = plan
    const command = {
      path: plan.binary.path ?? '',
      args: plan.argv.slice(1),
      cwd,
      env: { ...env },
      stdin,
      timeoutMs,
      marker: run,
    }
    const wrapped = wrapIfPlanned(command, plan.confinement, ports.wrap)
    if (wrapped === 'impossible') return notStarted(SANDBOX_GONE)
    return await supervise(
      { ...command, ...wrapped },
      {
        ...{ signal: ports.signal, onChunk: ports.output },
        ...(ports.keptBytes !== undefined && { keptBytes: ports.keptBytes }),
      },
    )
  } finally {
    await removeTempFiles(plan.tempFiles)
  }
}

function notStarted(message: string): Ended {
  const nothing = { text: '', bytes: 0, truncated: false, isBinary: false }
  return {
    ...{ exitCode: null, signal: null, timedOut: false, canceled: false, ms: 0, survivors: [] },
    ...{ stdout: nothing, stderr: nothing },
    failure: { code: 'SPAWN_FAILED', message },
  }
}

async function describe({ run, plan, execution, args }: Runnable, ended: Ended, ports: RunPorts): Promise<Run> {
  const { stdout, stderr, exitCode, signal, timedOut, canceled, survivors, failure } = ended
  const outcome = {
    ...{ exitCode, signal, timedOut, canceled, survivors },
    truncated: stdout.truncated || stderr.truncated,
    ms: Math.round(ended.ms),
    ...{ stdout: stdout.text, stderr: stderr.text, stdoutBytes: stdout.bytes, stderrBytes: stderr.bytes },
    ...(failure && { failure }),
  }
  const isReadable = plan.postProcess?.outcome === 'not-run' && failure === undefined && !canceled && !timedOut
  const merged = [stdout.text, stderr.text].filter(Boolean).join('\n')
  const processed = isReadable ? await ports.postProcess(merged) : null
  const shown = processed?.outcome === 'resolved' ? { ...outcome, stdout: processed.value, stderr: '' } : outcome
  return { id: run, ...outcome, forModel: describeForModel(shown, execution, args) }
}

const hashes = (stdout: string, stderr: string) => ({ stdoutSha256: sha256(stdout), stderrSha256: sha256(stderr) })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
