import { callerOf } from '#shared/call/call-state'
import { nameAction } from '#shared/call/describe-action'
import type { Plan } from '#shared/call/plan'
import type { Fact, FactOf, Push } from '#shared/facts'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

export type UnderWay = ReturnType<typeof makeUnderWay>

interface Commanded {
  call: string
  chat: string | null
  tool: string
  command: string
}

export interface Notice {
  title: string
  body: string
  /** The chat that a click opens. */
  chat: string | null
}

interface AttentionPorts {
  /** The person has the window in front of them. */
  isLooking(): boolean
  isOn(): boolean
  notify(notice: Notice): void
  setBadge(count: number): void
}

const LONGEST = 160
const SHOWN = 6
/** A command this long is announced at once, shorter ones when the turn ends. */
const LONG_MS = 10_000

/**
 * What is running and what waits, folded from what main pushes since the start. A person who looks elsewhere is told
 * what waits or has ended; the texts are ours, except for the tool's name.
 */
export function makeUnderWay({ isLooking, isOn, notify, setBadge }: AttentionPorts) {
  const runs = new Map<string, Commanded>()
  const asked = new Map<string, Commanded>()
  /** A person's own calls continue after a turn ends; background calls may be stopped at any time and are not announced. */
  const callers = new Map<string, 'person' | 'trigger'>()
  /** How many short commands ended in the current turn of each chat. */
  const turns = new Map<string, number>()
  let badge = 0
  const nameOf = (run: string) => runs.get(run)?.tool ?? say('A command')
  const tell = (chat: string | null, body: string) => {
    if (isOn() && !isLooking()) notify({ title: 'Skillet', body, chat })
  }

  function finishRun({ call, chat, run, ...ended }: FactOf<'run.finished'>): void {
    const count = chat === null ? undefined : turns.get(chat)
    if (callers.get(call) === 'trigger') return
    if (chat === null || count === undefined || ended.ms >= LONG_MS) tell(chat, describeEnd(nameOf(run), ended))
    else turns.set(chat, count + 1)
  }

  function finishTurn({ chat, reason }: FactOf<'turn.finished'>): void {
    for (const { call, chat: of } of asked.values()) if (of === chat && !callers.has(call)) asked.delete(call)
    if (chat === null) return
    const commands = turns.get(chat) ?? 0
    turns.delete(chat)
    if (reason === 'stopped' || reason === 'interrupted') return
    tell(chat, reason === 'answered' ? describeAnswer(commands) : describeTurnEnd(commands))
  }

  function take(fact: Fact): void {
    const { type, chat } = fact
    if (type === 'turn.started' && chat) turns.set(chat, 0)
    if (type === 'turn.finished') finishTurn(fact)
    if (type === 'call.requested') {
      const { kind } = callerOf(fact)
      if (kind === 'person' || kind === 'trigger') callers.set(fact.call, kind)
    }
    if (type === 'approval.asked') {
      const waiting = describe(fact.call, chat, fact.plan)
      asked.set(fact.call, waiting)
      tell(chat, say('{tool} needs your approval.', { tool: waiting.tool }))
    }
    if (type === 'question.asked' && !fact.refused) {
      const run = runs.get(fact.run)
      if (run && callers.get(fact.call) !== 'trigger') asked.set(fact.call, run)
      tell(chat, say('{tool} asks you something.', { tool: nameOf(fact.run) }))
    }
    if (type === 'run.started') runs.set(fact.run, describe(fact.call, chat, fact.plan))
    if (type === 'run.finished') finishRun(fact)
    if (type === 'run.finished' || type === 'run.interrupted') runs.delete(fact.run)
    if (type === 'run.finished' || type === 'run.interrupted' || type === 'call.refused') callers.delete(fact.call)
    if (type === 'question.answered' || type === 'run.interrupted') asked.delete(fact.call)
    if (type === 'approval.answered' || type === 'call.refused') asked.delete(fact.call)
  }

  return {
    take: (push: Push): void => {
      if (push.kind !== 'fact') return
      take(push.fact)
      if (asked.size !== badge) setBadge(asked.size)
      badge = asked.size
    },
    /** Oldest first. */
    commands: () => [...runs.values()].filter(({ call }) => callers.get(call) !== 'trigger'),
    /** What waits for the person. */
    asked: () => [...asked.values()],
  }
}

type End = Pick<FactOf<'run.finished'>, 'timedOut' | 'canceled' | 'exitCode'>

function describeEnd(tool: string, { timedOut, canceled, exitCode }: End): string {
  if (timedOut) return say('{tool} took too long and was stopped.', { tool })
  if (canceled) return say('{tool} was stopped.', { tool })
  if (exitCode === null) return say('{tool} ended without an exit code.', { tool })
  return say('{tool} ended with exit code {code}.', { tool, code: exitCode })
}

function describeAnswer(commands: number): string {
  if (commands === 0) return say('The model answered.')
  if (commands === 1) return say('The model answered after one command.')
  return say('The model answered after {count} commands.', { count: commands })
}

function describeTurnEnd(commands: number): string {
  if (commands === 0) return say('The model stopped.')
  if (commands === 1) return say('The model stopped after one command.')
  return say('The model stopped after {count} commands.', { count: commands })
}

/** What quitting now would lose, for a system dialog; null if nothing. */
export function describeLeaving(underWay: UnderWay): { message: string; detail: string } | null {
  const [running, waiting] = [underWay.commands(), underWay.asked()]
  if (running.length + waiting.length === 0) return null
  const parts = [
    ...(running.length > 0 ? [describeRunning(running.length)] : []),
    ...(waiting.length > 0 ? [describeWaiting(waiting.length)] : []),
  ]
  const lines = [
    ...running.map(({ command }) => say('Running: {command}', { command })),
    ...waiting.map(({ command }) => say('Waiting: {command}', { command })),
  ]
  const more = lines.length > SHOWN ? [say('… and {count} more', { count: lines.length - SHOWN })] : []
  return {
    message: `${parts.join(say(', and '))}.`,
    detail: [
      ...lines.slice(0, SHOWN),
      ...more,
      '',
      say('Stopped commands are recorded as stopped and do not start again.'),
    ].join('\n'),
  }
}

function describe(call: string, chat: string | null, plan: Plan): Commanded {
  return {
    call,
    chat,
    tool: Array.from(toVisible(plan.tool).text).slice(0, 64).join(''),
    command: cut(nameAction(plan.action), LONGEST),
  }
}

function cut(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

const describeRunning = (count: number): string =>
  count === 1 ? say('1 command is running') : say('{count} commands are running', { count })

/** What waits for the person, also shown in the tray. */
export const describeWaiting = (count: number): string =>
  count === 1 ? say('1 needs your approval') : say('{count} need your approval', { count })
