import type { JudgedPlan } from '#main/gate/judge'
import { readsElsewhere, usesNetwork } from '#main/gate/untrusted'
import type { BuiltinName } from '#shared/call/builtins'
import type { Plan } from '#shared/call/plan'
import type { Fact, FactOf, FactType } from '#shared/facts'

/** What earlier calls of this session mean for the next one. A call of no chat is alone: nothing comes before it. */
export interface CallMemory {
  take(fact: Fact): void
  /** Starts of commands before this session, the newest first. */
  lookBack(runs: readonly Fact[]): void
  isTainted(chat: string | null): boolean
  wasDeclined(chat: string | null, plan: JudgedPlan): boolean
  isFirstAfterChange(plan: JudgedPlan): boolean
}

/** What one turn brought: forgotten when the next begins. */
interface Turn {
  isTainted: boolean
  declined: Set<string>
}

interface OpenCall {
  plan: Plan
  digest: string
  wasAnswered: boolean
}

const READ_OUTPUT: BuiltinName = 'read_output'

type Steps = { [T in FactType]?: (fact: FactOf<T>) => void }

export function makeCallMemory(): CallMemory {
  const turns = new Map<string, Turn>()
  const asked = new Map<string, OpenCall>()
  const running = new Map<string, OpenCall>()
  const lastSpec = new Map<string, string>()

  function turnOf(chat: string): Turn {
    const turn = turns.get(chat) ?? { isTainted: false, declined: new Set() }
    turns.set(chat, turn)
    return turn
  }

  function taint(chat: string | null): void {
    if (chat !== null) turnOf(chat).isTainted = true
  }

  const steps: Steps = {
    'turn.started': ({ chat }) => void turns.delete(chat ?? ''),
    'chat.deleted': ({ chat }) => void turns.delete(chat ?? ''),
    'message.added'({ role, toolName, servers, chat }) {
      if (servers) taint(chat)
      // What is read again may have come from anywhere.
      if (role === 'tool' && toolName === READ_OUTPUT) taint(chat)
    },
    'approval.asked': ({ call, plan, digest }) => void asked.set(call, { plan, digest, wasAnswered: false }),
    'approval.answered'({ call, digest, by, decision, chat }) {
      const open = asked.get(call)
      if (open?.digest !== digest || by !== 'person') return
      open.wasAnswered = true
      if (decision === 'deny' && chat !== null) turnOf(chat).declined.add(repeatKey(open.plan))
    },
    'call.refused': ({ call }) => void asked.delete(call),
    'run.started'({ call, plan }) {
      noteSpec(plan)
      const wasAnswered = asked.get(call)?.wasAnswered === true
      running.set(call, { plan, digest: plan.digest, wasAnswered })
      asked.delete(call)
    },
    'run.finished'({ call, chat, stdoutBytes, stderrBytes }) {
      const open = running.get(call)
      running.delete(call)
      if (open && stdoutBytes + stderrBytes > 0 && bringsUntrusted(open)) taint(chat)
    },
  }

  function noteSpec(plan: Plan): void {
    if (plan.toolSpec !== undefined) lastSpec.set(toolKey(plan), plan.toolSpec)
  }

  return {
    take: (fact) => (steps[fact.type] as ((fact: Fact) => void) | undefined)?.(fact),
    lookBack(runs) {
      for (const fact of runs) {
        if (fact.type === 'run.started' && !lastSpec.has(toolKey(fact.plan))) noteSpec(fact.plan)
      }
    },
    isTainted: (chat) => turns.get(chat ?? '')?.isTainted === true,
    wasDeclined: (chat, plan) => turns.get(chat ?? '')?.declined.has(repeatKey(plan)) === true,
    isFirstAfterChange(plan) {
      const before = lastSpec.get(toolKey(plan))
      return before !== undefined && before !== plan.toolSpec
    },
  }
}

/** A path that a person saw and let through is theirs; what comes over the network is nobody's. */
function bringsUntrusted({ plan: { effects }, wasAnswered }: OpenCall): boolean {
  return usesNetwork(effects) || (!wasAnswered && readsElsewhere(effects))
}

const toolKey = ({ skill, tool }: Pick<Plan, 'skill' | 'tool'>) => `${skill}\n${tool}`

/** The same digest, or for a plan with files the same words, since those get new names each time. */
function repeatKey({ skill, tool, digest, action }: JudgedPlan & Partial<Pick<Plan, 'action'>>): string {
  if (action?.kind !== 'process' || action.tempFiles.length === 0) return digest
  const contents = new Map(action.tempFiles.map(({ path, content }) => [path, content]))
  return JSON.stringify([skill, tool, action.argv.map((element) => contents.get(element) ?? element)])
}
