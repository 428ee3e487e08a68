import type { CallError, Origin, ResolverStep } from '#shared/call/plan'
import { describeOutcome } from '#shared/call/risk'
import { type Json, type JsonObject, toText } from '#shared/json'
import { type Message, message, type Said } from '#shared/messages/message'
import type { ArgMapping, CommandTool, Execution } from '#shared/skill/tool'
import { allowedIn, fillParam, type HelperArg, isParam, planHelper, type ScriptHome } from './value-command.ts'

export type ValueArg = Exclude<ArgMapping, { kind: 'flagifboolean' | 'literal' }>

/** The value of one mapping. */
export interface Value {
  mapping: ValueArg
  /** Null if it adds nothing. */
  text: string | null
  origin: Origin
  note?: Said
  /** The helper that works it out. `not-run` if it may run; any other outcome is final. */
  step?: ResolverStep
}

/** The value is trimmed, and empty unless the outcome is `resolved`. */
export type ResolverResult = Pick<ResolverStep, 'outcome' | 'value' | 'note'>

/** Fills `absentDefault` in for missing parameters. */
export function fillDefaults(execution: Execution, args: JsonObject): JsonObject {
  const filled: JsonObject = { ...args }
  for (const mapping of execution.args) {
    if (mapping.kind === 'literal' || mapping.absentDefault === undefined) continue
    if (!isGiven(filled, mapping.param)) filled[mapping.param] = mapping.absentDefault
  }
  return filled
}

/** Null counts as missing. */
export const isGiven = (args: JsonObject, param: string): boolean => Object.hasOwn(args, param) && args[param] !== null

/** Every value as the call passes it: as text, with real line breaks, before its helper runs. */
export function readValues(
  tool: CommandTool,
  execution: Execution,
  given: JsonObject,
  home: ScriptHome,
): { ok: true; values: Value[] } | { ok: false; error: CallError } {
  const args = fillDefaults(execution, given)
  const values: Value[] = []
  for (const mapping of execution.args) {
    if (mapping.kind === 'literal' || mapping.kind === 'flagifboolean') continue
    const read = readValue(mapping, given)
    if ('code' in read) return { ok: false, error: read }
    const step = planStep(tool, mapping, read.text, args, home)
    values.push({ mapping, ...read, ...(step && { step }) })
  }
  return { ok: true, values }
}

function readValue(mapping: ValueArg, args: JsonObject): Pick<Value, 'text' | 'origin' | 'note'> | CallError {
  const { param } = mapping
  const isDefault = !isGiven(args, param)
  const value: Json | undefined = isDefault ? mapping.absentDefault : args[param]
  const origin = isDefault ? 'skill' : 'model'
  if (value === undefined || value === null) {
    if (mapping.optional || mapping.kind === 'flag' || mapping.kind === 'tempfile') return { text: null, origin }
    return { code: 'PARAM_MISSING', message: message('missing-parameter', { names: param }), path: param }
  }
  if (typeof value === 'object') {
    return { code: 'PARAM_TYPE', message: message('parameter-not-plain', { param }), path: param }
  }
  const text = toText(value)
  const isNormalized = mapping.normalizeNewlines && (mapping.kind === 'flag' || mapping.kind === 'positional')
  return isNormalized ? { ...normalizeNewlines(text), origin } : { text, origin }
}

/** Turns a literal `\n` into a line break and a literal `\t` into a tab, and nothing else. */
export function normalizeNewlines(text: string): { text: string; note?: Message } {
  const normalized = text.replace(/\\([nt])/g, (_, letter) => (letter === 'n' ? '\n' : '\t'))
  if (normalized === text || !/(?:^|[^A-Za-z0-9])[A-Za-z]:\\|^\\\\/.test(text)) return { text: normalized }
  return { text: normalized, note: message('note-windows-path') }
}

function planStep(
  tool: CommandTool,
  { param, resolve, optional, allowLeadingDash }: ValueArg,
  text: string | null,
  args: JsonObject,
  home: ScriptHome,
): ResolverStep | null {
  if (resolve === undefined || (text === null && !optional)) return null
  const value = text ?? ''
  const fill = (template: string): HelperArg => {
    const named = template.startsWith('$') && template !== '$param' ? template.slice(1) : null
    if (named !== null && named !== param && isParam(tool, named)) return fillParam(tool, named, args)
    const filled = named === param ? value : template.split('$param').join(value)
    const isOwn = named === param || template.startsWith('$param')
    return { text: filled, ...(isOwn && { allows: allowedIn(tool, param, allowLeadingDash) }) }
  }
  return { param, ...planHelper(resolve, home, fill, 'value-unchanged-because'), value }
}

/** The same step as it ended before. */
export const recallStep = (steps: readonly ResolverStep[], { param, argv, sha256 }: ResolverStep) =>
  steps.find(
    (each) => each.param === param && each.sha256 === sha256 && JSON.stringify(each.argv) === JSON.stringify(argv),
  )

/** The values as the arguments take them. A failed resolver is an error if its declaration says so. */
export function applyHelped(
  given: readonly Value[],
  helped: readonly ResolverStep[],
): { values: Value[]; steps: ResolverStep[]; error?: CallError } {
  const values = given.map((value): Value => {
    const step = value.step && concludeStep(value.step, recallStep(helped, value.step))
    if (!step) return value
    const { mapping } = value
    return step.outcome === 'resolved' ? { mapping, text: step.value, origin: 'resolver', step } : { ...value, step }
  })
  const steps = values.flatMap(({ step }) => step ?? [])
  const mustSucceed = values.filter(({ mapping }) => mapping.resolve?.onFailure === 'reject')
  const failed = mustSucceed.find(({ step }) => step && step.outcome !== 'resolved' && step.outcome !== 'not-run')?.step
  if (!failed) return { values, steps }
  const { param, note, outcome } = failed
  const why = message('resolver-must-succeed', { param, why: note ?? describeOutcome(outcome) })
  return { values, steps, error: { code: 'RESOLVER_REJECTED', message: why, path: param } }
}

function concludeStep(step: ResolverStep, result: ResolverResult | undefined): ResolverStep {
  if (result === undefined || step.outcome !== 'not-run') return step
  const { outcome, note } = result
  if (outcome !== 'resolved')
    return { ...step, outcome, note: note ?? message('value-unchanged-because', { why: describeOutcome(outcome) }) }
  const value = result.value.trim()
  if (value !== '') return { ...step, outcome, value }
  return { ...step, outcome: 'empty', note: message('resolver-printed-nothing') }
}
