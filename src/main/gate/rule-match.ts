import type { Plan } from '#shared/call/plan'
import type { ArgCondition, Rule } from '#shared/call/rule'
import { canonicalJson, type Json } from '#shared/json'
import { isInside } from '#shared/paths'
import { usesNetwork } from './untrusted.ts'

/** One value an argument ends up with: as the call brought it, or as a resolver made it. */
export interface JudgedValue {
  value: Json
  /** Where a declared path really leads. */
  realPath?: string
}

/** Every argument of the call, each with all the values it takes in the plan. */
export type JudgedArgs = ReadonlyMap<string, readonly JudgedValue[]>

export type RuledPlan = Pick<Plan, 'skill' | 'tool' | 'toolSpec' | 'digest'> & Partial<Pick<Plan, 'effects' | 'action'>>

export interface RuleMoment {
  /** Of a call of a paired program, that program. */
  chat: string | null
  session: string
  /** As in a fact. */
  now: string
}

export function doesHold(rule: Rule, plan: RuledPlan, args: JudgedArgs, moment: RuleMoment): boolean {
  if (rule.effect === 'allow' && (rule.toolSpec === '' || rule.toolSpec !== plan.toolSpec)) return false
  if (rule.effect === 'allow' && !mayReach(rule) && usesNetwork(plan.effects ?? [])) return false
  if (rule.effect === 'allow' && !isProgram(rule.program, plan)) return false
  if (rule.digest !== undefined && rule.digest !== plan.digest) return false
  return isInScope(rule.scope, moment) && (rule.args === undefined || doArgsFit(rule.args, args, rule.effect))
}

/** The file that a plan starts, by where it was found, where that leads and what it holds. */
export function programOf({ action }: Partial<Pick<Plan, 'action'>>): Rule['program'] {
  if (action?.kind !== 'process' || action.binary.path === null || !action.binary.identity) return undefined
  const { realpath, sha256 } = action.binary.identity
  return { path: action.binary.path, realpath, ...(sha256 !== undefined && { sha256 }) }
}

function isProgram(meant: Rule['program'], plan: RuledPlan): boolean {
  return meant === undefined || isEqual(meant, programOf(plan) ?? null)
}

/** A rule made from an offline plan covers offline plans only; older ones do not say, and are judged by what they name. */
const mayReach = ({ reaches, args, digest }: Rule): boolean => reaches ?? (args !== undefined || digest !== undefined)

function isInScope(scope: Rule['scope'], { chat, session, now }: RuleMoment): boolean {
  if (scope.kind === 'chat') return scope.chat === chat
  if (scope.kind === 'session') return scope.session === session
  if (scope.kind === 'program') return scope.program === chat && isWithin(scope.within, now)
  return scope.kind === 'always' || isWithin(scope, now)
}

const isWithin = (time: { from: string; at: string } | undefined, now: string): boolean =>
  time === undefined || (time.from <= now && now < time.at)

/** What allows must cover every argument; what denies or asks is met by the arguments it names. */
function doArgsFit(conditions: Record<string, ArgCondition>, args: JudgedArgs, effect: Rule['effect']): boolean {
  if (effect === 'allow') for (const param of args.keys()) if (!Object.hasOwn(conditions, param)) return false
  return Object.entries(conditions).every(([param, condition]) => {
    if ('any' in condition) return true
    const values = args.get(param)
    if (values === undefined || values.length === 0) return false
    return effect === 'allow'
      ? values.every((value) => isMet(condition, value))
      : values.some((value) => isMet(condition, value))
  })
}

function isMet(condition: ArgCondition, { value, realPath }: JudgedValue): boolean {
  if ('equals' in condition) return isEqual(condition.equals, value)
  if ('oneOf' in condition) return condition.oneOf.some((one) => isEqual(one, value))
  if ('under' in condition) return realPath !== undefined && isInside(realPath, condition.under)
  return 'host' in condition && hostOf(value) === condition.host
}

function isEqual(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  return canonicalJson(a) === canonicalJson(b)
}

/** With its port; null where the value is no plain web address, or where programs read it in different ways. */
export function hostOf(value: Json): string | null {
  if (typeof value !== 'string' || !/^https?:[^\\\s]*$/i.test(value) || !URL.canParse(value)) return null
  const { protocol, host, username, password } = new URL(value)
  const isPlain = (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
  return isPlain && host !== '' ? `${protocol}//${host}` : null
}
