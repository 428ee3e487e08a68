import type { Effect } from '#shared/call/action'
import type { BinaryIdentity, Plan } from '#shared/call/plan'
import { type ArgCondition, type CallingTool, type Program, permits, type Rule } from '#shared/call/rule'
import { readWebAddress } from '#shared/call/web-address'
import type { Json } from '#shared/json'
import { isInside } from '#shared/paths'
import { isSame } from './compare-plans.ts'

/** One final value of an argument, from the call or from a resolver. */
export interface JudgedValue {
  value: Json
  /** Where a declared path really leads. */
  realPath?: string
}

/** Every argument of the call with all values it takes in the plan. */
export type JudgedArgs = ReadonlyMap<string, readonly JudgedValue[]>

export type RuledPlan = Pick<Plan, 'skill' | 'tool' | 'toolSpec' | 'digest'> &
  Partial<Pick<Plan, 'effects' | 'action' | 'grants' | 'sandbox' | 'risk'>>

export interface RuleMoment {
  /** For a call of a paired program, that program's id. */
  chat: string | null
  session: string
  now: string
  /** For a call from inside another. */
  by?: CallingTool
}

export function doesHold(rule: Rule, plan: RuledPlan, args: JudgedArgs, moment: RuleMoment): boolean {
  if (permits(rule) && (rule.toolSpec === '' || rule.toolSpec !== plan.toolSpec)) return false
  if (rule.effect === 'allow' && !isSame(rule.by, moment.by)) return false
  if (rule.effect === 'allow' && !mayReach(rule) && usesNetwork(plan.effects ?? [])) return false
  if (permits(rule) && !isProgram(rule, plan)) return false
  const { needs = [] } = rule.terms?.grants ?? rule
  if (permits(rule) && plan.grants?.needs?.some((need) => !needs.includes(need))) return false
  if (rule.effect === 'background' && !isAgreed(rule, plan, args)) return false
  if (rule.digest !== undefined && rule.digest !== plan.digest) return false
  return isInScope(rule.scope, moment) && (rule.args === undefined || doArgsFit(rule.args, args, rule.effect))
}

/** With one of the inputs and no more reach than the person agreed to. */
function isAgreed({ terms }: Rule, { grants, sandbox, risk }: RuledPlan, args: JudgedArgs): boolean {
  if (!terms || !isSame(terms.grants, grants ?? {})) return false
  if (!isSame(terms.sandbox, sandbox) || terms.risk !== risk?.class) return false
  const isMeant = ([name, meant]: [string, Json]) => args.get(name)?.every(({ value }) => isSame(meant, value)) === true
  return terms.inputs.some(
    (input) => [...args.keys()].every((name) => Object.hasOwn(input, name)) && Object.entries(input).every(isMeant),
  )
}

/** The program that a plan starts, the one of a server too: where it was found, its real file and its hash. */
export function programOf({ action }: Partial<Pick<Plan, 'action'>>): Program | undefined {
  const binary = action?.kind === 'process' || action?.kind === 'mcp' ? action.binary : null
  return binary?.path && binary.identity ? toProgram({ path: binary.path, identity: binary.identity }) : undefined
}

export interface FoundFile {
  path: string
  identity: BinaryIdentity
}

export const toProgram = ({ path, identity: { realpath, sha256 } }: FoundFile): Program => {
  return { path, realpath, ...(sha256 !== undefined && { sha256 }) }
}

/** A rule for one exact plan covers its program too. An older rule without a program covers none. */
const isProgram = ({ program, digest }: Rule, plan: RuledPlan): boolean =>
  (program === undefined && digest !== undefined) || isSame(program, programOf(plan))

/** A rule from an offline plan covers offline plans only. Older rules do not say, so their contents decide. */
export const mayReach = ({ reaches, args, digest }: Rule): boolean =>
  reaches ?? (args !== undefined || digest !== undefined)

/** It names a host, a folder or values, or one whole plan. */
export const isForPlace = ({ args = {}, digest }: Rule): boolean =>
  digest !== undefined || Object.values(args).some((condition) => !('any' in condition))

function isInScope(scope: Rule['scope'], { chat, session, now }: RuleMoment): boolean {
  if (scope.kind === 'chat') return scope.chat === chat
  if (scope.kind === 'session') return scope.session === session
  if (scope.kind === 'program') return scope.program === chat && isWithin(scope.within, now)
  return scope.kind === 'always' || isWithin(scope, now)
}

const isWithin = (time: { from: string; at: string } | undefined, now: string): boolean =>
  time === undefined || (time.from <= now && now < time.at)

/** An allow rule must cover every argument; deny and ask rules apply if the arguments they name match. */
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
  if ('equals' in condition) return isSame(condition.equals, value)
  if ('oneOf' in condition) return condition.oneOf.some((one) => isSame(one, value))
  if ('under' in condition) return realPath !== undefined && isInside(realPath, condition.under)
  return 'host' in condition && hostOf(value) === condition.host
}

/** Including its port; null unless every program would read the address the same way. */
export function hostOf(value: Json): string | null {
  const read = typeof value === 'string' ? readWebAddress(value) : null
  return read?.ok ? read.address.origin : null
}

/** Whether the action may reach the network, whose answer anybody may have written. */
export const usesNetwork = (effects: readonly Effect[]): boolean => effects.some(({ does }) => does === 'send')

/** Whether a word that no skill wrote leads out of the working folder. */
export function readsElsewhere(effects: readonly Effect[]): boolean {
  const home = effects.find((effect) => 'slot' in effect && effect.slot?.in === 'cwd')
  const folders = home && 'path' in home ? [home.path, home.realPath] : []
  return effects.some(
    (effect) =>
      'path' in effect && effect.slot?.in === 'argv' && !folders.some((folder) => isInside(effect.realPath, folder)),
  )
}

const REACHING = new Set<Effect['does']>(['send', 'use-secret', 'use-credential', 'use-variable', 'start'])

type Reaching = Partial<Pick<Plan, 'effects' | 'grants' | 'sandbox' | 'action'>>

/**
 * Whether it connects out, or reads or writes outside the open folders, which a text that the model obeys must not
 * achieve.
 */
export function reachesBeyond({ effects = [], grants }: Reaching): boolean {
  const open = [...(grants?.read ?? []), ...(grants?.write ?? [])]
  return effects.some((effect) => {
    if (REACHING.has(effect.does)) return true
    const isNamed = 'path' in effect && effect.slot?.in !== 'cwd' && effect.slot?.in !== 'file'
    return isNamed && !open.some((folder) => isInside(effect.realPath, folder))
  })
}

/** No sandbox keeps it to its effects. */
export const isLoose = ({ action, sandbox }: Reaching): boolean => action?.kind === 'process' && sandbox !== 'enforced'
