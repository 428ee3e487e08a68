import type { CallError, Origin, ResolverStep } from '#shared/call/plan'
import { describeOutcome } from '#shared/call/risk'
import type { Json, JsonObject } from '#shared/json'
import { type Message, message, type Said } from '#shared/messages/message'
import type { ArgMapping, CommandTool, Execution } from '#shared/skill/tool'
import { allowedIn, fillParam, type HelperArg, isParam, planHelper, type ScriptHome } from './value-command.ts'

export type ValueArg = Exclude<ArgMapping, { kind: 'flagifboolean' | 'literal' }>

/** The value of one mapping; null if it adds nothing. */
export interface ValueSlot {
  arg: number
  text: string | null
  origin: Origin
  note?: Said
}

interface ResolverRequest {
  arg: number
  /** `not-run` if it may run; any other outcome is final. */
  step: ResolverStep
}

/** The value is trimmed, and empty unless the outcome is `resolved`. */
export type ResolverResult = Pick<ResolverStep, 'outcome' | 'value' | 'note'>

type Result<T> = { ok: true; value: T } | { ok: false; error: CallError }

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

/** Every value as the call passes it: as text, with real line breaks, before any resolver. */
export function readValues(execution: Execution, args: JsonObject): Result<ValueSlot[]> {
  const slots: ValueSlot[] = []
  for (const [arg, mapping] of execution.args.entries()) {
    if (mapping.kind === 'literal' || mapping.kind === 'flagifboolean') continue
    const read = readValue(mapping, args)
    if (!read.ok) return read
    slots.push({ arg, ...read.value })
  }
  return { ok: true, value: slots }
}

function readValue(mapping: ValueArg, args: JsonObject): Result<Omit<ValueSlot, 'arg'>> {
  const { param } = mapping
  const isDefault = !isGiven(args, param)
  const value: Json | undefined = isDefault ? mapping.absentDefault : args[param]
  const origin = isDefault ? 'skill' : 'model'
  if (value === undefined || value === null) {
    if (mapping.optional || mapping.kind === 'flag' || mapping.kind === 'tempfile') {
      return { ok: true, value: { text: null, origin } }
    }
    return {
      ok: false,
      error: { code: 'PARAM_MISSING', message: message('missing-parameter', { names: param }), path: param },
    }
  }
  if (typeof value === 'object') {
    return { ok: false, error: { code: 'PARAM_TYPE', message: message('parameter-not-plain', { param }), path: param } }
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const isNormalized = mapping.normalizeNewlines && (mapping.kind === 'flag' || mapping.kind === 'positional')
  return { ok: true, value: isNormalized ? { ...normalizeNewlines(text), origin } : { text, origin } }
}

/** Turns a literal `\n` into a line break and a literal `\t` into a tab, and nothing else. */
export function normalizeNewlines(text: string): { text: string; note?: Message } {
  const normalized = text.replace(/\\([nt])/g, (_, letter) => (letter === 'n' ? '\n' : '\t'))
  if (normalized === text || !/(?:^|[^A-Za-z0-9])[A-Za-z]:\\|^\\\\/.test(text)) return { text: normalized }
  return { text: normalized, note: message('note-windows-path') }
}

/** The resolvers this call needs, in the order of the arguments. */
export function listResolvers(
  tool: CommandTool,
  execution: Execution,
  args: JsonObject,
  slots: readonly ValueSlot[],
  home: ScriptHome,
): ResolverRequest[] {
  return slots.flatMap(({ arg, text }) => {
    const mapping = execution.args[arg] as ValueArg
    const { param, resolve, optional } = mapping
    if (resolve === undefined || (text === null && !optional)) return []
    const value = text ?? ''
    const fill = (template: string): HelperArg => {
      const named = template.startsWith('$') && template !== '$param' ? template.slice(1) : null
      if (named !== null && named !== param && isParam(tool, named)) return fillParam(tool, named, args)
      const filled = named === param ? value : template.split('$param').join(value)
      const isOwn = named === param || template.startsWith('$param')
      return { text: filled, ...(isOwn && { allows: allowedIn(tool, param, mapping.allowLeadingDash) }) }
    }
    return [{ arg, step: { param, ...planHelper(resolve, home, fill, 'value-unchanged-because'), value } }]
  })
}

/** The values as the arguments take them. A failed resolver is an error if its declaration says so. */
export function applyResolved(
  execution: Execution,
  slots: readonly ValueSlot[],
  requests: readonly ResolverRequest[],
  results: readonly ResolverResult[],
): { ok: true; slots: ValueSlot[]; steps: ResolverStep[] } | { ok: false; error: CallError; steps: ResolverStep[] } {
  const steps = requests.map(({ step }, index) => concludeStep(step, results[index]))
  const applied = [...slots]
  for (const [index, step] of steps.entries()) {
    const arg = requests[index]?.arg
    const mapping = execution.args[arg ?? -1] as ValueArg
    if (step.outcome === 'resolved') {
      const position = slots.findIndex((slot) => slot.arg === arg)
      applied[position] = { arg: arg as number, text: step.value, origin: 'resolver' }
    } else if (mapping.resolve?.onFailure === 'reject' && step.outcome !== 'not-run') {
      const values = { param: step.param, why: step.note ?? describeOutcome(step.outcome) }
      return {
        ok: false,
        error: { code: 'RESOLVER_REJECTED', message: message('resolver-must-succeed', values), path: step.param },
        steps,
      }
    }
  }
  return { ok: true, slots: applied, steps }
}

function concludeStep(step: ResolverStep, result: ResolverResult | undefined): ResolverStep {
  if (result === undefined || step.outcome !== 'not-run') return step
  const { outcome, note } = result
  if (outcome === 'resolved') {
    const value = result.value.trim()
    if (value !== '') return { ...step, outcome, value }
    return { ...step, outcome: 'empty', note: message('resolver-printed-nothing') }
  }
  return { ...step, outcome, note: note ?? message('value-unchanged-because', { why: describeOutcome(outcome) }) }
}
