import { formatMs } from '#renderer/parts/ui/figures.ts'
import type { Caller, Ending, HttpAction, ProcessAction } from '#shared/call/action'
import { nameAction } from '#shared/call/describe-action'
import { type Nature, natureOf } from '#shared/call/nature'
import type { Plan, Risk, Verdict } from '#shared/call/plan'
import { reasonsOf } from '#shared/call/risk'
import { message, type Said } from '#shared/messages/message'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { CallStatus, ChatCall } from '#shared/requests/chat-requests'
import type { ActivityRow } from '#shared/requests/requests'
import { type HeadingPiece, oneLine } from '#shared/skill/tool-words'
import { toVisible } from '#shared/visible'

const VERBS: Record<CallStatus, Text> = {
  proposed: 'Starting',
  waiting: 'Needs approval',
  running: 'Running',
  done: 'Ran',
  failed: 'Failed',
  denied: 'Denied',
  refused: 'Not run',
  canceled: 'Canceled',
  'timed-out': 'Timed out',
  interrupted: 'Interrupted',
}

export function verbOf(status: CallStatus): string {
  return say(VERBS[status])
}

/** `exit 0`, or the state in a word. */
export function stateOf({ state, exitCode }: ActivityRow): string {
  const hasEnded = state === 'done' || state === 'failed'
  return hasEnded && typeof exitCode === 'number' ? say('exit {code}', { code: exitCode }) : verbOf(state)
}

/** The arguments did not fit and the model was asked to correct them; the person need not do anything. */
export const isSentBack = ({ status, refusal }: ChatCall): boolean =>
  status === 'refused' && /^(ARGS|PARAM)_/.test(refusal?.code ?? '')

export const verbOfCall = (call: ChatCall): string =>
  asksNow(call) ? say('Asks you') : isSentBack(call) ? say('Sent back to correct') : verbOf(call.status)

/** What heads its card and rows. A server's words never do. */
export function headingFor({ action, heading }: Plan, isDone = false): readonly HeadingPiece[] | null {
  if (action.kind !== 'mcp') return (isDone && heading?.past) || heading?.now || null
  const names = { tool: oneLine(action.tool), server: oneLine(action.server.name) }
  return [{ text: say(isDone ? 'Called {tool} on {server}' : 'Call {tool} on {server}', names), origin: 'skill' }]
}

/** The command on one line, or what was requested if there is no command. */
export function targetOf(call: ChatCall): string {
  if (call.plan) return nameAction(call.plan.action)
  return Object.keys(call.args).length > 0 ? `${call.tool} ${JSON.stringify(call.args)}` : call.tool
}

const EXCESS: Partial<Record<Ending, Text>> = {
  'out-of-memory': 'out of memory',
  'out-of-processor-time': 'out of processor time',
  'file-too-large': 'file too large',
}

/** The person, not a model, filled in what ran: it is their call, or they edited it. */
export const isFilledInByPerson = ({ caller, facts }: Pick<ChatCall, 'caller' | 'facts'>): boolean =>
  caller.kind === 'person' || facts.some((fact) => fact.type === 'approval.answered' && fact.edited !== undefined)

/** `0.4 s`, `exit 0`: shown beside the command on a closed card. */
export function detailsOf(call: ChatCall): string[] {
  const finished = call.run?.finished
  if (!finished) return []
  const details = [formatMs(finished.ms)]
  const excess = finished.how && EXCESS[finished.how]
  if (excess) details.push(say(excess))
  else if (finished.exitCode !== null) details.push(say('exit {code}', { code: finished.exitCode }))
  if (finished.signal) details.push(finished.signal)
  return details
}

/** How a call was read that did not arrive as one: as a tag and as a sentence. */
export function recoveryOf({ caller }: { caller: Caller }): { tag: string; note: string } | null {
  if (caller.kind !== 'model' || caller.from === 'protocol') return null
  if (caller.wrote !== undefined) {
    const note = say('The model wrote `{command}` instead of calling a tool.', { command: caller.wrote })
    return { tag: say('written as a command'), note }
  }
  if (caller.from === 'choice') {
    return { tag: say('corrected'), note: say('Skillet corrected this call or asked the model to choose it.') }
  }
  return { tag: say('found in its text'), note: sayMessage(message('found-in-text')) }
}

