import type { ContextFitted } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import type { ModelMessage, ToolDefinition } from '#shared/model/model'
import { estimateTokens } from './estimate-tokens.ts'

export interface ContextParts {
  system: string
  /** What the system text says about skills, counted separately. */
  skills: string
  tools: readonly ToolDefinition[]
  messages: readonly ModelMessage[]
}

/** Messages before `left` are dropped, and tool outputs before `shrunk` are shortened. */
export interface Cut {
  left: number
  shrunk: number
}

export interface ContextBudget {
  /** The context size of the request. */
  numCtx: number
  calibration: number
  /** The cut of the previous request; kept while it suffices, so that this request starts the same. */
  cut?: Cut
}

export interface FittedContext extends Pick<ContextFitted, 'numCtx' | 'estimate' | 'bySource'> {
  messages: ModelMessage[]
  /** Everything that the model does not get to read. */
  withheld: Message[]
  cut: Cut
}

/** Room for the answer and for errors of the estimate. */
const MARGIN = 1.3
/** A cut goes down to this share, so that the next requests need none. */
const AFTER_CUT = 0.7
const A_MESSAGE = 5
/**
 * Models differ and none says so beforehand: from 256 tokens (Gemma) to about 3 000 for a large picture (Qwen). With
 * more, eight pictures would not fit into 16 384.
 */
export const A_PICTURE = 1024
const SHRUNK_CHARS = 240
const MOST_NAMED = 256

interface Item {
  message: ModelMessage
  cost: number
  at: number
  cut: number
}

/**
 * Keeps system text and tools whole. Shortens older outputs, then drops old turns, a lot at once, because the server
 * rereads everything after a cut.
 */
export function fitContext(parts: ContextParts, { numCtx, calibration, cut: before }: ContextBudget): FittedContext {
  const count = (text: string) => Math.ceil(estimateTokens(text) * calibration)
  const costOf = (message: ModelMessage) => count(readAs(message)) + A_MESSAGE + A_PICTURE * picturesOf(message)
  const system = count(parts.system)
  const skills = count(parts.skills)
  const tools = parts.tools.reduce((sum, tool) => sum + count(JSON.stringify(tool)), 0)
  const room = Math.floor(numCtx / MARGIN) - system - skills - tools

  const whole = parts.messages.map((message, at): Item => ({ message, cost: costOf(message), at, cut: 0 }))
  const apply = (cut: Cut) => leaveOut(shrinkOlder(whole, cut.shrunk, costOf), cut.left, costOf)
  const cut = chooseCut(whole, room, before ?? { left: 0, shrunk: 0 }, (one) => sumOf(apply(one)))
  const fitted = shrinkLast(apply(cut), room, costOf)

  const toolOutput = sumOf(fitted.filter(({ message }) => message.role === 'tool'))
  const bySource = { system, tools, skills, history: sumOf(fitted) - toolOutput, toolOutput }
  const estimate = Object.values(bySource).reduce((sum, tokens) => sum + tokens, 0)
  const kept = new Set(fitted.map(({ at }) => at))
  const dropped = whole.filter(({ at }) => !kept.has(at))
  const withheld = [...nameAllDropped(dropped), ...fitted.filter((item) => item.cut > 0).map(nameShrunk)]
  return { numCtx, estimate, bySource, messages: fitted.map(({ message }) => message), withheld, cut }
}

/** The previous cut while it suffices; otherwise shorter outputs, then fewer turns, then fewer rounds of this turn. */
function chooseCut(items: readonly Item[], room: number, before: Cut, costOf: (cut: Cut) => number): Cut {
  const question = lastOfPerson(items)
  const isStill = before.left <= question && before.shrunk <= items.length
  const { left, shrunk } = isStill ? before : { left: 0, shrunk: 0 }
  if (costOf({ left, shrunk }) <= room) return { left, shrunk }
  const round = items.findLastIndex(({ message }) => message.role === 'assistant')
  const fresh = items.findLastIndex(({ message }) => message.role === 'assistant' && message.calls.length > 0)
  const older = Math.max(shrunk, fresh, question)
  const starts = items.flatMap(({ message }, at) => {
    const isStart = at <= question ? message.role === 'user' : message.role === 'assistant' && at !== question + 1
    return isStart && at > left && (at <= question || at <= round) ? [at] : []
  })
  const wanted = room * AFTER_CUT
  // The cost falls from each start to the next, and a chat may have thousands.
  const firstWithin = (most: number) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (costOf({ left: starts[middle] ?? 0, shrunk: older }) <= most) high = middle
      else low = middle + 1
    }
    return starts[low]
  }
  if (costOf({ left, shrunk: older }) <= wanted) return { left, shrunk: older }
  const end = firstWithin(wanted) ?? firstWithin(room) ?? starts.at(-1) ?? left
  return { left: end, shrunk: older }
}

