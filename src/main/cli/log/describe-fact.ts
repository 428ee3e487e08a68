import { toLine } from '#main/cli/print'
import type { Run } from '#shared/call/plan'
import { quoteArgv } from '#shared/call/quote'
import { describeRule, type Rule } from '#shared/call/rule'
import type { Fact } from '#shared/facts'
import { isObject } from '#shared/json'
import { type Message, textOf } from '#shared/messages/message'
import { withTexts } from '#shared/messages/with-texts'

/** A line of the log: what and when, and what it says. */
export const describeRow = (fact: Fact, when: string): string =>
  `${when}  ${fact.type.padEnd(17)}  ${describeFact(fact)}`

const LONGEST = 160

/** A fact on one line. A rescued fact may lack anything. */
export function describeFact(fact: Fact): string {
  const said = toLine(saidBy(withTexts(fact) as Partial<Record<string, unknown>>))
  return said.length > LONGEST ? `${said.slice(0, LONGEST - 1)}…` : said
}

function saidBy(fact: Partial<Record<string, unknown>>): string {
  switch (fact.type) {
    case 'request.sent':
      return `${fact.request} to ${fact.model}, ${fact.bytes} bytes`
    case 'call.requested':
      return `${fact.tool} ${JSON.stringify(fact.args ?? {})}`
    case 'call.refused':
      return `${fact.code}: ${fact.message}`
    case 'turn.inside':
      return isObject(fact.body) ? saidBy(fact.body) : ''
    case 'call.planned':
      return 'not run: only its plan was asked for'
    case 'approval.asked':
    case 'run.started':
      return `${idOf(fact)}${commandOf(fact.plan)}`
    case 'approval.answered':
      return `${fact.decision} by ${fact.by}${detailOf(fact)}`
    case 'question.asked':
      return `${fact.server} asks the person: ${fact.text}${fact.refused ? ' (refused)' : ''}`
    case 'question.answered':
      return Array.isArray(fact.given) ? `given ${JSON.stringify(fact.given)}` : 'nothing given'
    case 'resolver.started':
    case 'postprocess.started':
      return commandOf(fact.step)
    case 'resolver.finished':
    case 'postprocess.finished':
      return isObject(fact.step) ? `${fact.step.outcome} ${fact.step.value ?? ''}`.trim() : ''
    case 'skill.installed':
      return `${fact.skill} from ${isObject(fact.source) ? fact.source.from : 'somewhere'} (${String(fact.hash).slice(0, SHORT_HASH)})`
    case 'skill.trusted':
      return `${fact.skill} as it is now (${String(fact.hash).slice(0, SHORT_HASH)})`
    case 'skill.switched':
      return `${fact.skill} ${fact.enabled === true ? 'enabled' : 'disabled'}`
    case 'skill.removed':
      return String(fact.skill)
    case 'scripts.switched':
      return `${fact.skill} ${fact.allowed === true ? 'may run its scripts' : 'may run no script'}`
    case 'skill.access-switched':
      return `${fact.skill} ${fact.allowed === true ? 'may use' : 'may not use'}: ${fact.need}`
    case 'tool.switched':
      return `${fact.tool} of ${fact.skill} switched ${fact.enabled === true ? 'on' : 'off'}`
    case 'model.set':
    case 'model.tried':
      return `${fact.model} ${JSON.stringify(fact.settings ?? fact.trial ?? {})}`
    case 'chat.tools-changed':
      return `off in this chat: ${JSON.stringify(fact.off ?? {})}`
    case 'rule.made':
      return ruleOf(fact.rule)
    case 'rule.revoked':
      return String(fact.rule).slice(0, SHORT_ID)
    case 'chat.policy-changed':
      return `policy = ${fact.policy}`
    case 'run.finished':
      return `${idOf(fact)}${describeHow(fact)}, ${fact.ms} ms`
    case 'run.interrupted':
      return `${idOf(fact)}interrupted: how it ended is not known`
    case 'message.added':
      return `${fact.role}: ${fact.content}`
    case 'answer.written':
      return `${fact.text || fact.thinking}`
    case 'chat.created':
    case 'chat.renamed':
      return String(fact.title)
    case 'turn.started':
      return String(fact.model)
    case 'turn.finished':
      return String(fact.reason)
    case 'setting.changed':
      return `${fact.name} = ${fact.value}`
    default: {
      const { seq, at, chat, type, ...rest } = fact
      return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest)
    }
  }
}

const SHORT_ID = 8
const SHORT_HASH = 12

function idOf({ run }: Partial<Record<string, unknown>>): string {
  return typeof run === 'string' ? `${run.slice(0, SHORT_ID)}  ` : ''
}

/** Which rule decided, or why nobody was asked. */
function detailOf({ rule, note, why }: Partial<Record<string, unknown>>): string {
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
}: Partial<Record<keyof Run, unknown>>): string {
  if (isObject(failure)) return String(withTexts(failure.message))
  if (canceled === true) return 'stopped'
  if (timedOut === true) return 'timed out'
  if (typeof signal === 'string') return `ended by signal ${signal}`
  return exitCode === null ? 'done' : `exit ${exitCode}`
}

function commandOf(plan: unknown): string {
  const action = isObject(plan) && isObject(plan.action) ? plan.action : {}
  if (action.kind === 'http') return `${action.method} ${action.url}`
  return Array.isArray(action.argv)
    ? `$ ${quoteArgv(action.argv.map(String), 'posix').text}`
    : String(action.name ?? '')
}

/** In this computer's time zone. */
export function describeMoment(at: string): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return toLine(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const date = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${date} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}
