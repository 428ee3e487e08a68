import { callerOf } from '#shared/call/call-state'
import { type ChatState, emptyChat, foldFact } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import type { CallPreview } from '#shared/requests/record-requests'
import type { Context } from './state.ts'

export interface PlaygroundState {
  /** The tool being tried, what was filled in for it, and what that would run. */
  trial: Trial | null
  /** Calls of no chat, as their facts tell them: the person's, and those of other programs. */
  trialCalls: ChatState
}

export interface Trial {
  tool: string
  /** JSON of the arguments, as they are sent. */
  args: string
  preview: CallPreview | null
  /** The last that was run. */
  call: string | null
}

export interface PlaygroundActions {
  openTrial(tool: string): void
  closeTrial(): void
  /** Asks what these arguments would run; nothing is started. */
  previewTrial(args: string): Promise<void>
  runTrial(): Promise<void>
  stopTrial(): Promise<void>
  takeTrialFact(fact: Fact): void
}

const TRIALS = 'trials'

export const noTrial: PlaygroundState = { trial: null, trialCalls: emptyChat(TRIALS) }

const MOST_OVER = 50

/** Other programs may call for days: of calls that are over, the latest are kept. */
function dropOld(chat: ChatState): ChatState {
  const over = [...chat.calls.values()].filter(({ run, refusal }) => run?.finished || refusal)
  const old = new Set(over.slice(0, -MOST_OVER))
  return { ...chat, entries: [], calls: new Map([...chat.calls].filter(([, call]) => !old.has(call))) }
}

/** Every tool can be tried without a model. */
export function makePlaygroundActions({ get, set, ask }: Context): PlaygroundActions {
  let latest = 0
  return {
    openTrial: (tool) => set({ trial: { tool, args: '{}', preview: null, call: null } }),
    closeTrial: () => set({ trial: null }),
    async previewTrial(args) {
      const { trial } = get()
      if (!trial) return
      const ticket = ++latest
      set({ trial: { ...trial, args } })
      const preview = await ask('call.plan', { tool: trial.tool, args })
      const now = get().trial
      if (ticket === latest && preview && now?.tool === trial.tool) set({ trial: { ...now, preview } })
    },
    async runTrial() {
      const { trial } = get()
      if (!trial) return
      const begun = await ask('call.run', { tool: trial.tool, args: trial.args })
      const now = get().trial
      if (begun && now?.tool === trial.tool) set({ trial: { ...now, call: begun.call } })
    },
    async stopTrial() {
      const call = get().trial?.call
      if (call) await ask('call.stop', { call })
    },
    takeTrialFact(fact) {
      if (!('call' in fact) || typeof fact.call !== 'string') return
      const { trialCalls } = get()
      const caller = fact.type === 'call.requested' ? callerOf(fact).kind : null
      const isNew = caller === 'program' || (caller === 'person' && fact.chat === null)
      if (!isNew && !trialCalls.calls.has(fact.call)) return
      const folded = foldFact(trialCalls, { ...fact, chat: TRIALS })
      set({ trialCalls: isNew ? dropOld(folded) : folded })
    },
  }
}
