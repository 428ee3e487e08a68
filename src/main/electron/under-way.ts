import { callerOf } from '#shared/call/call-state'
import { nameAction } from '#shared/call/describe-action'
import type { Plan } from '#shared/call/plan'
import type { Push } from '#shared/facts'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

export interface UnderWay {
  take(push: Push): void
  /** Oldest first. */
  commands(): Commanded[]
  /** What waits for the person. */
  asked(): Commanded[]
}

export interface Commanded {
  call: string
  chat: string | null
  tool: string
  command: string
}

const LONGEST = 160
const SHOWN = 6

/** What is running, folded from what main pushes since the start. */
export function makeUnderWay(): UnderWay {
  const runs = new Map<string, Commanded>()
  const asked = new Map<string, Commanded>()
  /** The person's own calls, which continue after a turn ends. */
  const own = new Set<string>()
  /** Background calls may be stopped at any time. */
  const background = new Set<string>()

  return {
    take: (push) => {
      if (push.kind !== 'fact') return
      const { fact } = push
      if (fact.type === 'call.requested' && callerOf(fact).kind === 'person') own.add(fact.call)
      if (fact.type === 'call.requested' && callerOf(fact).kind === 'trigger') background.add(fact.call)
      if (fact.type === 'approval.asked') asked.set(fact.call, describe(fact.call, fact.chat, fact.plan))
      if (fact.type === 'question.asked' && !fact.refused) {
        const run = runs.get(fact.run)
        if (run) asked.set(fact.call, run)
      }
      if (fact.type === 'question.answered' || fact.type === 'run.interrupted') asked.delete(fact.call)
      if (fact.type === 'approval.answered' || fact.type === 'call.refused') asked.delete(fact.call)
      if (fact.type === 'run.started' || fact.type === 'call.refused') own.delete(fact.call)
      if (fact.type === 'run.started' && !background.has(fact.call))
        runs.set(fact.run, describe(fact.call, fact.chat, fact.plan))
      if (fact.type === 'run.finished' || fact.type === 'run.interrupted') runs.delete(fact.run)
      if (fact.type === 'run.finished' || fact.type === 'call.refused') background.delete(fact.call)
      if (fact.type !== 'turn.finished') return
      for (const { call, chat } of asked.values()) if (chat === fact.chat && !own.has(call)) asked.delete(call)
    },
    commands: () => [...runs.values()],
    asked: () => [...asked.values()],
  }
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
    tool: cut(toVisible(plan.tool).text, 64),
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
