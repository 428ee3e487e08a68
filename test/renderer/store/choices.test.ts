import { describe, expect, it } from 'vitest'
import { toolsOffIn } from '#renderer/store/choices.ts'
import type { Fact, FactBody } from '#shared/facts'
import { READY } from '../../stories/records.ts'
import { openStore } from './open-store.ts'

const reply = <T>(value: T) => Promise.resolve({ ok: true, value })
const fact = (body: FactBody, chat: string | null = null): Fact => ({
  ...body,
  chat,
  seq: 1,
  at: '2026-11-18T10:00:00Z',
})
const summary = { chat: 'disk', title: 'Disk', updatedAt: '', isWaiting: false, isRunning: false }
const NAME = READY.state === 'ready' ? (READY.models[0]?.name ?? '') : ''

describe('the choices about a model', () => {
  it('appear after main confirms them, and not before', async () => {
    const { store, facts, settle } = openStore({}, { 'model.set': () => reply({ set: true }) })
    await settle()
    const first = () => {
      const { ollama } = store.getState()
      return ollama?.state === 'ready' ? ollama.models[0] : undefined
    }
    expect(await store.getState().setModel(NAME, { keepAlive: '1h' })).toBe(true)
    expect(first()?.settings?.keepAlive).toBe(undefined)
    facts([fact({ type: 'model.set', model: NAME, settings: { keepAlive: '1h' } })])
    expect(first()?.settings).toEqual({ keepAlive: '1h' })
    const trial = { scores: [], best: 'native' } as const
    facts([fact({ type: 'model.tried', model: NAME, trial })])
    expect(first()).toMatchObject({ settings: { keepAlive: '1h' }, trial })
  })

  it('show how far a trial is, and keep the ticks that came before the answer', async () => {
    const begun = { model: NAME, state: 'running', done: 0, of: 0 } as const
    const { store, push, settle } = openStore({}, { 'model.try': () => reply(begun) })
    await settle()
    const trying = store.getState().tryModel(NAME)
    push({ kind: 'tick', tick: { tick: 'model-trial', chat: null, trial: { ...begun, done: 3, of: 12 } } })
    await trying
    expect(store.getState().modelTrials.get(NAME)).toMatchObject({ done: 3, of: 12 })
    push({ kind: 'tick', tick: { tick: 'model-trial', chat: null, trial: { ...begun, state: 'done' } } })
    expect(store.getState().modelTrials.get(NAME)?.state).toBe('done')
  })
})

describe('tools that are off in a chat', () => {
  it('follow the record of the open chat', async () => {
    const { store, push, settle } = openStore({ chats: [summary] })
    await settle()
    await store.getState().openChat('disk')
    const toolsOff = { skills: ['git'], tools: [] }
    push({ kind: 'chat', chat: 'disk', summary: { ...summary, toolsOff }, place: 0 })
    expect(toolsOffIn(store.getState())).toEqual({ skills: ['git'], tools: [] })
    store.getState().newChat()
    expect(toolsOffIn(store.getState())).toEqual({ skills: [], tools: [] })
  })

  it('are recorded for a new chat before its first message is sent', async () => {
    const given: unknown[] = []
    const { store, asked, settle } = openStore(
      {},
      {
        'chat.setToolsOff': (input) => {
          given.push(input)
          return reply({ set: true })
        },
      },
    )
    await settle()
    await store.getState().setToolsOff({ skills: [], tools: ['disk_usage'] })
    expect(given).toEqual([])
    await store.getState().send('How full?')
    expect(given).toEqual([{ chat: 'new', skills: [], tools: ['disk_usage'] }])
    expect(asked.indexOf('chat.setToolsOff')).toBeLessThan(asked.indexOf('chat.send'))
    expect(store.getState().freshToolsOff).toEqual({ skills: [], tools: [] })
  })
})
