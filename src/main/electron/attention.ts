import type { Fact, Push } from '#shared/facts'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'
import type { UnderWay } from './under-way.ts'

export interface Notice {
  title: string
  body: string
  /** The chat that a click opens. */
  chat: string | null
}

export interface AttentionPorts {
  /** The person has the window in front of them. */
  isLooking(): boolean
  isOn(): boolean
  notify(notice: Notice): void
  setBadge(count: number): void
}

/** A command this long is announced at once, shorter ones when the turn ends. */
const LONG_MS = 10_000

/**
 * Tells a person who looks elsewhere what waits or has ended. The texts are ours; of the model's words only the tool's
 * name. `underWay` must receive each push first.
 */
export function makeAttention(underWay: UnderWay, ports: AttentionPorts): (push: Push) => void {
  const turns = new Set<string>()
  const ended = new Map<string, number>()
  const tools = new Map<string, string>()
  /** Background calls are not announced. */
  const background = new Set<string>()
  let badge = 0

  function tell(chat: string | null, body: string): void {
    if (ports.isOn() && !ports.isLooking()) ports.notify({ title: 'Skillet', body, chat })
  }

  function takeFact(fact: Fact): void {
    const { chat } = fact
    if (fact.type === 'call.requested' && fact.caller?.kind === 'trigger') background.add(fact.call)
    if (fact.type === 'call.refused') background.delete(fact.call)
    if (fact.type === 'run.finished' && background.delete(fact.call)) {
      tools.delete(fact.run)
      return
    }
    if (fact.type === 'turn.started' && chat) turns.add(chat)
    if (fact.type === 'run.started') tools.set(fact.run, nameOf(fact.plan.tool))
    if (fact.type === 'approval.asked') tell(chat, say('{tool} needs your approval.', { tool: nameOf(fact.plan.tool) }))
    if (fact.type === 'question.asked' && !fact.refused) {
      tell(chat, say('{tool} asks you something.', { tool: tools.get(fact.run) ?? say('A command') }))
    }
    if (fact.type === 'run.finished') {
      const tool = tools.get(fact.run) ?? say('A command')
      tools.delete(fact.run)
      if (!chat || !turns.has(chat) || fact.ms >= LONG_MS) tell(chat, describeEnd(tool, fact))
      else ended.set(chat, (ended.get(chat) ?? 0) + 1)
    }
    if (fact.type === 'turn.finished' && chat) {
      const commands = ended.get(chat) ?? 0
      turns.delete(chat)
      ended.delete(chat)
      if (fact.reason === 'stopped' || fact.reason === 'interrupted') return
      tell(chat, fact.reason === 'answered' ? describeAnswer(commands) : describeTurnEnd(commands))
    }
  }

  return (push) => {
    if (push.kind !== 'fact') return
    takeFact(push.fact)
    const waiting = underWay.asked().length
    if (waiting !== badge) ports.setBadge(waiting)
    badge = waiting
  }
}

function describeEnd(tool: string, run: Extract<Fact, { type: 'run.finished' }>): string {
  if (run.timedOut) return say('{tool} took too long and was stopped.', { tool })
  if (run.canceled) return say('{tool} was stopped.', { tool })
  if (run.exitCode === null) return say('{tool} ended without an exit code.', { tool })
  return say('{tool} ended with exit code {code}.', { tool, code: run.exitCode })
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

function nameOf(tool: string): string {
  return Array.from(toVisible(tool).text).slice(0, 64).join('')
}
