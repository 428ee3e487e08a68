import { describe, expect, it } from 'vitest'
import type { Fact } from '#shared/facts'
import { tell } from '../../stories/facts.ts'
import { ROWS } from '../../stories/records.ts'
import { openStore } from './open-store.ts'

const STATS = { rounds: 1, calls: 1, promptTokens: 1, outputTokens: 1, ms: 1 }
const reply = <T>(value: T) => Promise.resolve({ ok: true, value })
const refusal = (message: string) => Promise.resolve({ ok: false, error: { code: 'REQUEST_LOST', message } })

describe('the inspector', () => {
  it('reads a turn and its requests once each, and says what is lost', async () => {
    const asked: unknown[] = []
    const { store } = openStore(
      {},
      {
        'turn.read': () => reply({ facts: [], isCut: false }),
        'request.read': (input) => {
          asked.push(input)
          return (input as { seq: number }).seq === 7 ? reply({ text: '{}', characters: 2 }) : refusal('gone')
        },
      },
    )
    const { readTurn, readRequest, inspectTurn } = store.getState()
    inspectTurn('t')
    expect(store.getState()).toMatchObject({ inspectorSide: 'turn', isInspectorOpen: true, inspectedTurn: 't' })
    await readTurn('c', 't')
    expect(store.getState().turnRecord).toEqual({ turn: 't', state: 'here', facts: [], isCut: false })
    await Promise.all([readRequest(7), readRequest(7), readRequest(8)])
    await readRequest(7)
    expect(asked).toEqual([{ seq: 7 }, { seq: 8 }])
    expect(store.getState().requests.get(7)).toEqual({ state: 'here', text: '{}', characters: 2 })
    expect(store.getState().requests.get(8)).toEqual({ state: 'lost', message: 'gone' })
  })

  it('shows no answer about a turn that is no longer open', async () => {
    const held: (() => void)[] = []
    const { store } = openStore(
      {},
      {
        'turn.read': async (input) => {
          if ((input as { turn: string }).turn === 'slow') await new Promise<void>((resolve) => held.push(resolve))
          return { ok: true, value: { facts: [], isCut: false } }
        },
      },
    )
    const slow = store.getState().readTurn('c', 'slow')
    await store.getState().readTurn('c', 'quick')
    for (const letGo of held) letGo()
    await slow
    expect(store.getState().turnRecord).toMatchObject({ turn: 'quick', state: 'here' })
  })

  it('offers the other runs of a tool, compares with the chosen one, and closes', async () => {
    const compared = { left: ROWS[1], right: ROWS[2], argv: [], differs: [], stdout: [], stderr: [] }
    const { store } = openStore(
      {},
      { 'call.alike': () => reply({ rows: ROWS.slice(0, 2) }), 'call.compare': () => reply(compared) },
    )
    await store.getState().chooseComparison('b', 't')
    expect(store.getState().comparison).toMatchObject({ state: 'choosing', rows: ROWS.slice(0, 2) })
    await store.getState().compareCalls('a', 'b')
    expect(store.getState().comparison).toEqual({ state: 'here', left: 'a', right: 'b', compared })
    store.getState().closeComparison()
    expect(store.getState().comparison).toBeNull()
  })

  it('at a call in a hidden version chooses that version first, like a found message', async () => {
    const chosen: unknown[] = []
    const told = tell('disk', 0).open('Disk')
    const turn = (turn: string, call: string, replaces?: string) => {
      told.add({ type: 'turn.started', turn, model: 'm', ...(replaces !== undefined && { replaces }) })
      told.add({ type: 'message.added', role: 'user', content: turn })
      told.call(call, 'list', {})
      told.add({ type: 'turn.finished', turn, reason: 'answered', stats: STATS })
    }
    turn('a', 'first')
    turn('b', 'second', 'a')
    const { store, facts } = openStore(
      { facts: { disk: told.facts } },
      {
        'turn.besideAt': (input) => reply({ turn: (input as { seq: number }).seq < 6 ? 'a' : null }),
        'chat.chooseBranch': (input) => {
          chosen.push(input)
          told.add({ type: 'branch.chosen', turn: 'a' })
          facts(told.facts.slice(-1))
          return reply({ chosen: true })
        },
      },
    )
    const row = (call: string) => ({
      chat: 'disk',
      call,
      seq: told.facts.find((fact) => 'call' in fact && fact.call === call)?.seq ?? 0,
    })
    await store.getState().openCall(row('second'))
    expect(store.getState()).toMatchObject({ inspected: 'second', isInspectorOpen: true })
    expect(chosen).toEqual([])
    await store.getState().openCall(row('first'))
    expect(chosen).toEqual([{ chat: 'disk', turn: 'a' }])
    expect(store.getState()).toMatchObject({ inspected: 'first', target: row('first').seq, isInspectorOpen: true })
  })

  it('opens a call of another program beside Activity, and closes it without touching the inspector of the chat', async () => {
    const chat = 'program-1'
    const facts = tell(chat, 0).call('k', 'disk', { path: '/' }).facts
    const { store } = openStore({}, { 'call.read': () => reply({ facts }) })
    store.setState({ view: 'activity', isInspectorOpen: true })
    await store.getState().openCall({ chat, call: 'k', seq: 1 })
    expect(store.getState().inspectedAlone).toMatchObject({ call: 'k', tool: 'disk', args: { path: '/' } })
    store.getState().setInspector(false)
    expect(store.getState()).toMatchObject({ inspectedAlone: null, isInspectorOpen: true })
  })

  it('shows what becomes of a call that is open beside Activity, and of no other', async () => {
    const chat = 'program-1'
    const { facts } = tell(chat, 0).call('k', 'disk', {}).call('other', 'disk', {})
    const [requested] = facts as [Fact]
    const { store, facts: push } = openStore({}, { 'call.read': () => reply({ facts: [requested] }) })
    await store.getState().openCall({ chat, call: 'k', seq: 1 })
    const refused = { type: 'call.refused', code: 'DECLINED', message: 'no', at: requested.at, chat } as const
    push([{ ...refused, call: 'other', seq: 3 }])
    expect(store.getState().inspectedAlone).toMatchObject({ call: 'k', status: 'proposed' })
    push([{ ...refused, call: 'k', seq: 4 }])
    expect(store.getState().inspectedAlone).toMatchObject({ call: 'k', status: 'denied' })
  })
})
