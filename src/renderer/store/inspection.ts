import { emptyChat, foldFact } from '#shared/chat/chat'
import type { Message } from '#shared/messages/message'
import { isOfProgram } from '#shared/programs'
import type { ChatCall } from '#shared/requests/chat-requests'
import type { CallComparison, TurnRecord } from '#shared/requests/record-requests'
import type { ActivityRow } from '#shared/requests/requests'
import type { InspectorTab } from '#shared/requests/window-requests'
import type { Context } from './state.ts'

/** The chat that a call is folded into which belongs to none. */
const ALONE = 'alone'

type Read<T> = { state: 'reading' } | { state: 'lost'; message: Message | string } | ({ state: 'here' } & T)

export type ShownRequest = Read<{ text: string; characters: number }>

export interface InspectionState {
  /** What the inspector shows. */
  inspectorSide: 'call' | 'turn'
  /** The selected tab of one call; another call starts with the first tab. */
  inspectorTab: { call: string; name: InspectorTab } | null
  /** A call outside any chat, beside Activity. */
  inspectedAlone: ChatCall | null
  /** Null is the latest. */
  inspectedTurn: string | null
  turnRecord: ({ turn: string } & Read<TurnRecord>) | null
  /** By the seq of their facts. */
  requests: ReadonlyMap<number, ShownRequest>
  comparison:
    | { state: 'choosing'; call: string; tool: string; rows: readonly ActivityRow[] | null }
    | ({ left: string; right: string } & Read<{ compared: CallComparison }>)
    | null
}

export interface InspectionActions {
  /** Opens its chat at this call, in whichever version it is; a call without a chat opens beside Activity. */
  openCall(row: Pick<ActivityRow, 'chat' | 'call' | 'seq'>): Promise<void>
  /** Opens the inspector with this turn. */
  inspectTurn(turn: string): void
  showInspectorSide(side: 'call' | 'turn'): void
  showInspectorTab(call: string, name: InspectorTab): void
  readTurn(chat: string, turn: string): Promise<void>
  readRequest(seq: number): Promise<void>
  /** Offers the other calls of the same tool. */
  chooseComparison(call: string, tool: string): Promise<void>
  compareCalls(left: string, right: string): Promise<void>
  closeComparison(): void
}

export const noInspection: InspectionState = {
  ...{
    inspectorSide: 'call',
    inspectorTab: null,
    inspectedAlone: null,
    inspectedTurn: null,
    turnRecord: null,
    requests: new Map(),
    comparison: null,
  },
}

export function makeInspectionActions({ get, set, ports }: Context): InspectionActions {
  return {
    async openCall({ chat, call, seq }) {
      if (chat === null || isOfProgram(chat)) {
        const read = await ports.call('call.read', { call })
        const facts = read.ok ? read.value.facts : []
        const folded = facts.reduce((state, fact) => foldFact(state, { ...fact, chat: ALONE }), emptyChat(ALONE))
        return set({ inspectedAlone: folded.calls.get(call) ?? null })
      }
      const beside = await ports.call('turn.besideAt', { chat, seq })
      await get().goToMessage(chat, seq, (beside.ok && beside.value.turn) || undefined)
      if (get().open === chat && get().chat?.calls.has(call)) get().inspect(call)
    },
    inspectTurn: (turn) => set({ inspectedTurn: turn, inspectorSide: 'turn', isInspectorOpen: true }),
    showInspectorSide: (inspectorSide) => set({ inspectorSide }),
    showInspectorTab: (call, name) => set({ inspectorTab: { call, name } }),
    async readTurn(chat, turn) {
      // During a turn it is reloaded without clearing it first.
      if (get().turnRecord?.turn !== turn) set({ turnRecord: { turn, state: 'reading' }, requests: new Map() })
      const reply = await ports.call('turn.read', { chat, turn })
      if (get().turnRecord?.turn !== turn) return
      set({
        turnRecord: reply.ok
          ? { turn, state: 'here', ...reply.value }
          : { turn, state: 'lost', message: reply.error.message },
      })
    },
    async readRequest(seq) {
      const known = get().requests.get(seq)?.state
      if (known === 'here' || known === 'reading') return
      const put = (request: ShownRequest) => set(({ requests }) => ({ requests: new Map(requests).set(seq, request) }))
      put({ state: 'reading' })
      const reply = await ports.call('request.read', { seq })
      if (get().requests.has(seq)) {
        put(reply.ok ? { state: 'here', ...reply.value } : { state: 'lost', message: reply.error.message })
      }
    },
    async chooseComparison(call, tool) {
      set({ comparison: { state: 'choosing', call, tool, rows: null } })
      const reply = await ports.call('call.alike', { call })
      const { comparison } = get()
      if (comparison?.state !== 'choosing' || comparison.call !== call) return
      set({ comparison: { ...comparison, rows: reply.ok ? reply.value.rows : [] } })
    },
    async compareCalls(left, right) {
      set({ comparison: { state: 'reading', left, right } })
      const reply = await ports.call('call.compare', { left, right })
      const { comparison } = get()
      if (comparison?.state !== 'reading' || comparison.left !== left || comparison.right !== right) return
      set({
        comparison: reply.ok
          ? { state: 'here', left, right, compared: reply.value }
          : { state: 'lost', left, right, message: reply.error.message },
      })
    },
    closeComparison: () => set({ comparison: null }),
  }
}
