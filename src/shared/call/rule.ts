import type { Json } from '#shared/json'
import { say, spokenLanguage, type Text } from '#shared/messages/say'
import type { TriggerTerms } from '#shared/triggers'
import { toVisible } from '#shared/visible'

/** How a rule limits one argument. */
export type ArgCondition = { equals: Json } | { under: string } | { host: string } | { oneOf: Json[] } | { any: true }

/** A tool that calls others while it runs. */
export type CallingTool = Pick<Rule, 'skill' | 'tool' | 'toolSpec'>

/** Where a program was found, its real file and its hash. */
export type Program = { path: string; realpath: string; sha256?: string }

/** A decision that covers later calls. Only main makes one, from a plan. */
export interface Rule {
  id: string
  /** An allow rule covers the tool as it was, a deny or ask rule its name. `background`: it may run by itself. */
  effect: 'allow' | 'ask' | 'deny' | 'background'
  skill: string
  /** The skill at that time; for the person to read. */
  skillHash: string
  /** What the tool was. An allow rule covers nothing else. */
  toolSpec: string
  tool: string
  /** An argument that is missing here is not allowed. Without `args`, any arguments are. */
  args?: Record<string, ArgCondition>
  /** The program at that time. A different or changed one is asked about. */
  program?: Program
  /** The plan it was made from used the network. Otherwise an allow rule for any arguments stays offline. */
  reaches?: boolean
  /** What the skill had been given, by `needId`. An allow rule covers no call that was given more. */
  needs?: string[]
  /** The tool that makes the call; without it an allow rule covers no call from inside another. */
  by?: CallingTool
  /** For a background rule: when it may run, with what, and what it may reach. */
  terms?: TriggerTerms
  /** Covers exactly this plan only. */
  digest?: string
  scope:
    | { kind: 'chat'; chat: string }
    | { kind: 'session'; session: string }
    /** Invalid before `from` too, so setting the clock back does not extend it. */
    | { kind: 'until'; from: string; at: string }
    | { kind: 'always' }
    /** Covers calls of this paired program only, until `within` or until the pairing ends. */
    | { kind: 'program'; program: string; name: string; within?: { from: string; at: string } }
  /** Digest of the plan it was made from. */
  createdFrom: string
}

/** A rule that main offers; the person picks it by its `choice`. */
export interface RuleProposal {
  choice: string
  rule: Omit<Rule, 'id'>
}

const isoDay = (at: string) => at.slice(0, 10)

/** Describes a rule from its contents each time, so the words always match the rule. */
export function describeRule(rule: Omit<Rule, 'id'>, dayOf: (at: string) => string = isoDay): string {
  const what = say(SENTENCES[rule.effect], { tool: rule.tool, args: describeArgs(rule) })
  const by = rule.by ? say(' when {caller} calls it', { caller: rule.by.tool }) : ''
  return toVisible(`${what}${by}${describeScope(rule.scope, dayOf)}`).text
}

const SENTENCES: Record<Rule['effect'], Text> = {
  allow: 'Always allow {tool}{args}',
  ask: 'Always ask before {tool}{args}',
  deny: 'Always deny {tool}{args}',
  background: 'Let {tool} run by itself{args}',
}

/** It lets something run without asking. */
export const permits = ({ effect }: Pick<Rule, 'effect'>) => effect === 'allow' || effect === 'background'

/** Anything else a skill or an archive named is quoted, so that it does not read like a condition. */
const NAME = /^[\p{L}\p{N}\p{M}_.$:-]+$/u

function describeArgs({ args, digest, effect }: Omit<Rule, 'id'>): string {
  if (effect === 'background') return ''
  if (digest !== undefined) return say(' for exactly this command')
  if (args === undefined) return ''
  const named = Object.entries(args).map(([param, condition]) => {
    return `${NAME.test(param) ? param : JSON.stringify(param)} ${describeCondition(condition)}`
  })
  return named.length === 0 ? say(' without arguments') : say(' with only {named}', { named: named.join(', ') })
}

function describeCondition(condition: ArgCondition): string {
  if ('equals' in condition) return `= ${shorten(JSON.stringify(condition.equals))}`
  if ('under' in condition) {
    const { under } = condition
    return say('in {folder}', { folder: /[,="]/.test(under) ? JSON.stringify(under) : under })
  }
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

export interface RuleRow {
  rule: Rule
  madeAt: string
  uses: number
  lastUsed?: string
  /** Why it has no effect now: it expired, its tool changed or is gone, or its record was damaged. */
  idle?: 'expired' | 'tool-changed' | 'skill-untrusted' | 'damaged' | 'program-unnamed'
  /** Not used for 30 days, so it may be removed. */
  isUnused: boolean
}
