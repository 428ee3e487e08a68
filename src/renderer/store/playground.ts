import { callerOf } from '#shared/call/call-state'
import { type ChatState, emptyChat, foldFact } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { isOfProgram } from '#shared/programs'
import type { CallPreview } from '#shared/requests/record-requests'
import type { Context } from './state.ts'

export interface PlaygroundState {
  /** The tool being tried, its values, and what they would run. */
  trial: Trial | null
  /** Calls outside any chat: the person's, and those of triggers and other programs that asked. */
  trialCalls: ChatState
}

export interface Trial {
  tool: string
  /** The arguments as JSON. */
  args: string
  preview: CallPreview | null
  /** The last one that was run. */
  call: string | null
}

const TRIALS = 'trials'

export const noTrial: PlaygroundState = { trial: null, trialCalls: emptyChat(TRIALS) }

/** Every tool can be tried without a model. */
export function makePlaygroundActions({ get, set, ask }: Context) {
  let latest = 0
  /** Calls of triggers and other programs, and calls inside them, appear once they ask. */
  const unasked = new Map<string, Fact>()
  const background = new Set<string>()
  const take = (fact: Fact) => set({ trialCalls: foldFact(get().trialCalls, { ...fact, chat: TRIALS }) })
  return {
    openTrial: (tool: string): void => set({ trial: { tool, args: '{}', preview: null, call: null } }),
    closeTrial: (): void => set({ trial: null }),
    /** Plans these arguments; starts nothing. */
    async previewTrial(args: string): Promise<void> {
      const { trial } = get()
      if (!trial) return
      const ticket = ++latest
      set({ trial: { ...trial, args } })
      const preview = await ask('call.plan', { tool: trial.tool, args })
      const now = get().trial
      if (ticket === latest && preview && now?.tool === trial.tool) set({ trial: { ...now, preview } })
    },
    async runTrial(): Promise<void> {
      const { trial } = get()
      if (!trial) return
      const begun = await ask('call.run', { tool: trial.tool, args: trial.args })
      const now = get().trial
      if (begun && now?.tool === trial.tool) set({ trial: { ...now, call: begun.call } })
    },
    async stopTrial(): Promise<void> {
      const call = get().trial?.call
      if (call) await ask('call.stop', { call })
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
