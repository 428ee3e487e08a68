import { canRunAnyCode } from '#shared/call/any-code'
import type { Plan, ResolverOutcome, Risk, RiskClass, Sandbox } from '#shared/call/plan'
import { toVisible } from '#shared/visible'
import { deletes, needsPrivilege } from './dangerous.ts'
import { isKnownReadOnly } from './read-only.ts'

export type Nature = 'read-only' | 'unknown' | 'deletes' | 'privilege' | 'any-code'

const CLASSES: Record<Nature, Record<Sandbox, RiskClass>> = {
  'read-only': { enforced: 'B', partial: 'C', none: 'C' },
  unknown: { enforced: 'C', partial: 'C', none: 'C' },
  deletes: { enforced: 'D', partial: 'D', none: 'D' },
  privilege: { enforced: 'D', partial: 'D', none: 'D' },
  'any-code': { enforced: 'D', partial: 'D', none: 'D' },
}

export const REASONS: Record<Nature, string> = {
  'read-only': 'is known to read only',
  unknown: 'is not known to read only',
  deletes: 'can destroy what cannot be brought back',
  privilege: 'acts with more rights than yours',
  'any-code': 'can run any code',
}

const NEXT: Record<RiskClass, RiskClass> = { A: 'B', B: 'C', C: 'D', D: 'D', X: 'X' }

/** One class higher; nothing is higher than asking every time but a refusal. */
export const raiseClass = (risk: RiskClass): RiskClass => NEXT[risk]

/** Through these a program loads or starts something else, whatever its arguments say. */
const FORBIDDEN_ENV =
  /^(?:LD_|DYLD_|BASH_FUNC_)|^(?:NODE_OPTIONS|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|GIT_SSH|GIT_SSH_COMMAND|GIT_PROXY_COMMAND|GIT_EXTERNAL_DIFF)$/

/** The original value stays, and what should have made it right did not. */
const FAILED_OPEN: ReadonlySet<ResolverOutcome> = new Set<ResolverOutcome>([
  ...(['failed', 'empty', 'timed-out', 'not-found', 'refused'] as const),
])

type Planned = Pick<Plan, 'argv' | 'origin' | 'binary' | 'env' | 'notes' | 'resolvers'>

/** How much harm the plan could do, from the plan alone. Nothing a skill declares makes it less. */
export function classifyRisk(plan: Planned, subcommand: string, sandbox: Sandbox): Risk {
  const forbidden = plan.env.filter((name) => FORBIDDEN_ENV.test(name))
  if (forbidden.length > 0) return { class: 'X', reasons: [`the environment may not hold ${forbidden.join(', ')}`] }
  const nature = findNature(plan, subcommand)
  const reasons = [`${nameCommand(plan.binary.name, subcommand)} ${REASONS[nature]}`]
  if (nature === 'read-only' && sandbox !== 'enforced') reasons.push(`the sandbox is ${sandbox}`)
  const raising = listRaising(plan)
  return {
    class: raising.reduce<RiskClass>(raiseClass, CLASSES[nature][sandbox]),
    reasons: [...reasons, ...raising],
  }
}

/** The program and its own words, without the options a skill fixed. */
function nameCommand(binary: string, subcommand: string): string {
  const words = subcommand.split(/\s+/).filter(Boolean)
  const options = words.findIndex((word) => word.startsWith('-'))
  return [binary, ...(options < 0 ? words : words.slice(0, options))].join(' ')
}

function listRaising({ argv, notes, resolvers }: Planned): string[] {
  const raising = notes.flatMap(({ element, text, raises }) => {
    const where = element < 0 ? 'a value' : `argument ${element} (${shorten(argv[element] ?? '')})`
    return raises ? [`${where} ${text}`] : []
  })
  for (const { param, outcome } of resolvers) {
    if (FAILED_OPEN.has(outcome))
      raising.push(`the resolver of ${param} did not succeed (${outcome}); its value is unchanged`)
  }
  return raising
}

function shorten(text: string): string {
  return toVisible(JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)).text
}

function findNature(plan: Planned, subcommand: string): Nature {
  const names = [plan.binary.name, ...realName(plan)]
  return (
    names.map((name) => findDanger(name, subcommand)).find((danger) => danger !== null) ??
    (isKnownReadOnly(plan, subcommand) ? 'read-only' : 'unknown')
  )
}

/** What makes a command one that is asked about every time, or null. */
export function findDanger(binary: string, subcommand: string): Exclude<Nature, 'read-only' | 'unknown'> | null {
  if (canRunAnyCode(binary, subcommand)) return 'any-code'
  if (needsPrivilege(binary)) return 'privilege'
  return deletes(binary, subcommand) ? 'deletes' : null
}

/** One file that acts by the name it was started as: what it could do under another name says nothing. */
const ACTS_BY_NAME = new Set(['busybox', 'toybox', 'coreutils', 'snap'])

/** A harmless name may lead to an interpreter. */
function realName({ binary }: Planned): string[] {
  const name = binary.identity?.realpath.split(/[\\/]/).at(-1) ?? ''
  return name === '' || ACTS_BY_NAME.has(name) ? [] : [name]
}
