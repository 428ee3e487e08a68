import type { Input } from '#renderer/bridge.ts'
import { callerOf } from '#shared/call/call-state'
import { emptyChat, foldFact } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { isOfProgram } from '#shared/programs'
import type { CallPreview } from '#shared/requests/record-requests'
import type { Context } from './state.ts'

const TRIALS = 'trials'
const TYPING_MS = 150

/** `choice` names one of the offered rules; `preview` is the digest of what the edited arguments would run. */
export type Answering = Omit<Input<'approval.answer'>, 'call' | 'digest'>

export function makeCalls({ get, set, ask, ports }: Context) {
  async function once(call: string, send: () => Promise<unknown>): Promise<void> {
    if (get().answering.has(call)) return
    set(({ answering }) => ({ answering: new Set(answering).add(call) }))
    await send()
    set(({ answering }) => ({ answering: new Set([...answering].filter((id) => id !== call)) }))
  }

  /** Calls of triggers and other programs, and calls inside them, appear once they ask. */
  const unasked = new Map<string, Fact>()
  const background = new Set<string>()
  const take = (fact: Fact) => set({ trialCalls: foldFact(get().trialCalls, { ...fact, chat: TRIALS }) })

  return {
    /** Calls whose answer is being sent. */
    answering: new Set() as ReadonlySet<string>,
    /** The call on the card if several wait; by default the first. */
    shownWaiting: null as string | null,
    /** The tool being tried, and its last call. */
    trial: null as { tool: string; call: string | null } | null,
    /** Calls outside any chat: the person's, and those of triggers and other programs that asked. */
    trialCalls: emptyChat(TRIALS),
    /** If the person declines in the system dialog, the approval keeps waiting. */
    answerApproval: (call: string, digest: string, answering: Answering): Promise<void> =>
      once(call, () => ask('approval.answer', { call, digest, ...answering })),
    /** Stops this call alone; the model is told. */
    stopCall: (call: string): Promise<void> => once(call, () => ask('call.stop', { call })),
    /** Answers a server's question; null declines. */
    answerQuestion: (call: string, question: string, values: JsonObject | null): Promise<void> =>
      once(call, () => ask('question.answer', { question, ...(values && { values: JSON.stringify(values) }) })),
    showWaiting: (shownWaiting: string | null): void => set({ shownWaiting }),
    async rerun(call: string, args?: string): Promise<boolean> {
      return (await ask('call.rerun', { call, ...(args !== undefined && { args }) })) !== undefined
    },
    openTrial: (tool: string): void => set({ trial: { tool, call: null } }),
    closeTrial: (): void => set({ trial: null }),
    /** Plans a call once typing pauses; starts nothing. Returns a function that drops it for a later one. */
    previewCall(input: Input<'call.plan'>, take: (preview: CallPreview) => void): () => void {
      let isLatest = true
      const cancel = ports.later(async () => {
        const preview = await ask('call.plan', input)
        if (isLatest && preview) take(preview)
      }, TYPING_MS)
      return () => {
        isLatest = false
        cancel()
      }
    },
    async runTrial(args: string): Promise<void> {
      const { trial } = get()
      if (!trial) return
      const begun = await ask('call.run', { tool: trial.tool, args })
      if (begun && get().trial?.tool === trial.tool) set({ trial: { ...trial, call: begun.call } })
    },
    takeTrialFact(fact: Fact): void {
      if (!('call' in fact) || typeof fact.call !== 'string') return
      if (fact.chat !== null && !isOfProgram(fact.chat)) return
      const requested = unasked.get(fact.call)
      unasked.delete(fact.call)
      if (fact.type === 'run.finished' || fact.type === 'call.refused') background.delete(fact.call)
      const caller = fact.type === 'call.requested' ? callerOf(fact) : null
      const isOther = caller?.kind === 'trigger' || caller?.kind === 'program'
      if (isOther || (caller?.kind === 'tool' && background.has(caller.call))) {
        background.add(fact.call)
        unasked.set(fact.call, fact)
      }
      if (caller?.kind === 'person' || get().trialCalls.calls.has(fact.call)) take(fact)
      else if (requested && fact.type === 'approval.asked') for (const each of [requested, fact]) take(each)
    },
  }
}
