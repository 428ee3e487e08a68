import { type Message, message, type Said } from '#shared/messages/message'
import { isInside } from '#shared/paths'
import { toVisible } from '#shared/visible'
import type { Effect } from './action.ts'
import { argvOf } from './describe-action.ts'
import type { Plan, ResolverOutcome, Risk, RiskClass, Verdict } from './plan.ts'

const NEXT: Record<RiskClass, RiskClass> = { A: 'B', B: 'C', C: 'D', D: 'D', X: 'X' }
const ORDER: readonly RiskClass[] = ['A', 'B', 'C', 'D', 'X']

export const raiseClass = (risk: RiskClass): RiskClass => NEXT[risk]

/** The value stayed as it was because the helper that should correct it failed. */
const FAILED_OPEN: ReadonlySet<ResolverOutcome> = new Set(['failed', 'empty', 'timed-out', 'not-found', 'refused'])

type Judgeable = Pick<Plan, 'action' | 'effects' | 'grants' | 'sandbox' | 'notes' | 'resolvers' | 'replaces'>

/**
 * How much harm a plan could do, from what it touches: A nothing, B reading inside a sandbox, C writing and sending, D
 * must be seen every time, X refused. Nothing a skill declares lowers it.
 */
export function riskOf(plan: Judgeable): Risk {
  if (plan.effects.length === 0) {
    return { class: 'A', reasons: [message(plan.action.kind === 'prompt' ? 'risk-turn' : 'risk-own')] }
  }
  const weighed = plan.effects.map((effect) => {
    const weight: (effect: never, plan: Judgeable) => Weighed = WEIGHTS[effect.does]
    return weight(effect as never, plan)
  })
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

const reads = (_: Effect, { sandbox }: Judgeable): Weighed => ({ class: sandbox === 'enforced' ? 'B' : 'C' })
const weigh = (risk: RiskClass, reason: Message): Weighed => ({ class: risk, reason })

const WEIGHTS: { readonly [D in Effect['does']]: (effect: Effect & { does: D }, plan: Judgeable) => Weighed } = {
  read: reads,
  'see-machine': reads,
  write({ realPath }, { replaces = [] }) {
    const isLost = replaces.some(({ path, noCopy }) => noCopy && isInside(path, realPath))
    return isLost ? weigh('D', message('risk-cannot-undo')) : weigh('C', message('risk-writes'))
  },
  delete: ({ realPath }, { replaces = [] }) =>
    weigh('D', message(isCopied(realPath, replaces) ? 'risk-writes' : 'risk-cannot-undo')),
  signal: () => weigh('D', message('risk-signals')),
  send: ({ origin }) => weigh('C', origin === '' ? message('risk-sends') : message('risk-sends-to', { origin })),
  'use-secret': (effect, { grants }) =>
    weigh(grants.secrets.includes(effect.name) ? 'C' : 'D', message('risk-secret', effect)),
  'use-credential': (effect) => weigh('C', message('risk-credential', effect)),
  'use-variable': (effect) => weigh('C', message('risk-variable', effect)),
  'run-code'({ code, name, sha256 }, { sandbox, grants, effects }) {
    const isReviewed = code === 'file' && sha256 !== null && sandbox === 'enforced'
    if (!isReviewed) return weigh('D', message('risk-any-code', { name }))
    // Confined, offline and without a folder to write in, it can do no more than a program that reads.
    const isHarmless = grants.write.length === 0 && !effects.some(({ does }) => does === 'send')
    return weigh(isHarmless ? 'B' : 'C', message('risk-reviewed-code', { name: name.replace(/^.*[\\/]/s, '') }))
  },
  'gain-rights': ({ name }) => weigh('D', message('risk-gains-rights', { name })),
  start: ({ server: name }) => weigh('C', message('risk-starts', { name })),
  store: (effect, plan) =>
    effect.access === 'read' ? reads(effect, plan) : weigh('C', message('risk-stores', { name: effect.schema })),
  change: ({ what: name }) => weigh('C', message('risk-changes', { name })),
  unknown: ({ what: name }) => weigh('C', message('risk-may-change', { name })),
  'break-rules': ({ what }) => weigh('X', what),
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
