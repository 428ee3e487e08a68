import { describe, expect, it } from 'vitest'
import type { Fact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { RULES } from '../../stories/decisions.ts'
import { openStore } from './open-store.ts'

const reply = <T>(value: T) => Promise.resolve({ ok: true, value })

function record() {
  const given: [string, unknown][] = []
  const note =
    <T>(name: string, value: T) =>
    (input: unknown) => {
      given.push([name, input])
      return reply(value)
    }
  return { given, note }
}

describe('deciding a call', () => {
  it('sends the note with a no, and the choice with what is to be remembered', async () => {
    const { given, note } = record()
    const { store } = openStore({}, { 'approval.answer': note('approval.answer', { accepted: true }) })
    await store.getState().answerApproval('c', 'd', { decision: 'deny', note: 'not there' })
    await store.getState().answerApproval('c', 'd', { decision: 'remember', choice: 'values' })
    expect(given.map(([, input]) => input)).toEqual([
      { call: 'c', digest: 'd', decision: 'deny', note: 'not there' },
      { call: 'c', digest: 'd', decision: 'remember', choice: 'values' },
    ])
  })

  it('ends if the person took it back in the dialog: the card still asks', async () => {
    const { store } = openStore({}, { 'approval.answer': () => reply({ accepted: false }) })
    await store.getState().answerApproval('c', 'd', { decision: 'once' })
    expect(store.getState().answering.size).toBe(0)
    expect(store.getState().problems).toEqual([])
  })

  it('sends other arguments with the digest of what was shown to run with them', async () => {
    const { given, note } = record()
    const { store } = openStore({}, { 'approval.answer': note('approval.answer', { accepted: true }) })
    await store.getState().answerApproval('c', 'd', { decision: 'once', edited: '{"a":1}', preview: 'p' })
    expect(given).toEqual([
      ['approval.answer', { call: 'c', digest: 'd', decision: 'once', edited: '{"a":1}', preview: 'p' }],
    ])
  })
})

describe('rules', () => {
  it('are read again when one is made, used or revoked, after somebody looked at them', async () => {
    let rules = RULES
    const { store, facts, settle, asked } = openStore({}, { 'rule.list': () => reply({ rules }) })
    const used: Fact = {
      ...{ type: 'approval.answered', call: 'c', digest: 'd', decision: 'once', by: 'rule', rule: 'r' },
      ...{ seq: 1, at: '2026-11-18T09:00:00Z', chat: null },
    }
    facts([used])
    await settle()
    expect(asked).not.toContain('rule.list')
    await store.getState().list('rule.list')
    rules = RULES.slice(1)
    facts([{ type: 'rule.revoked', rule: 'r', seq: 2, at: used.at, chat: null }])
    await settle()
    expect(store.getState().lists['rule.list']?.rules).toEqual(RULES.slice(1))
  })

  it('say if their record is damaged', async () => {
    const { store } = openStore({}, { 'rule.list': () => reply({ rules: [], damage: 'its chain is broken' }) })
    await store.getState().list('rule.list')
    expect(textOf(store.getState().lists['rule.list']?.damage ?? '')).toBe('its chain is broken')
  })

  it('apply next to a policy, for one chat or for all', async () => {
    const { given, note } = record()
    const { store } = openStore(
      {},
      {
        'chat.setPolicy': note('chat.setPolicy', { changed: true }),
        'setting.change': note('setting.change', { changed: true }),
      },
    )
    await store.getState().setPolicy('chat-1', 'default')
    await store.getState().setPolicy(null, 'trusted')
    expect(given).toEqual([
      ['chat.setPolicy', { chat: 'chat-1', policy: 'default' }],
      ['setting.change', { name: 'policy', value: 'trusted' }],
    ])
  })
})
