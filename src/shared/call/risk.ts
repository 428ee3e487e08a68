import { type Message, message, type Said } from '#shared/messages/message'
import { toVisible } from '#shared/visible'
import type { Effect } from './action.ts'
import { argvOf } from './describe-action.ts'
import type { Plan, ResolverOutcome, Risk, RiskClass, Verdict } from './plan.ts'

const NEXT: Record<RiskClass, RiskClass> = { A: 'B', B: 'C', C: 'D', D: 'D', X: 'X' }
const ORDER: readonly RiskClass[] = ['A', 'B', 'C', 'D', 'X']

export const raiseClass = (risk: RiskClass): RiskClass => NEXT[risk]

/** The value stayed as it was because the helper that should correct it failed. */
const FAILED_OPEN: ReadonlySet<ResolverOutcome> = new Set<ResolverOutcome>([
  ...(['failed', 'empty', 'timed-out', 'not-found', 'refused'] as const),
])

type Judgeable = Pick<Plan, 'action' | 'effects' | 'grants' | 'sandbox' | 'notes' | 'resolvers' | 'replaces'>

/**
 * How much harm a plan could do, from what it touches: A nothing, B reading inside a sandbox, C writing and sending, D
 * must be seen every time, X refused. Nothing a skill declares lowers it.
 */
export function riskOf(plan: Judgeable): Risk {
  if (plan.effects.length === 0) {
    return { class: 'A', reasons: [message(plan.action.kind === 'prompt' ? 'risk-turn' : 'risk-own')] }
  }
  const weighed = plan.effects.map((effect) => weigh(effect, plan))
  const worst = weighed.map((each) => each.class).reduce((a, b) => (ORDER.indexOf(a) < ORDER.indexOf(b) ? b : a))
  const natures = weighed.flatMap((each) => (each.class === worst && each.reason ? [each.reason] : []))
  if (worst === 'X') return { class: worst, reasons: natures }
  const isLoose = plan.sandbox !== 'enforced' && weighed.every(({ reason }) => reason === undefined)
  const loose = message(plan.sandbox === 'partial' ? 'risk-partial-sandbox' : 'risk-no-sandbox')
  const raising = listRaising(plan)
  return {
    class: raising.reduce<RiskClass>(raiseClass, worst),
    reasons: [
      ...distinct(natures.length > 0 ? natures : [message('risk-reads-only')]),
      ...(isLoose ? [loose] : []),
      ...raising,
    ],
  }
}

/** The reasons for a verdict; the deciding one first. */
export const reasonsOf = ({ reason, more = [] }: Verdict): Said[] => [reason, ...more]

interface Weighed {
  class: RiskClass
  /** Absent if it only reads. */
  reason?: Message
}

function weigh(effect: Effect, { sandbox, grants, effects, replaces = [] }: Judgeable): Weighed {
  const reading: RiskClass = sandbox === 'enforced' ? 'B' : 'C'
  switch (effect.does) {
    case 'read':
    case 'see-machine':
      return { class: reading }
    case 'write': {
      const isLost = replaces.some(({ path, noCopy }) => noCopy && path === effect.realPath)
      return isLost
        ? { class: 'D', reason: message('risk-cannot-undo') }
        : { class: 'C', reason: message('risk-writes') }
    }
    case 'delete':
      return { class: 'D', reason: message(isCopied(effect.realPath, replaces) ? 'risk-writes' : 'risk-cannot-undo') }
    case 'signal':
      return { class: 'D', reason: message('risk-signals') }
    case 'send':
      return {
        class: 'C',
        reason: effect.origin === '' ? message('risk-sends') : message('risk-sends-to', { origin: effect.origin }),
      }
    case 'use-secret':
      return { class: grants.secrets.includes(effect.name) ? 'C' : 'D', reason: message('risk-secret', effect) }
    case 'use-credential':
      return { class: 'C', reason: message('risk-credential', effect) }
    case 'use-variable':
      return { class: 'C', reason: message('risk-variable', effect) }
    case 'run-code': {
      const isReviewed = effect.code === 'file' && effect.sha256 !== null && sandbox === 'enforced'
      if (!isReviewed) return { class: 'D', reason: message('risk-any-code', { name: effect.name }) }
      // Confined, offline and without a folder to write in, it can do no more than a program that reads.
      const isHarmless = grants.write.length === 0 && !effects.some(({ does }) => does === 'send')
      const name = effect.name.replace(/^.*[\\/]/s, '')
      return { class: isHarmless ? 'B' : 'C', reason: message('risk-reviewed-code', { name }) }
    }
    case 'gain-rights':
      return { class: 'D', reason: message('risk-gains-rights', { name: effect.name }) }
    case 'start':
      return { class: 'C', reason: message('risk-starts', { name: effect.server }) }
    case 'store':
      return effect.access === 'read'
        ? { class: reading }
        : { class: 'C', reason: message('risk-stores', { name: effect.schema }) }
    case 'change':
      return { class: 'C', reason: message('risk-changes', { name: effect.what }) }
    case 'unknown':
      return { class: 'C', reason: message('risk-may-change', { name: effect.what }) }
    case 'break-rules':
      return { class: 'X', reason: effect.what }
  }
}

const isCopied = (path: string, replaces: NonNullable<Judgeable['replaces']>) =>
  replaces.some((file) => file.path === path && !file.noCopy)

function distinct(reasons: readonly Message[]): Message[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()]
}

function listRaising({ action, notes, resolvers }: Judgeable): Said[] {
  const raising = notes.flatMap(({ element, text, raises }): Said[] => {
    if (!raises) return []
    if (element < 0) return [message('raised-by-value', { note: text })]
    return [message('raised-by-argument', { at: element, text: shorten(argvOf(action)[element] ?? ''), note: text })]
  })
  for (const { param, outcome } of resolvers) {
    if (FAILED_OPEN.has(outcome))
      raising.push(message('raised-by-resolver', { param, outcome: describeOutcome(outcome) }))
  }
  return raising
}

/** Why a helper gave no value, unless it said so itself. */
export const describeOutcome = (outcome: ResolverOutcome): Message => message(`outcome-${outcome}`)

function shorten(text: string): string {
  return toVisible(JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)).text
}
