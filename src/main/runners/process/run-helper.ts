import { randomUUID } from 'node:crypto'
import type { Confinement, PostProcessStep } from '#shared/call/plan'
import { message } from '#shared/messages/message'
import { checkEntry } from './check-entry.ts'
import { findBinary } from './find-binary.ts'
import { type Wrap, wrapIfPlanned } from './sandbox.ts'
import { type Supervised, supervise } from './supervise.ts'
import type { ResolverResult } from './values.ts'

const TIMEOUT_MS = 10_000
const LONGEST_VALUE = 64 * 1024

/** A process that works out one value. The gate has checked it, and it is recorded before it starts. */
export type ValueProcess = Pick<PostProcessStep, 'kind' | 'argv' | 'sha256'> & { stdin: string | null }

export interface ValuePorts {
  searchPath: string[]
  cwd: string
  env: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Null if nothing confines it. */
  confinement?: Confinement | null
  wrap?: Wrap
  /** Called with the program's path; the process starts once this resolves. */
  started(path: string, run: string): Promise<void>
  finished(result: ResolverResult, run: string, exitCode: number | null, ms: number): Promise<void>
}

/** Runs a resolver or a post-processor. Rejects only if the record cannot be written. */
export async function runForValue(wanted: ValueProcess, ports: ValuePorts): Promise<ResolverResult> {
  const { argv, stdin } = wanted
  const found = await findBinary(argv[0] ?? '', ports.searchPath)
  if (!found.ok) return { outcome: 'not-found', value: '', note: found.message }
  const [, script = ''] = argv
  const { sha256 = '' } = wanted
  if (wanted.kind === 'script' && (await checkEntry({ path: script, sha256 })) !== null) {
    return { outcome: 'refused', value: '', note: message('script-changed-since-read') }
  }
  const run = randomUUID()
  const { cwd, env, signal } = ports
  const command = {
    path: found.path,
    args: argv.slice(1),
    cwd,
    env: { ...env },
    stdin,
    timeoutMs: TIMEOUT_MS,
    marker: run,
  }
  const wrapped = wrapIfPlanned(command, ports.confinement, ports.wrap)
  if ('refused' in wrapped) return { outcome: 'failed', value: '', note: wrapped.refused }
  await ports.started(found.path, run)
  const ended = await supervise({ ...command, ...wrapped }, { signal })
  const result = readResult(ended)
  await ports.finished(result, run, ended.exitCode, Math.round(ended.ms))
  return result
}

function readResult({ failure, timedOut, canceled, signal, exitCode, stdout }: Supervised): ResolverResult {
  if (failure) return { outcome: 'failed', value: '', note: failure.message }
  if (timedOut)
    return { outcome: 'timed-out', value: '', note: message('not-ended-within', { seconds: TIMEOUT_MS / 1000 }) }
  if (canceled) return { outcome: 'failed', value: '', note: message('it-was-stopped') }
  if (exitCode !== 0)
    return {
      outcome: 'failed',
      value: '',
      note: signal
        ? message('ended-by-signal', { signal })
        : message('ended-with-exit-code', { code: exitCode ?? '?' }),
    }
  if (stdout.bytes > LONGEST_VALUE) return { outcome: 'failed', value: '', note: message('printed-too-much') }
  if (stdout.isBinary || stdout.text.includes('\uFFFD'))
    return { outcome: 'failed', value: '', note: message('printed-no-text') }
  const value = stdout.text.trim()
  return value === '' ? { outcome: 'empty', value } : { outcome: 'resolved', value }
}
