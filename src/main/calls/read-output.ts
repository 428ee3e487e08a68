import { realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Ledger } from '#main/ledger/open-ledger'
import type { RunFinished } from '#shared/facts'
import { isObject } from '#shared/json'
import { isBelow } from '#shared/paths'
import { noteEdited } from './tell-model.ts'

/** The full text behind a shortened result. Line numbers refer to this text. */
export async function readWhole(ledger: Ledger, chat: string, call: string): Promise<string | null> {
  const facts = await ledger.read({ calls: [call], types: ['run.finished', 'approval.answered'] })
  const finished = facts.findLast((fact) => fact.type === 'run.finished')
  const edited = facts.findLast((fact) => fact.type === 'approval.answered' && fact.edited !== undefined)
  if (finished?.chat !== chat) return null
  return noteEdited(finished.forModel, edited?.type === 'approval.answered' ? edited.edited : undefined)
}

/** What a run printed; null for a stream that is not on record. */
export async function readStreams(
  ledger: Pick<Ledger, 'readText'> | null,
  finished: Pick<RunFinished, 'stdoutSha256' | 'stderrSha256'> | undefined,
): Promise<{ stdout: string | null; stderr: string | null }> {
  const read = (sha256: string | undefined) => (ledger && sha256 ? ledger.readText(sha256) : null)
  const [stdout, stderr] = await Promise.all([read(finished?.stdoutSha256), read(finished?.stderrSha256)])
  return { stdout, stderr }
}

export async function readOutput(ledger: Ledger, run: string): Promise<{ stdout: string; stderr: string } | null> {
  const [finished] = await ledger.read({ run, types: ['run.finished'], limit: 1 })
  if (finished?.type !== 'run.finished') return null
  const { stdout, stderr } = await readStreams(ledger, finished)
  return stdout === null || stderr === null ? null : { stdout, stderr }
}

/** The folder with the `file_path` of a result, if it is in the folder where the tool ran. */
export async function findResultFolder(ledger: Ledger, run: string): Promise<string | null> {
  const [started, finished] = await ledger.read({ run, types: ['run.started', 'run.finished'], limit: 2 })
  if (started?.type !== 'run.started' || finished?.type !== 'run.finished') return null
  const { action } = started.plan
  const { result } = finished
  if (action.kind !== 'process' || !isObject(result ?? null)) return null
  const file = (result as { file_path?: unknown }).file_path
  if (typeof file !== 'string') return null
  const [real, cwd] = await Promise.all(
    [resolve(action.cwd, file), action.cwd].map((path) => realpath(path).catch(() => '')),
  )
  return real && cwd && isBelow(real, cwd) ? dirname(real) : null
}