/** What a value that the model wrote was taken for. */
export function coercionWords(coercion: Plan['coercions'][number]): string {
  const param = toVisible(coercion.param).text
  const from = toVisible(JSON.stringify(coercion.from)).text
  const to = toVisible(JSON.stringify(coercion.to)).text
  if (coercion.to === null) return say('{param}: {from} left out', { param, from })
  return say('{param}: {from} interpreted as {to}', { param, from, to })
}

export function decisionOf(call: ChatCall): string | null {
  const approval = call.approvals.at(-1)
  if (!approval) return null
  if (approval.state === 'expired') return say('no decision before the answer ended')
  if (!approval.answer) return null
  const { decision, by, rule } = approval.answer
  const why = approval.answer.why ?? approval.answer.note
  const note = by === 'person' ? approval.answer.note : why && sayMessage(why)
  const who = by === 'rule' ? ruleOf(rule) : say(by === 'person' ? 'you' : 'a command-line option')
  if (!note) return say(decision === 'deny' ? 'denied by {who}' : 'allowed once by {who}', { who })
  return say(decision === 'deny' ? 'denied by {who} (“{note}”)' : 'allowed once by {who} (“{note}”)', { who, note })
}

const ruleOf = (rule: string | undefined) => (rule ? say('rule {rule}', { rule }) : say('rule'))

export function isOver(status: CallStatus): boolean {
  return status !== 'proposed' && status !== 'waiting' && status !== 'running'
}

/** Its server waits for the person's answer. */
export const asksNow = ({ status, question }: ChatCall): boolean =>
  status === 'running' && question !== undefined && !question.refused && question.answered === undefined

/** A card opens by itself while it asks, while it shows output, and when something went wrong. */
export function opensByItself(status: CallStatus): boolean {
  return status === 'waiting' || status === 'running' || status === 'failed' || status === 'timed-out'
}

/** `folder`: its name now leads somewhere else. */
const WORDS: Partial<Record<keyof Plan | keyof ProcessAction | keyof HttpAction | 'folder', Text>> = {
  tool: 'the tool',
  toolSpec: 'the tool’s definition',
  skill: 'the skill',
  skillHash: 'the skill’s files',
  argv: 'the command',
  binary: 'the program',
  cwd: 'the working folder',
  folder: 'the real path of the folder',
  env: 'the environment variables',
  stdin: 'the content to write',
  tempFiles: 'the temporary files',
  timeoutMs: 'the time limit',
  resolvers: 'the resolved values',
  coercions: 'the interpreted values',
  postProcess: 'the output processing',
  sandbox: 'the sandbox',
  confinement: 'the sandbox permissions',
  risk: 'the risk',
  replaces: 'the files it replaces',
}

/** A field of a plan in words, or its own name if there are none. */
export function fieldWords(field: string): string {
  const text = Object.hasOwn(WORDS, field) ? WORDS[field as keyof typeof WORDS] : undefined
  if (text) return say(text)
  if (field.startsWith('env ')) return say('the environment variable {name}', { name: toVisible(field.slice(4)).text })
  return toVisible(field).text
}

/** The risk as judged: the class at that moment, with the deciding reasons first. */
export function judgedRisk({ risk }: Pick<Plan, 'risk'>, verdict: Verdict): Risk {
  return { class: verdict.class ?? risk.class, reasons: reasonsOf(verdict) }
}

/** Reasons that the chip already shows. */
const IN_CHIP: Readonly<Record<string, Nature>> = {
  ...{ 'risk-own': 'own', 'risk-turn': 'turn' },
  ...{ 'risk-reads-only': 'reads', 'risk-writes': 'changes', 'risk-cannot-undo': 'gone' },
  'risk-changes': 'changes',
  ...{ 'risk-sends': 'online', 'risk-may-change': 'unknown' },
}

/** Why a person is asked, beyond what the chip says; null if there is nothing more. */
export function whyAsked(plan: Plan, verdict: Verdict): string | null {
  const nature = natureOf(plan)
  const isTold = (said: Said) =>
    typeof said !== 'string' &&
    (IN_CHIP[said.code] === nature || (said.code === 'risk-may-change' && nature === 'changes'))
  const told = judgedRisk(plan, verdict).reasons.filter((reason) => !isTold(reason))
  return told.length > 0 ? told.map(sayMessage).join(' · ') : null
}
