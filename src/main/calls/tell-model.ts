import { hash } from 'node:crypto'
import { findMisfit } from '#main/gate/validate-arguments'
import type { ResolverResult } from '#main/runners/process/values'
import type { Ended } from '#main/runners/runner'
import type { Run } from '#shared/call/plan'
import { isObject, type JsonObject, ownOf, toText } from '#shared/json'
import { message, textOf } from '#shared/messages/message'
import type { Execution, HintCondition, Tool } from '#shared/skill/tool'

/** What a tool says about its results: what counts as success, and hints for the model. */
export type Telling = Pick<Execution, 'successExitCodes' | 'maxOutputLines' | 'truncationHint' | 'hintConditions'> & {
  /** The model reads only the result, not what was printed. */
  result?: 'json'
}

export const PLAIN: Telling = { successExitCodes: [0], hintConditions: [] }
export const JSON_RESULT: Telling = { ...PLAIN, result: 'json' }

type Outcome = Omit<Run, 'id' | 'forModel'>

const STDERR_END = 2000

/** The run as it is recorded. `postProcess` reads the output before the model does. */
export async function describeEnd(
  id: string,
  ended: Ended,
  { telling, args }: { telling: Telling; args: JsonObject },
  postProcess: (output: string) => Promise<ResolverResult | null>,
): Promise<{ run: Run; succeeded: boolean }> {
  const { stdout, stderr, how, exitCode = null, signal = null, survivors = [], media: _, ...rest } = ended
  const succeeded = hasSucceeded(ended, telling)
  const outcome: Outcome = {
    ...{ ...rest, exitCode, signal, timedOut: how === 'timed-out', canceled: how === 'canceled', survivors },
    how: how === 'done' || how === 'failed' ? (succeeded ? 'done' : 'failed') : how,
    truncated: stdout.truncated || stderr.truncated,
    ms: Math.round(ended.ms),
    ...{ stdout: stdout.text, stderr: stderr.text, stdoutBytes: stdout.bytes, stderrBytes: stderr.bytes },
  }
  const isReadable = how === 'done' || how === 'failed'
  const processed = isReadable ? await postProcess([stdout.text, stderr.text].filter(Boolean).join('\n')) : null
  const { result } = rest
  const answer = telling.result === 'json' && succeeded && result !== undefined ? toText(result) : null
  const instead = processed?.outcome === 'resolved' ? processed.value : answer
  const shown = instead === null ? outcome : { ...outcome, stdout: instead, stderr: '' }
  return { run: { id, ...outcome, forModel: tellModel(shown, telling, args) }, succeeded }
}

/** `edited`: arguments with which the person replaced the model's. */
export const noteEdited = (told: string, edited: JsonObject | undefined): string =>
  edited ? `${textOf(message('person-edited', { args: JSON.stringify(edited) }))}\n${told}` : told

/** It ended by itself and, for a program, with an exit code that counts as success. */
function hasSucceeded({ how, exitCode, failure }: Ended, { successExitCodes }: Telling): boolean {
  if (failure || (how !== 'done' && how !== 'failed')) return false
  return exitCode === undefined ? how === 'done' : exitCode !== null && successExitCodes.includes(exitCode)
}

/**
 * What the model reads about a run: its output, or `error: …` with the reason and the end of stderr, then the tool's
 * hints.
 */
export function tellModel(run: Outcome, telling: Telling, args: JsonObject): string {
  if (run.failure && run.how !== 'failed') return `error: ${textOf(run.failure.message)}`
  if (run.canceled) return 'error: the person stopped this command'
  if (run.timedOut) return withOutput(`error: stopped after ${Math.round(run.ms / 1000)} s without an end`, run)
  if (run.signal) return withOutput(`error: ended by signal ${run.signal}`, run)
  const isProgram = run.exitCode !== null
  const hasExitedWell = isProgram ? telling.successExitCodes.includes(run.exitCode ?? -1) : run.how === 'done'
  const isSuccess = hasExitedWell && !run.failure
  const output = [run.stdout.trimEnd(), run.stderr.trimEnd()].filter(Boolean).join('\n')
  const hints = telling.hintConditions.filter((condition) => holds(condition, output, run.exitCode, args))
  const killed = KILLED_BY[run.exitCode ?? 0]
  const explained = killed === undefined ? '' : ` (mostly this means: ended by ${killed})`
  const ending = isProgram ? `exit code ${run.exitCode}${explained}` : 'it failed'
  const otherwise = run.status === undefined ? ending : `status ${run.status}`
  const problem = run.failure ? textOf(run.failure.message) : otherwise
  const shown = isSuccess ? cutLines(output, telling) : withOutput(`error: ${problem}`, run)
  const notes = [...(run.refused ?? []), ...(run.misfit ? [run.misfit] : [])]
  return (
    [shown, ...notes.map((why) => textOf(why)), ...hints.map(({ hint }) => `hint: ${fillIn(hint, args)}`)]
      .filter(Boolean)
      .join('\n\n') || '(no output)'
  )
}

