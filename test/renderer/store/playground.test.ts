import { describe, expect, it } from 'vitest'
import type { Caller } from '#shared/call/action'
import type { Fact } from '#shared/facts'
import type { CallPreview } from '#shared/requests/record-requests'
import { decisionsStory } from '../../stories/decisions.ts'
import { openStore } from './open-store.ts'

const reply = <T>(value: T) => Promise.resolve({ ok: true, value })
const story = decisionsStory().map((fact) => ({ ...fact, chat: null }))
const own = story.map((fact) => (fact.type === 'call.requested' ? { ...fact, by: 'person' as const } : fact))

describe('trying a tool', () => {
  it('shows what the latest arguments would run, whichever answer comes last', async () => {
    const answers: Record<string, (value: unknown) => void> = {}
    const { store, settle, later } = openStore(
      {},
      {
        'call.plan': (input) =>
          new Promise((resolve) => Object.assign(answers, { [(input as { args: string }).args]: resolve })),
      },
    )
    let shown: CallPreview | null = null
    const preview = (args: string) =>
      store.getState().previewCall({ tool: 'du', args }, (made) => {
        shown = made
      })
    const drop = preview('{"a":1}')
    await later()
    drop()
    preview('{"a":2}')
    await later()
    answers['{"a":2}']?.({ ok: true, value: { ok: false, code: 'B', message: 'second' } })
    answers['{"a":1}']?.({ ok: true, value: { ok: false, code: 'A', message: 'first' } })
    await settle()
    expect(shown).toMatchObject({ message: 'second' })
  })

  it('follows the facts of its own call to the end, and no others', async () => {
    const { store, facts } = openStore({}, { 'call.run': () => reply({ call: 'purge' }) })
    store.getState().openTrial('cache_clear')
    await store.getState().runTrial('{}')
    expect(store.getState().trial?.call).toBe('purge')
    facts(story)
    expect(store.getState().trialCalls.calls.size).toBe(0)
    facts(own)
    expect(store.getState().trialCalls.calls.get('purge')).toMatchObject({
      status: 'waiting',
      caller: { kind: 'person' },
    })
  })

  it('shows a trigger’s call when it asks, and what is called inside it', () => {
    const { store, facts } = openStore()
    const requested = own.find(({ type }) => type === 'call.requested')
    const asked = own.find(({ type }) => type === 'approval.asked')
    if (requested?.type !== 'call.requested' || asked?.type !== 'approval.asked') throw new Error('no such facts')
    const by = (call: string, caller: Caller): Fact => ({ ...requested, call, caller })
    facts([by('t', { kind: 'trigger', name: 'system.startup.v1' }), by('inner', { kind: 'tool', call: 't' })])
    facts([by('unknown', { kind: 'tool', call: 'elsewhere' }), { ...asked, call: 'unknown' }])
    expect(store.getState().trialCalls.calls.size).toBe(0)
    facts([{ ...asked, call: 'inner' }])
    expect([...store.getState().trialCalls.calls.keys()]).toEqual(['inner'])
  })

  it('is stopped by its call', async () => {
    const stopped: unknown[] = []
    const { store } = openStore(
      {},
      {
        'call.run': () => reply({ call: 'c1' }),
        'call.stop': (input) => {
          stopped.push(input)
          return reply({ stopped: true })
        },
      },
    )
    store.getState().openTrial('du')
    await store.getState().runTrial('{}')
    await store.getState().stopCall(store.getState().trial?.call ?? '')
    expect(stopped).toEqual([{ call: 'c1' }])
  })
})
