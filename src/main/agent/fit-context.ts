import type { ModelMessage, ToolDefinition } from '#shared/model/model'
import { estimateTokens } from './estimate-tokens.ts'

export interface ContextParts {
  system: string
  /** What the system text says of skills, counted apart. */
  skills: string
  tools: readonly ToolDefinition[]
  messages: readonly ModelMessage[]
}

export interface ContextBudget {
  /** The model's trained maximum. */
  contextLength: number
  /** The person's. */
  cap: number
  calibration: number
  /** The whole of it is asked for, however little is said. */
  isFixed?: boolean
}

export interface FittedContext {
  numCtx: number
  estimate: number
  bySource: { system: number; tools: number; skills: number; history: number; toolOutput: number }
  messages: ModelMessage[]
  /** All that the model does not get to read, in words. */
  withheld: string[]
}

/** Room for the answer, and for what an estimate misses. */
const MARGIN = 1.3
const STEP = 4096
const A_MESSAGE = 5
/**
 * A model's own affair, and told by none before it is asked: from 256 tokens (Gemma) to some 3 000 for a large picture
 * (Qwen). More would leave no room for eight of them in a context of 16 384.
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

/** System and tools stay whole; older tool outputs shrink first, then old turns go, and a line stands where they were. */
export function fitContext(parts: ContextParts, budget: ContextBudget): FittedContext {
  const count = (text: string) => Math.ceil(estimateTokens(text) * budget.calibration)
  const costOf = (message: ModelMessage) => count(textOf(message)) + A_MESSAGE + A_PICTURE * picturesOf(message)
  const most = Math.min(budget.contextLength, budget.cap)
  const system = count(parts.system)
  const skills = count(parts.skills)
  const tools = parts.tools.reduce((sum, tool) => sum + count(JSON.stringify(tool)), 0)
  const room = Math.floor(most / MARGIN) - system - skills - tools

  const items = parts.messages.map((message, at): Item => ({ message, cost: costOf(message), at, cut: 0 }))
  const asked = items.findLastIndex(({ message }) => message.role === 'assistant' && message.calls.length > 0)
  const isFresh = ({ at, message }: Item) => message.role === 'tool' && at > asked && asked > lastOfPerson(items)
  const shrunk = shrinkOutputs(items, room, costOf, (item) => (isFresh(item) ? item.cost : 0))
  const kept = dropOldest(shrunk, room, costOf)
  const fitted = shrinkOutputs(kept.items, room, costOf, (item, over) => item.cost - over)
  const messages = fitted.map(({ message }) => message)

  const ofOutput = fitted.filter(({ message }) => message.role === 'tool')
  const toolOutput = sumOf(ofOutput)
  const bySource = { system, tools, skills, history: sumOf(fitted) - toolOutput, toolOutput }
  const estimate = Object.values(bySource).reduce((sum, tokens) => sum + tokens, 0)
  const wanted = Math.ceil((estimate * MARGIN) / STEP) * STEP
  const withheld = [...nameAllDropped(kept.dropped), ...fitted.filter(({ cut }) => cut > 0).map(nameShrunk)]
  const numCtx = budget.isFixed ? most : Math.min(most, Math.max(STEP, wanted))
  return { numCtx, estimate, bySource, messages, withheld }
}

const sumOf = (items: readonly Item[]) => items.reduce((sum, { cost }) => sum + cost, 0)

const textOf = (message: ModelMessage) =>
  message.role === 'assistant' ? message.content + JSON.stringify(message.calls) : message.content

const picturesOf = (message: ModelMessage) => (message.role === 'user' ? (message.images?.length ?? 0) : 0)

const lastOfPerson = (items: readonly Item[]) => items.findLastIndex(({ message }) => message.role === 'user')

/** Oldest first, as long as there is too much; `target` says to how many tokens one may come down. */
function shrinkOutputs(
  items: readonly Item[],
  room: number,
  costOf: (message: ModelMessage) => number,
  target: (item: Item, over: number) => number,
): Item[] {
  let over = sumOf(items) - room
  return items.map((item) => {
    const { message, cost } = item
    if (over <= 0 || message.role !== 'tool' || item.cut > 0) return item
    const share = Math.max(0, target(item, over)) / cost
    const keep = Math.max(SHRUNK_CHARS, Math.floor(message.content.length * share * 0.9))
    if (share >= 1 || message.content.length <= 2 * SHRUNK_CHARS) return item
    const cut = message.content.length - keep
    const start = message.content.slice(0, keep).toWellFormed()
    const shorter = { ...message, content: `${start}\n[${cut} more characters of this output are left out]` }
    const shrunk = { ...item, message: shorter, cost: costOf(shorter), cut }
    over -= cost - shrunk.cost
    return shrunk
  })
}

/** Oldest turns first, then the oldest rounds of this turn; the person's last message and the last round stay. */
function dropOldest(items: readonly Item[], room: number, costOf: (message: ModelMessage) => number) {
  const question = lastOfPerson(items)
  const round = items.findLastIndex(({ message }) => message.role === 'assistant')
  const starts = items.flatMap(({ message }, at) => {
    const isStart = at <= question ? message.role === 'user' : message.role === 'assistant'
    return isStart && at > 0 && (at <= question || at <= round) ? [at] : []
  })
  const isDropped = (at: number, end: number) => at < end && at !== question
  const keepsQuestion = (end: number) => question >= 0 && question < end
  const noteFor = (end: number) => note(end - (keepsQuestion(end) ? 1 : 0))
  const costs = [0]
  for (const { cost } of items) costs.push((costs.at(-1) ?? 0) + cost)
  const whole = costs.at(-1) ?? 0
  // In one step for each start: a chat may have thousands of messages.
  const costOfLeft = (end: number) => {
    const kept = keepsQuestion(end) ? (items[question]?.cost ?? 0) : 0
    return whole - (costs[end] ?? 0) + kept + (end > 0 ? costOf(noteFor(end)) : 0)
  }

  const ends = [0, ...starts.filter((at) => at !== question + 1)]
  const end = ends.find((one) => costOfLeft(one) <= room) ?? ends.at(-1) ?? 0
  const left = items.filter((_, at) => !isDropped(at, end))
  const dropped = items.filter((_, at) => isDropped(at, end))
  if (dropped.length === 0) return { items: left, dropped }
  const message = noteFor(end)
  return { items: [{ message, cost: costOf(message), at: 0, cut: 0 }, ...left], dropped }
}

const note = (count: number): ModelMessage => ({
  role: 'user',
  content: `[${count} earlier messages of this chat are left out here to fit the model's context]`,
})

/** Each by itself while one can read them; a fact is written for every request. */
function nameAllDropped(dropped: readonly Item[]): string[] {
  if (dropped.length <= MOST_NAMED) return dropped.map(nameDropped)
  const characters = dropped.reduce((sum, { message }) => sum + textOf(message).length, 0)
  const [from, to] = [dropped[0], dropped.at(-1)].map((item) => (item?.at ?? 0) + 1)
  return [`${dropped.length} messages between message ${from} and ${to} (${characters} characters)`]
}

function nameDropped({ message, at }: Item): string {
  const pictures = picturesOf(message)
  const seen = pictures === 0 ? '' : `, ${pictures === 1 ? '1 picture' : `${pictures} pictures`}`
  return `message ${at + 1} (${message.role}, ${textOf(message).length} characters${seen})`
}

const nameShrunk = ({ message, at, cut }: Item) =>
  `${cut} characters of the output of ${message.role === 'tool' ? message.tool : ''} (message ${at + 1})`