/** Shells and sandboxes report a signal as such an exit code; a program may also use these codes itself. */
const KILLED_BY: Record<number, string> = {
  ...{ 132: 'SIGILL', 134: 'SIGABRT', 135: 'SIGBUS', 136: 'SIGFPE', 137: 'SIGKILL', 139: 'SIGSEGV', 141: 'SIGPIPE' },
  ...{ 143: 'SIGTERM', 152: 'SIGXCPU', 153: 'SIGXFSZ' },
}

function withOutput(problem: string, run: Outcome): string {
  const end = run.stderr.trimEnd().slice(-STDERR_END) || run.stdout.trimEnd().slice(-STDERR_END)
  return end ? `${problem}\n${end}` : problem
}

function cutLines(output: string, { maxOutputLines, truncationHint }: Telling): string {
  if (maxOutputLines === undefined) return output
  const lines = output.split('\n')
  if (lines.length <= maxOutputLines) return output
  const kept = lines.slice(0, maxOutputLines)
  const hints = lines.slice(maxOutputLines).filter((line) => line.startsWith('hint:'))
  const omitted = lines.length - maxOutputLines
  const counts = { kept: maxOutputLines, total: lines.length, omitted, next_start: maxOutputLines + 1 }
  const notice = fillIn(truncationHint ?? 'output cut: {kept} of {total} lines shown', counts)
  return [...kept, ...hints, '', notice].join('\n')
}

function holds(condition: HintCondition, output: string, exitCode: number | null, args: JsonObject): boolean {
  const { match, exitCode: wanted, notEmpty, whenArg } = condition
  if (match !== undefined && !output.includes(match)) return false
  if (wanted === 'nonzero' && exitCode === 0) return false
  if (typeof wanted === 'number' && wanted !== exitCode) return false
  if (notEmpty && output === '') return false
  return Object.entries(whenArg ?? {}).every(([param, value]) => args[param] === value)
}

/** Values are inserted once; places inside them stay as they are. */
function fillIn(template: string, values: JsonObject): string {
  return template.replace(/\{([A-Za-z0-9_]+)\}/g, (whole, name: string) => {
    const value = ownOf(values, name)
    return value === undefined ? whole : [value].flat().map(toText).join()
  })
}

export const hashesOf = ({ stdout, stderr }: Pick<Run, 'stdout' | 'stderr'>) => {
  return { stdoutSha256: hash('sha256', stdout), stderrSha256: hash('sha256', stderr) }
}

type Promised = Pick<Tool, 'name'> & Partial<Pick<Tool, 'returns' | 'output' | 'format' | 'runtime'>>

/** A result that does not fit is a failure if the tool promises its schema, and a note if it only describes it. */
export async function checkReturns(tool: Promised, given: Ended): Promise<Ended> {
  const { name, returns, output, format, runtime } = tool
  const { how, result } = given
  const isRye = format === 'rye'
  const saysSuccess = isRye && runtime?.kind === 'code' && runtime.mode === 'function'
  // An object that does not say whether it succeeded counts as a success.
  const isUnsaid = saysSuccess && how === 'done' && isObject(result) && !Object.hasOwn(result, 'success')
  const ended = isUnsaid ? { ...given, remark: message('result-without-success', { tool: name }) } : given
  const schema = returns ?? output
  if (schema === undefined || how !== 'done' || result === undefined) return ended
  const data = !returns && isRye && isObject(result) ? result.data : undefined
  const problem = await findMisfit(schema, data ?? result)
  if (problem === null) return ended
  const misfit = message('result-misfits', { tool: name, problem })
  if (!returns) return { ...ended, misfit }
  const { result: _, ...rest } = ended
  return { ...rest, how: 'failed', failure: { code: misfit.code, message: misfit } }
}
