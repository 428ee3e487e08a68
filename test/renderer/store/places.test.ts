import { describe, expect, it } from 'vitest'
import { runCommand } from '#renderer/store/commands.ts'
import { tell } from '../../stories/facts.ts'
import { PULLS } from '../../stories/models.ts'
import { ABOUT, READY, UNREACHABLE } from '../../stories/records.ts'
import { diskStory } from '../../stories/stories.ts'
import { openStore } from './open-store.ts'

const answered = (value: unknown) => () => Promise.resolve({ ok: true, value })

describe('drafts', () => {
  it('are what main kept of them when the window opens', async () => {
    const { store, settle } = openStore({ about: { ...ABOUT, drafts: { new: 'Half', disk: 'Other half' } } })
    await settle()
    expect([...store.getState().drafts].map(([chat, { text }]) => [chat, text])).toEqual([
      ['', 'Half'],
      ['disk', 'Other half'],
    ])
  })

  it('are given to main once the typing pauses, and emptied there once they were sent', async () => {
    const saved: unknown[] = []
    const keep = (input: unknown) => {
      saved.push(input)
      return Promise.resolve({ ok: true, value: { saved: true } })
    }
    const { store, later } = openStore({ facts: { disk: diskStory() } }, { 'draft.save': keep })
    await store.getState().openChat('disk')
    store.getState().write({ text: 'Hello' })
    await later()
    expect(saved.at(-1)).toEqual({ chat: 'disk', text: 'Hello' })
    await store.getState().send()
    await later()
    expect(saved.at(-1)).toEqual({ chat: 'disk', text: '' })
  })
})

describe('the commands of a chat', () => {
  it('go to the chat where its title is written, from any other page', async () => {
    const { store } = openStore({ facts: { disk: diskStory() } })
    await store.getState().openChat('disk')
    store.getState().show('settings')
    runCommand('rename-chat', store.getState())
    expect(store.getState()).toMatchObject({ view: 'chat', isRenaming: true })
  })
})

describe('the list of chats', () => {
  it('offers to bring back what was just deleted, for a while', async () => {
    const more = { 'chat.delete': answered({ deleted: true }), 'chat.restore': answered({ restored: true }) }
    const { store, later } = openStore({ facts: { disk: diskStory() } }, more)
    await store.getState().openChat('disk')
    await store.getState().deleteChat('disk')
    expect(store.getState()).toMatchObject({ open: null, deleted: { chat: 'disk' } })
    await store.getState().restoreChat('disk')
    expect(store.getState()).toMatchObject({ open: 'disk', deleted: null })
    await store.getState().deleteChat('disk')
    await later()
    expect(store.getState().deleted).toBeNull()
  })

  it('keeps the answer to what was typed last, whichever comes first', async () => {
    const answers: ((reply: unknown) => void)[] = []
    const { store } = openStore({}, { 'chat.search': () => new Promise((resolve) => answers.push(resolve)) })
    store.getState().openSearch()
    const searches = ['di', 'disk'].map((typed) => store.getState().searchMessages(typed))
    const found = (seq: number) => ({ ok: true, value: { found: [{ seq }], more: false } })
    answers[1]?.(found(2))
    answers[0]?.(found(1))
    await Promise.all(searches)
    expect(store.getState().search).toMatchObject({ typed: 'disk', found: [{ seq: 2 }] })
  })
})

describe('models in the store', () => {
  it('shows how far a fetch is by what passes by, and looks again once it is complete', async () => {
    const { store, settle, push, asked } = openStore({ pulls: PULLS })
    await settle()
    expect([...store.getState().pulls.keys()]).toEqual(PULLS.map(({ model }) => model))
    const [pull] = PULLS
    if (!pull) throw new Error('there is a pull')
    const looks = () => asked.filter((name) => name === 'model.list').length
    const before = looks()
    push({ kind: 'tick', tick: { tick: 'pull', chat: null, ...pull, doneBytes: 7 } })
    expect(store.getState().pulls.get(pull.model)?.doneBytes).toBe(7)
    expect(looks()).toBe(before)
    push({ kind: 'tick', tick: { tick: 'pull', chat: null, ...pull, state: 'done' } })
    expect(looks()).toBe(before + 1)
  })

  it('looks for Ollama every 20 seconds, every 2 while it does not answer, and no more once it is stopped', async () => {
    let answers = READY
    const { store, stop, asked, delays, settle, later } = openStore({}, { 'model.list': () => answered(answers)() })
    const looks = () => asked.filter((name) => name === 'model.list').length
    await settle()
    answers = UNREACHABLE
    await later()
    expect(store.getState().ollama).toEqual(UNREACHABLE)
    answers = READY
    await later()
    expect(store.getState().ollama).toEqual(READY)
    expect([looks(), delays]).toEqual([3, [20_000, 2000, 20_000]])
    stop()
    await later()
    expect([looks(), delays]).toEqual([4, [20_000, 2000, 20_000]])
  })

  it('does the one action of each state, and consents only through main', async () => {
    const { store, asked } = openStore({}, { 'host.consent': answered({ consented: false }) })
    const act = (action: Parameters<ReturnType<typeof store.getState>['actOnOllama']>[0]) =>
      store.getState().actOnOllama(action, { ...UNREACHABLE, foundAt: 'http://127.0.0.1:11434' })
    await act('install')
    await act('start')
    await act('use-found-host')
    await act('consent')
    await act('pull-model')
    expect(asked).toEqual(
      expect.arrayContaining(['link.open', 'clipboard.write', 'setting.change', 'host.consent', 'model.pull']),
    )
    await act('change-host')
    expect(store.getState().view).toBe('settings')
  })

  it('says for a moment what was copied', async () => {
    const { store, later } = openStore()
    await store.getState().copy('text', 'key')
    expect(store.getState().copied).toBe('key')
    await later()
    expect(store.getState().copied).toBeNull()
  })
})

describe('the queue in the store', () => {
  it('shows what main says waits, and a message that is queued meanwhile, each once', async () => {
    const facts = tell('disk', 0).open('Disk').facts
    const queued = { message: 'q1', text: 'Next', at: '', isHeld: false }
    const { store, push } = openStore(
      {},
      { 'chat.read': answered({ facts, title: 'Disk', hasEarlier: false, queued: [queued], versions: [] }) },
    )
    const opening = store.getState().openChat('disk')
    const fact = { type: 'message.queued', message: 'q1', text: 'Next', seq: 50, at: '', chat: 'disk' } as const
    push({ kind: 'fact', fact })
    await opening
    expect(store.getState().chat?.queued.map(({ message }) => message)).toEqual(['q1'])
    push({ kind: 'fact', fact: { type: 'message.unqueued', message: 'q1', seq: 51, at: '', chat: 'disk' } })
    expect(store.getState().chat?.queued).toEqual([])
  })
})
