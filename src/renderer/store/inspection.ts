import type { Output } from '#renderer/bridge.ts'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { isOfProgram } from '#shared/programs'
import type { ChatCall } from '#shared/requests/chat-requests'
import type { CallComparison } from '#shared/requests/record-requests'
import type { ActivityRow } from '#shared/requests/requests'
import type { InspectorTab } from '#shared/requests/window-requests'
import { type Context, type Read, readOf } from './state.ts'

/** The chat that a call is folded into which belongs to none. */
const ALONE = 'alone'

const foldAlone = (call: string, facts: readonly Fact[]): ChatCall | null =>
  foldFacts(
    emptyChat(ALONE),
    facts.map((fact) => ({ ...fact, chat: ALONE })),
  ).calls.get(call) ?? null

type ShownRequest = Read<{ text: string; characters: number }>

export function makeInspection({ get, set, ports }: Context) {
  return {
    inspectorSide: 'call' as 'call' | 'turn',
    /** The selected tab of one call; another call starts with the first tab. */
    inspectorTab: null as { call: string; name: InspectorTab } | null,
    inspected: null as string | null,
    /** A call outside any chat, beside Activity. */
    inspectedAlone: null as ChatCall | null,
    /** Null is the latest. */
    inspectedTurn: null as string | null,
    turnRecord: null as ({ turn: string } & Read<Output<'turn.read'>>) | null,
    /** By the seq of their facts. */
    requests: new Map() as ReadonlyMap<number, ShownRequest>,
    comparison: null as
      | { state: 'choosing'; call: string; tool: string; rows: readonly ActivityRow[] | null }
      | ({ left: string; right: string } & Read<{ compared: CallComparison }>)
      | null,
    /** Opens its chat at this call, in whichever version it is; a call without a chat opens beside Activity. */
    async openCall({ chat, call, seq }: Pick<ActivityRow, 'chat' | 'call' | 'seq'>): Promise<void> {
      if (chat === null || isOfProgram(chat)) {
        const read = await ports.call('call.read', { call })
        return set({ inspectedAlone: foldAlone(call, read.ok ? read.value.facts : []) })
      }
      const beside = await ports.call('turn.besideAt', { chat, seq })
      await get().goToMessage(chat, seq, (beside.ok && beside.value.turn) || undefined)
      if (get().open === chat && get().chat?.calls.has(call)) get().inspect(call)
    },
    /** What happens to the call that is open beside Activity. */
    takeInspectedFact(fact: Fact): void {
      const { inspectedAlone: shown } = get()
      if (!shown || !('call' in fact) || fact.call !== shown.call) return
      set({ inspectedAlone: foldAlone(shown.call, [...shown.facts, fact]) })
    },
    inspectTurn: (turn: string): void => set({ inspectedTurn: turn, inspectorSide: 'turn', isInspectorOpen: true }),
    showInspectorSide: (inspectorSide: 'call' | 'turn'): void => set({ inspectorSide }),
    showInspectorTab: (call: string, name: InspectorTab): void => set({ inspectorTab: { call, name } }),
    async readTurn(chat: string, turn: string): Promise<void> {
      // During a turn it is reloaded without clearing it first.
      if (get().turnRecord?.turn !== turn) set({ turnRecord: { turn, state: 'reading' }, requests: new Map() })
      const reply = await ports.call('turn.read', { chat, turn })
      if (get().turnRecord?.turn !== turn) return
      set({ turnRecord: { turn, ...readOf(reply) } })
    },
    async readRequest(seq: number): Promise<void> {
      const known = get().requests.get(seq)?.state
      if (known === 'here' || known === 'reading') return
      const put = (request: ShownRequest) => set(({ requests }) => ({ requests: new Map(requests).set(seq, request) }))
      put({ state: 'reading' })
      const reply = await ports.call('request.read', { seq })
      if (get().requests.has(seq)) put(readOf(reply))
    },
    /** Offers the other calls of the same tool. */
    async chooseComparison(call: string, tool: string): Promise<void> {
      set({ comparison: { state: 'choosing', call, tool, rows: null } })
      const reply = await ports.call('call.alike', { call })
      const { comparison } = get()
      if (comparison?.state !== 'choosing' || comparison.call !== call) return
      set({ comparison: { ...comparison, rows: reply.ok ? reply.value.rows : [] } })
    },
    async compareCalls(left: string, right: string): Promise<void> {
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
    closeComparison: (): void => set({ comparison: null }),
  }
}
