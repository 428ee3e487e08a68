import type { JudgedPlan } from '#main/gate/judge'
import { programOf, readsElsewhere, usesNetwork } from '#main/gate/rule-match'
import { type BuiltinName, isBuiltin } from '#shared/call/builtins'
import type { Plan } from '#shared/call/plan'
import type { Fact, FactOf, FactType, MessageAdded, RunFinished } from '#shared/facts'

/** What happened in one turn; dropped when the next one starts. */
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

/** What some kinds of facts change. */
export type Steps = { [T in FactType]?: (fact: FactOf<T>) => void }

export const takeStep = (steps: Steps, fact: Fact): void =>
  (steps[fact.type] as ((fact: Fact) => void) | undefined)?.(fact)

/** What earlier calls of this session mean for the next one. A call outside any chat has no earlier calls. */
export function makeCallMemory() {
  const turns = new Map<string, Turn>()
  const asked = new Map<string, OpenCall>()
  const running = new Map<string, OpenCall>()
  const lastSpec = new Map<string, string>()
  const lastProgram = new Map<string, string>()
  /** Chats whose model has been sent a tool's output. */
  const outputs = new Set<string>()
  const recalled = new Set<string>()

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
    'chat.deleted'({ chat }) {
      turns.delete(chat ?? '')
      outputs.delete(chat ?? '')
    },
    'message.added'({ role, toolName = '', servers, chat }) {
      if (servers || isOutput(role, toolName)) outputs.add(chat ?? '')
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
      const open = asked.get(call)
      const wasAnswered = open?.digest === plan.digest && open.wasAnswered
      running.set(call, { plan, digest: plan.digest, wasAnswered })
      asked.delete(call)
    },
    'run.finished'(fact) {
      const open = running.get(fact.call)
      running.delete(fact.call)
      if (open && !isSilent(fact) && bringsUntrusted(open)) taint(fact.chat)
    },
  }

  function noteSpec(plan: Plan, isOlder = false): void {
    const note = (known: Map<string, string>, key: string, value: string | undefined) => {
      if (value !== undefined && !(isOlder && known.has(key))) known.set(key, value)
    }
    note(lastSpec, toolKey(plan), plan.toolSpec)
    note(lastProgram, programKey(plan), JSON.stringify(programOf(plan)))
  }

  return {
    take: (fact: Fact) => takeStep(steps, fact),
    /** Takes in starts from before this session, newest first. */
    lookBack(runs: readonly Fact[]) {
      for (const fact of runs) if (fact.type === 'run.started') noteSpec(fact.plan, true)
    },
    /** Facts of one chat from before this session. */
    recall(chat: string, facts: readonly Fact[]) {
      recalled.add(chat)
      const isSeen = facts.some(
        (fact) => fact.type === 'message.added' && (fact.servers || isOutput(fact.role, fact.toolName)),
      )
      if (isSeen) outputs.add(chat)
    },
    /** Whether a chat's earlier facts were read. */
    knows: (chat: string): boolean => recalled.has(chat) || outputs.has(chat),
    hasOutput: (chat: string | null): boolean => outputs.has(chat ?? ''),
    isTainted: (chat: string | null): boolean => turns.get(chat ?? '')?.isTainted === true,
    wasDeclined: (chat: string | null, plan: JudgedPlan): boolean =>
      turns.get(chat ?? '')?.declined.has(repeatKey(plan)) === true,
    isFirstAfterChange(plan: JudgedPlan): boolean {
      const before = lastSpec.get(toolKey(plan))
      return before !== undefined && before !== plan.toolSpec
    },
    hasOtherProgram(plan: JudgedPlan): boolean {
      const before = lastProgram.get(programKey(plan))
      return before !== undefined && before !== JSON.stringify(programOf(plan))
    },
  }
}

/** The model read nothing of it. A function's result and its error are in no stream. */
const isSilent = ({ how, stdoutBytes, stderrBytes, result, pictures, sounds }: RunFinished) =>
  how !== 'failed' && stdoutBytes + stderrBytes === 0 && result === undefined && !pictures && !sounds

/** A path that a person saw and approved is trusted; anything from the network is not. */
function bringsUntrusted({ plan: { effects }, wasAnswered }: OpenCall): boolean {
  return usesNetwork(effects) || (!wasAnswered && readsElsewhere(effects))
}

const isOutput = (role: MessageAdded['role'], tool = '') =>
  role === 'tool' && (tool === READ_OUTPUT || !isBuiltin(tool))

/** A tool may start several programs. */
const programKey = ({ skill, tool, action }: Pick<JudgedPlan, 'skill' | 'tool' | 'action'>) =>
  `${skill}\n${tool}\n${action?.kind === 'process' ? action.binary.name : ''}`

const toolKey = ({ skill, tool }: Pick<Plan, 'skill' | 'tool'>) => `${skill}\n${tool}`

/** The digest; for a plan with temporary files the words, because those files get new names each time. */
function repeatKey({ skill, tool, digest, action }: JudgedPlan & Partial<Pick<Plan, 'action'>>): string {
  if (action?.kind !== 'process' || action.tempFiles.length === 0) return digest
  const contents = new Map(action.tempFiles.map(({ path, content }) => [path, content]))
  return JSON.stringify([skill, tool, action.argv.map((element) => contents.get(element) ?? element)])
}
