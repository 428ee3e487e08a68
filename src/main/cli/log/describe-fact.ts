import { toLine } from '#main/cli/print'
import type { Run } from '#shared/call/plan'
import { quoteArgv } from '#shared/call/quote'
import { describeRule, type Rule } from '#shared/call/rule'
import type { Fact } from '#shared/facts'
import { isObject, toText } from '#shared/json'
import { type Message, textOf } from '#shared/messages/message'
import { withTexts } from '#shared/messages/with-texts'

export const describeRow = (fact: Fact, when: string): string =>
  `${when}  ${fact.type.padEnd(17)}  ${describeFact(fact)}`

const LONGEST = 160

/** A fact on one line. A rescued fact may lack anything. */
export function describeFact(fact: Fact): string {
  const said = toLine(saidBy(withTexts(fact) as AnyFact))
  return said.length > LONGEST ? `${said.slice(0, LONGEST - 1)}…` : said
}

type AnyFact = Partial<Record<string, unknown>>

const describeSwitch = (fact: AnyFact, on: string, off: string) => (fact.enabled === true ? on : off)
const describeStep = ({ step }: AnyFact) => (isObject(step) ? `${step.outcome} ${step.value ?? ''}`.trim() : '')
const describePlanned = (fact: AnyFact) => `${idOf(fact)}${commandOf(fact.plan)}`
const describeModel = (fact: AnyFact) =>
  `${fact.model} ${JSON.stringify(fact.settings ?? fact.trial ?? { msPerToken: fact.msPerToken })}`
const hashOf = ({ hash }: AnyFact) => String(hash).slice(0, SHORT_HASH)

/** Those that are not listed are shown as JSON. */
const WORDS: Record<string, (fact: AnyFact) => string> = {
  'request.sent': (fact) => `${fact.request} to ${fact.model}, ${fact.bytes} bytes`,
  'call.requested': (fact) => `${fact.tool} ${JSON.stringify(fact.args ?? {})}`,
  'call.refused': (fact) => `${fact.code}: ${fact.message}`,
  'turn.inside': ({ body }) => (isObject(body) ? saidBy(body) : ''),
  'call.planned': () => 'not run: only its plan was asked for',
  'approval.asked': describePlanned,
  'run.started': describePlanned,
  'approval.answered': (fact) => `${fact.decision} by ${fact.by}${detailOf(fact)}`,
  'question.asked': (fact) => `${fact.server} asks the person: ${fact.text}${fact.refused ? ' (refused)' : ''}`,
  'question.answered': ({ given }) => (Array.isArray(given) ? `given ${JSON.stringify(given)}` : 'nothing given'),
  'resolver.started': ({ step }) => commandOf(step),
  'postprocess.started': ({ step }) => commandOf(step),
  'resolver.finished': describeStep,
  'postprocess.finished': describeStep,
  'skill.installed': (fact) =>
    `${fact.skill} from ${isObject(fact.source) ? fact.source.from : 'somewhere'} (${hashOf(fact)})`,
  'skill.trusted': (fact) => `${fact.skill} as it is now (${hashOf(fact)})`,
  'skill.switched': (fact) => `${fact.skill} ${describeSwitch(fact, 'enabled', 'disabled')}`,
  'skill.removed': ({ skill }) => String(skill),
  'scripts.switched': (fact) => `${fact.skill} ${fact.allowed === true ? 'may run its scripts' : 'may run no script'}`,
  'skill.access-switched': (fact) => `${fact.skill} ${fact.allowed === true ? 'may use' : 'may not use'}: ${fact.need}`,
  'tool.switched': (fact) => `${fact.tool} of ${fact.skill} switched ${describeSwitch(fact, 'on', 'off')}`,
  'model.set': describeModel,
  'model.tried': describeModel,
  'model.measured': describeModel,
  'chat.tools-changed': ({ off }) => `off in this chat: ${JSON.stringify(off ?? {})}`,
  'rule.made': ({ rule }) => ruleOf(rule),
  'rule.revoked': ({ rule }) => String(rule).slice(0, SHORT_ID),
  'chat.policy-changed': ({ policy }) => `policy = ${policy}`,
  'run.finished': (fact) => `${idOf(fact)}${describeHow(fact)}, ${fact.ms} ms`,
  'run.interrupted': (fact) => `${idOf(fact)}interrupted: how it ended is not known`,
  'message.added': (fact) => `${fact.role}: ${fact.content}`,
  'answer.written': (fact) => `${fact.text || fact.thinking}`,
  'chat.created': ({ title }) => String(title),
  'chat.renamed': ({ title }) => String(title),
  'turn.started': ({ model }) => String(model),
  'turn.finished': ({ reason }) => String(reason),
  'setting.changed': (fact) => `${fact.name} = ${fact.value}`,
}

function saidBy({ seq, at, chat, type, ...rest }: AnyFact): string {
  const words = Object.hasOwn(WORDS, String(type)) ? WORDS[String(type)] : undefined
  if (words) return words({ ...rest, type })
  return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest)
}

const SHORT_ID = 8
const SHORT_HASH = 12

const idOf = ({ run }: AnyFact): string => (typeof run === 'string' ? `${run.slice(0, SHORT_ID)}  ` : '')

/** Which rule decided, or why nobody was asked. */
function detailOf({ rule, note, why }: AnyFact): string {
  const named = typeof rule === 'string' ? ` ${rule.slice(0, SHORT_ID)}` : ''
  const said = isObject(why) ? textOf(why as unknown as Message) : note
  return typeof said === 'string' ? `${named}: ${said}` : named
}

function ruleOf(rule: unknown): string {
  if (!isObject(rule) || typeof rule.id !== 'string') return ''
  try {
    return `${rule.id.slice(0, SHORT_ID)}  ${describeRule(rule as unknown as Rule)}`
  } catch (error) {
    // A rescued rule may lack anything.
    if (error instanceof TypeError) return rule.id
    throw error
  }
}

/** How a run ended, except for its time. */
export function describeHow({
  exitCode,
  signal,
  timedOut,
  canceled,
  failure,
  status,
}: Partial<Record<keyof Run, unknown>>): string {
  // Its time follows.
  if (isObject(failure)) return String(withTexts(failure.message)).replace(/\.$/, '')
  if (canceled === true) return 'stopped'
  if (timedOut === true) return 'timed out'
  if (typeof signal === 'string') return `ended by signal ${signal}`
  if (typeof status === 'number') return `status ${status}`
  return exitCode === null ? 'done' : `exit ${exitCode}`
}

function commandOf(plan: unknown): string {
  const action = isObject(plan) && isObject(plan.action) ? plan.action : {}
  if (action.kind === 'http') return `${action.method} ${action.url}`
  return Array.isArray(action.argv)
    ? `$ ${quoteArgv(action.argv.map(toText), 'posix').text}`
    : toText(action.name ?? '')
}

/** In this computer's time zone. */
export function describeMoment(at: string): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return toLine(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const date = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${date} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}