const sumOf = (items: readonly Item[]) => items.reduce((sum, { cost }) => sum + cost, 0)

export const readAs = (sent: ModelMessage) =>
  sent.role === 'assistant' ? (sent.written ?? sent.content + JSON.stringify(sent.calls)) : sent.content

const picturesOf = (message: ModelMessage) => (message.role === 'user' ? (message.images?.length ?? 0) : 0)

const lastOfPerson = (items: readonly Item[]) => items.findLastIndex(({ message }) => message.role === 'user')

type CostOf = (message: ModelMessage) => number

function shrinkOlder(items: readonly Item[], end: number, costOf: CostOf): Item[] {
  return items.map((item) => (item.at < end ? shrink(item, SHRUNK_CHARS, costOf) : item))
}

/** If it is still too much: as much of the last outputs as fits. */
function shrinkLast(items: readonly Item[], room: number, costOf: CostOf): Item[] {
  let over = sumOf(items) - room
  return items.map((item) => {
    if (over <= 0 || item.message.role !== 'tool' || item.cut > 0) return item
    const share = Math.max(0, item.cost - over) / item.cost
    const shrunk = shrink(item, Math.max(SHRUNK_CHARS, Math.floor(item.message.content.length * share * 0.9)), costOf)
    over -= item.cost - shrunk.cost
    return shrunk
  })
}

function shrink(item: Item, keep: number, costOf: CostOf): Item {
  const { message } = item
  if (message.role !== 'tool' || message.content.length <= Math.max(keep, 2 * SHRUNK_CHARS)) return item
  const cut = message.content.length - keep
  const start = message.content.slice(0, keep).toWellFormed()
  const shorter = { ...message, content: `${start}\n[${cut} more characters of this output are left out]` }
  return { ...item, message: shorter, cost: costOf(shorter), cut }
}

/** Replaces everything before `end`, except the person's last message, by one line. */
function leaveOut(items: readonly Item[], end: number, costOf: CostOf): Item[] {
  const question = lastOfPerson(items)
  const left = items.filter(({ at }) => at >= end || at === question)
  const count = items.length - left.length
  if (count === 0) return left
  const content = `[${count} earlier messages of this chat are left out here to fit the model's context]`
  const message: ModelMessage = { role: 'user', content }
  return [{ message, cost: costOf(message), at: -1, cut: 0 }, ...left]
}

/** One by one while that is readable; every request records this fact. */
function nameAllDropped(dropped: readonly Item[]): Message[] {
  if (dropped.length <= MOST_NAMED) return dropped.map(nameDropped)
  const characters = dropped.reduce((sum, { message }) => sum + readAs(message).length, 0)
  const [from, to] = [dropped[0], dropped.at(-1)].map((item) => (item?.at ?? 0) + 1)
  return [message('messages-left-out', { count: dropped.length, from: from ?? 0, to: to ?? 0, characters })]
}

function nameDropped({ message: left, at }: Item): Message {
  const pictures = picturesOf(left)
  const values = { number: at + 1, from: message(FROM[left.role]), characters: readAs(left).length }
  if (pictures === 0) return message('message-left-out', values)
  return message(pictures === 1 ? 'message-left-out-picture' : 'message-left-out-pictures', { ...values, pictures })
}

const FROM = { user: 'from-person', assistant: 'from-model', tool: 'from-tool', system: 'from-system' } as const

const nameShrunk = ({ message: left, at, cut }: Item) =>
  message('output-left-out', { count: cut, tool: left.role === 'tool' ? left.tool : '', number: at + 1 })
