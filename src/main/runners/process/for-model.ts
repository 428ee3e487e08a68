import type { Run } from '#shared/call/plan'
import type { JsonObject } from '#shared/json'
import type { Execution, HintCondition } from '#shared/skill/tool'

type Outcome = Omit<Run, 'id' | 'forModel'>

const STDERR_END = 2000

/** What the model reads of a run: its output, or `error: …` with the exit code and the end of stderr; then the skill's hints. */
export function describeForModel(run: Outcome, execution: Execution, args: JsonObject): string {
  if (run.failure) return `error: ${run.failure.message}`
  if (run.canceled) return 'error: the person stopped this command'
  if (run.timedOut) return withOutput(`error: stopped after ${Math.round(run.ms / 1000)} s without an end`, run)
  if (run.signal) return withOutput(`error: ended by signal ${run.signal}`, run)
  const isSuccess = run.exitCode !== null && execution.successExitCodes.includes(run.exitCode)
  const output = [run.stdout.trimEnd(), run.stderr.trimEnd()].filter(Boolean).join('\n')
  const hints = execution.hintConditions.filter((condition) => holds(condition, output, run.exitCode, args))
  const shown = isSuccess
    ? cutLines(output, execution)
    : withOutput(`error: exit code ${run.exitCode}${explainExit(run.exitCode)}`, run)
  return (
    [shown, ...hints.map(({ hint }) => `hint: ${fillIn(hint, args)}`)].filter(Boolean).join('\n\n') || '(no output)'
  )
}

/** By a custom of shells, which a sandbox follows too; a program may also say such a number by itself. */
const KILLED_BY: Record<number, string> = {
  ...{ 132: 'SIGILL', 134: 'SIGABRT', 135: 'SIGBUS', 136: 'SIGFPE', 137: 'SIGKILL', 139: 'SIGSEGV', 141: 'SIGPIPE' },
  ...{ 143: 'SIGTERM', 152: 'SIGXCPU', 153: 'SIGXFSZ' },
}

function explainExit(exitCode: number | null): string {
  const signal = KILLED_BY[exitCode ?? 0]
  return signal === undefined ? '' : ` (mostly this means: ended by ${signal})`
}

function withOutput(problem: string, run: Outcome): string {
  const end = run.stderr.trimEnd().slice(-STDERR_END) || run.stdout.trimEnd().slice(-STDERR_END)
  return end ? `${problem}\n${end}` : problem
}

function cutLines(output: string, { maxOutputLines, truncationHint }: Execution): string {
  if (maxOutputLines === undefined) return output
  const lines = output.split('\n')
  if (lines.length <= maxOutputLines) return output
  const kept = lines.slice(0, maxOutputLines)
  const hints = lines.slice(maxOutputLines).filter((line) => line.startsWith('hint:'))
  const notice = fillIn(truncationHint ?? 'output cut: {kept} of {total} lines shown', {
    kept: maxOutputLines,
    total: lines.length,
    omitted: lines.length - maxOutputLines,
    next_start: maxOutputLines + 1,
  })
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

/** Values go in once and are not looked at again. */
function fillIn(template: string, values: JsonObject): string {
  return template.replace(/\{([A-Za-z0-9_]+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined ? whole : String(value)
  })
}
