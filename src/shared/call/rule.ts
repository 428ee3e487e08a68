import type { Json } from '#shared/json'
import { say, spokenLanguage, type Text } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

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
  /** The program as it was found and as it was then: another one, or a changed one, is asked about. */
  program?: { path: string; realpath: string; sha256?: string }
  /** Made from a plan that reached the network; without it, an allow rule for any arguments does not reach it. */
  reaches?: boolean
  /** Only for exactly this plan. */
  digest?: string
  scope:
    | { kind: 'chat'; chat: string }
    | { kind: 'session'; session: string }
    /** Not before `from` either: a clock that was set back must not lengthen it. */
    | { kind: 'until'; from: string; at: string }
    | { kind: 'always' }
    /** Calls of this paired program alone; for as long as it is paired, where no time is named. */
    | { kind: 'program'; program: string; name: string; within?: { from: string; at: string } }
  /** The digest of the plan it was made from. */
  createdFrom: string
}

/** A rule that main would make, for a person to choose by its `choice`. */
export interface RuleProposal {
  choice: string
  rule: Omit<Rule, 'id'>
}

const isoDay = (at: string) => at.slice(0, 10)

/** A rule in words, made anew from the rule each time, so that what is read is what holds. */
export function describeRule(rule: Omit<Rule, 'id'>, dayOf: (at: string) => string = isoDay): string {
  const what = say(SENTENCES[rule.effect], { tool: rule.tool, args: describeArgs(rule) })
  return toVisible(`${what}${describeScope(rule.scope, dayOf)}`).text
}

const SENTENCES: Record<Rule['effect'], Text> = {
  allow: 'Always allow {tool}{args}',
  ask: 'Always ask before {tool}{args}',
  deny: 'Always deny {tool}{args}',
}

function describeArgs({ args, digest }: Omit<Rule, 'id'>): string {
  if (digest !== undefined) return say(' for exactly this command')
  if (args === undefined) return ''
  const named = Object.entries(args).map(([param, condition]) => `${param} ${describeCondition(condition)}`)
  return named.length === 0 ? say(' without arguments') : say(' with only {named}', { named: named.join(', ') })
}

function describeCondition(condition: ArgCondition): string {
  if ('equals' in condition) return `= ${shorten(JSON.stringify(condition.equals))}`
  if ('under' in condition) return say('in {folder}', { folder: condition.under })
  if ('host' in condition) return say('on {host}', { host: condition.host })
  if ('oneOf' in condition) {
    return say('one of {values}', { values: condition.oneOf.map((value) => shorten(JSON.stringify(value))).join(', ') })
  }
  return say('any value')
}

function describeScope(scope: Rule['scope'], dayOf: (at: string) => string): string {
  if (scope.kind === 'chat') return say(' in this chat')
  if (scope.kind === 'session') return say(' until Skillet closes')
  if (scope.kind === 'program') {
    const { name, within } = scope
    return say(' for {name}', { name }) + (within ? say(' until {day}', { day: dayOf(within.at) }) : '')
  }
  return scope.kind === 'until' ? say(' until {day}', { day: dayOf(scope.at) }) : ''
}

const LONGEST = 120

function shorten(text: string): string {
  return text.length <= LONGEST
    ? text
    : `${text.slice(0, LONGEST)}… (${say('{count} characters', { count: text.length.toLocaleString(spokenLanguage()) })})`
}

/** One standing decision of the person. */
export interface RuleRow {
  rule: Rule
  madeAt: string
  uses: number
  lastUsed?: string
  /** Why it decides nothing now: its time or its chat is over, the tool changed or is gone, or the record it stands in was damaged. */
  idle?: 'expired' | 'tool-changed' | 'skill-untrusted' | 'damaged'
  /** Not used for 30 days: it may be removed. */
  isUnused: boolean
}
