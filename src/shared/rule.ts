import type { Json } from './json.ts'
import { toVisible } from './visible.ts'

/** One argument's value as a rule takes it. */
export type ArgCondition = { equals: Json } | { under: string } | { host: string } | { oneOf: Json[] } | { any: true }

/** What a person decided once for calls to come. Made by main from a plan; never written by a window, a skill or a model. */
export interface Rule {
  id: string
  /** An allow rule holds for the tool as it was; the others hold for its name. */
  effect: 'allow' | 'ask' | 'deny'
  skill: string
  /** The skill as it was; for the person to read. */
  skillHash: string
  /** What the tool was: an allow rule holds for nothing else. */
  toolSpec: string
  tool: string
  /** An argument that is not named here may not be there. Without it, any arguments. */
  args?: Record<string, ArgCondition>
  /** Only for exactly this plan. */
  digest?: string
  scope:
    | { kind: 'chat'; chat: string }
    | { kind: 'session'; session: string }
    /** Not before `from` either: a clock that was set back must not lengthen it. */
    | { kind: 'until'; from: string; at: string }
    | { kind: 'always' }
  /** The digest of the plan it was made from. */
  createdFrom: string
}

/** A rule that main would make, for a person to choose by its `choice`. */
export interface RuleProposal {
  choice: string
  rule: Omit<Rule, 'id'>
}

/** A rule in words, made anew from the rule each time, so that what is read is what holds. */
export function describeRule(rule: Omit<Rule, 'id'>): string {
  const what = `${BEGINNINGS[rule.effect]} ${rule.tool} of ${rule.skill}${describeArgs(rule)}`
  const tied = rule.effect === 'allow' && rule.digest === undefined ? ', while the tool is unchanged' : ''
  return toVisible(`${what}${describeScope(rule.scope)}${tied}`).text
}

const BEGINNINGS: Record<Rule['effect'], string> = { allow: 'Run', ask: 'Always ask before', deny: 'Never run' }

function describeArgs({ args, digest, effect }: Omit<Rule, 'id'>): string {
  if (digest !== undefined) return ' as exactly this command'
  if (args === undefined) return effect === 'allow' ? ' with any arguments' : ''
  const named = Object.entries(args).map(([param, condition]) => `${param} ${describeCondition(condition)}`)
  return named.length === 0 ? ' without arguments' : ` with ${named.join(', ')} and nothing else`
}

function describeCondition(condition: ArgCondition): string {
  if ('equals' in condition) return `= ${shorten(JSON.stringify(condition.equals))}`
  if ('under' in condition) return `in the folder ${condition.under}`
  if ('host' in condition) return `on the host ${condition.host}`
  if ('oneOf' in condition) return `one of ${condition.oneOf.map((value) => shorten(JSON.stringify(value))).join(', ')}`
  return 'of any value'
}

function describeScope(scope: Rule['scope']): string {
  if (scope.kind === 'chat') return ', in this chat'
  if (scope.kind === 'session') return ', until Skillet is closed'
  return scope.kind === 'until' ? `, until ${scope.at.slice(0, 10)}` : ''
}

const LONGEST = 120

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`
}
