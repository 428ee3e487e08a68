import type { Caller } from '#shared/call/action'
import type { Plan, Verdict } from '#shared/call/plan'
import type { ArgCondition, Rule, RuleProposal } from '#shared/call/rule'
import { hostOf, type JudgedArgs, type JudgedValue, programOf, type RuleMoment, usesNetwork } from './rule-match.ts'

const DAYS_IT_HOLDS = 30
const LONGEST_VALUE = 4096

type Conditions = Record<string, ArgCondition>

/** The rules a person can choose from. Each of them would apply to this plan. */
export function proposeRules(
  plan: Plan,
  args: JudgedArgs,
  verdict: Verdict,
  moment: RuleMoment,
  caller?: Caller,
): RuleProposal[] {
  if (caller?.kind !== 'program') return proposeFor(plan, args, verdict, moment)
  const { id: program, name } = caller
  // Any process can use any name, so an unpaired one is asked about each time.
  if (program === undefined) return []
  return proposeFor(plan, args, verdict, moment).flatMap(({ choice, rule }): RuleProposal[] => {
    const { scope } = rule
    const own = { kind: 'program', program, name } as const
    if (rule.effect === 'deny') return [{ choice, rule: { ...rule, scope: own } }]
    return scope.kind === 'until' ? [{ choice, rule: { ...rule, scope: { ...own, within: scope } } }] : []
  })
}

function proposeFor(plan: Plan, args: JudgedArgs, verdict: Verdict, moment: RuleMoment): RuleProposal[] {
  const { skill, skillHash, tool, digest } = plan
  const made = { skill, skillHash, tool, toolSpec: plan.toolSpec ?? '', createdFrom: digest }
  const deny: RuleProposal = { choice: 'never', rule: { ...made, effect: 'deny', scope: { kind: 'always' } } }
  const risk = verdict.class ?? plan.risk.class
  if (risk === 'X' || made.toolSpec === '') return [deny]
  const program = programOf(plan)
  const allow = (choice: string, scope: Rule['scope'], more: Pick<Partial<Rule>, 'args' | 'digest'> = {}) => {
    const about = {
      ...(program && { program }),
      ...(moment.by && { by: moment.by }),
      reaches: usesNetwork(plan.effects),
      ...(plan.grants.needs && { needs: plan.grants.needs }),
    }
    return { choice, rule: { ...made, effect: 'allow' as const, ...about, ...more, scope } }
  }
  const session = { kind: 'session', session: moment.session } as const
  const { closed = [] } = plan
  if (closed.some(({ param }) => param !== undefined)) return [deny]
  if (risk === 'D' || closed.length > 0) {
    // Temporary files get new names, so the digest changes each time.
    return hasFiles(plan) ? [deny] : [allow('exact', session, { digest }), deny]
  }
  const days = { kind: 'until', from: moment.now, at: addDays(moment.now, DAYS_IT_HOLDS) } as const
  const chat = moment.chat === null ? session : ({ kind: 'chat', chat: moment.chat } as const)
  const values = equalValues(args)
  const isReaching = usesNetwork(plan.effects)
  const places = isReaching ? hostsOf(args) : foldersOf(args)
  const proposals = [
    // A plan that uses the network is remembered by its host, never for every address.
    ...(isReaching ? [] : [allow('chat', chat)]),
    ...(values === null ? [] : [allow('values', days, { args: values })]),
    ...places.map((conditions, index) => allow(`place-${index + 1}`, days, { args: conditions })),
    ...(isReaching ? [] : [allow('tool', days)]),
  ]
  return [...proposals, deny]
}

const hasFiles = ({ effects }: Plan) => effects.some((effect) => 'slot' in effect && effect.slot?.in === 'file')

/** Every argument with its current value; null if one is too long to read in a rule. */
function equalValues(args: JudgedArgs): Conditions | null {
  const conditions = [...args].map(([param, values]): [string, ArgCondition] | null => {
    const distinct = values.map(({ value }) => value)
    const [only, ...others] = distinct
    if (only === undefined || JSON.stringify(distinct).length > LONGEST_VALUE) return null
    return [param, others.length === 0 ? { equals: only } : { oneOf: distinct }]
  })
  return conditions.every((each) => each !== null) ? Object.fromEntries(conditions) : null
}

/** For each argument that leads into a folder: this folder, with all other arguments free. */
function foldersOf(args: JudgedArgs): Conditions[] {
  return [...args].flatMap(([placed, [only, ...others]]) => {
    if (only?.realPath === undefined || others.length > 0) return []
    const folder = { under: folderOf(only) }
    return [Object.fromEntries([...args.keys()].map((param) => [param, param === placed ? folder : { any: true }]))]
  })
}

/** Every address by its host, with all other arguments free; empty if there is none. */
function hostsOf(args: JudgedArgs): Conditions[] {
  const conditions = [...args].map(([param, values]): [string, ArgCondition] => {
    const [host, ...others] = new Set(values.map(({ value }) => hostOf(value)))
    return [param, typeof host === 'string' && others.length === 0 ? { host } : { any: true }]
  })
  return conditions.some(([, condition]) => 'host' in condition) ? [Object.fromEntries(conditions)] : []
}

/** The folder that contains a path; for `.` the folder itself. */
function folderOf({ value, realPath = '' }: JudgedValue): string {
  const isFolder = typeof value === 'string' && /(?:^|[\\/])\.?[\\/]?$/.test(value)
  if (isFolder) return realPath
  const end = realPath.startsWith('/') ? realPath.lastIndexOf('/') : realPath.search(/[\\/][^\\/]*$/)
  const folder = realPath.slice(0, Math.max(0, end))
  return folder === '' || /^[a-z]:$/i.test(folder) ? realPath : folder
}

function addDays(at: string, days: number): string {
  return new Date(Date.parse(at) + days * 24 * 60 * 60 * 1000).toISOString()
}
