import { describe, expect, it } from 'vitest'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { asReported } from '#shared/messages/message'
import type { World } from '../../stories/bridge.ts'
import { tell } from '../../stories/facts.ts'
import { ABOUT, READY, SKILLS, UNREACHABLE } from '../../stories/records.ts'
import { diskStory } from '../../stories/stories.ts'
import { openStore as open } from './open-store.ts'

const PAGE = { title: '', hasEarlier: false, queued: [], versions: [] }

describe('the store', () => {
  it('reads what the first screen needs', async () => {
    const { store, settle } = open()
    await settle()
    expect(store.getState()).toMatchObject({ about: ABOUT, settings: ABOUT.settings, skills: SKILLS, ollama: READY })
  })

  it('opens a chat as the sum of its facts', async () => {
    const { store } = open({ facts: { disk: diskStory() } })
    await store.getState().openChat('disk')
    expect(store.getState().chat).toEqual(foldFacts(emptyChat('disk'), diskStory()))
  })

  it('loses no fact that arrives while a chat is being read, and applies none twice', async () => {
    const all = diskStory()
    let answer: (reply: unknown) => void = () => {}
    const { store, facts } = open(
      {},
      {
        'chat.read': () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      },
    )
    const opening = store.getState().openChat('disk')
    facts(all.slice(5))
    answer({ ok: true, value: { ...PAGE, facts: all.slice(0, 9) } })
    await opening
    expect(store.getState().chat).toEqual(foldFacts(emptyChat('disk'), all))
  })

  it('shows the chat requested last, whichever is read first', async () => {
    const answers = new Map<string, (reply: unknown) => void>()
    const { store } = open(
      {},
      { 'chat.read': (input) => new Promise((resolve) => answers.set((input as { chat: string }).chat, resolve)) },
    )
    const first = store.getState().openChat('one')
    const second = store.getState().openChat('two')
    answers.get('two')?.({ ok: true, value: { ...PAGE, facts: tell('two', 0).open('Two').facts } })
    answers.get('one')?.({ ok: true, value: { ...PAGE, facts: tell('one', 0).open('One').facts } })
    await Promise.all([first, second])
    expect(store.getState().chat?.title).toBe('Two')
  })

  it('shows a new chat, and why, if the chat cannot be read', async () => {
    const { store } = open({ failures: { 'chat.read': { code: 'CHAT_UNKNOWN', message: 'There is no such chat.' } } })
    await store.getState().openChat('gone')
    expect(store.getState()).toMatchObject({
      open: null,
      chat: null,
      problems: [{ message: 'There is no such chat.' }],
    })
  })

  it('writes nothing of its own: a sent message appears when its fact returns', async () => {
    const { store, facts } = open({ facts: { disk: tell('disk', 0).open('Disk').facts } })
    await store.getState().openChat('disk')
    store.getState().write({ text: 'Hello' })
    await store.getState().send()
    expect(store.getState().chat?.entries).toEqual([])
    expect(store.getState().drafts.size).toBe(0)
    facts(tell('disk', 0, 10).ask('Hello').facts)
    expect(store.getState().chat?.entries[0]).toMatchObject({ kind: 'message', content: 'Hello' })
  })

  it('makes a chat only when the first message is sent', async () => {
    const { store, asked } = open({ facts: { new: tell('new', 0).open('').facts } })
    store.getState().newChat()
    store.getState().write({ text: 'Hello' })
    expect(asked).not.toContain('chat.create')
    await store.getState().send()
    expect(asked.filter((name) => name.startsWith('chat.') && name !== 'chat.list')).toEqual([
      'chat.create',
      'chat.read',
      'chat.send',
    ])
    expect(store.getState()).toMatchObject({ open: 'new', isSending: false })
  })

  it('keeps the draft and says why if a message could not be sent', async () => {
    const { store } = open({ failures: { 'chat.send': { code: 'OLLAMA_UNREACHABLE', message: 'Start Ollama.' } } })
    store.getState().write({ text: 'Hello' })
    await store.getState().send()
    const { drafts, problems } = store.getState()
    expect(drafts.get('new')?.text).toBe('Hello')
    expect(problems).toMatchObject([{ about: 'chat.send', message: 'Start Ollama.' }])
  })

  it('keeps what was typed while the message was being sent', async () => {
    const { store } = open({ facts: { disk: [] } }, {})
    await store.getState().openChat('disk')
    store.getState().write({ text: 'Hello' })
    const sending = store.getState().send()
    store.getState().write({ text: 'Hello and more' })
    await sending
    expect(store.getState().drafts.get('disk')?.text).toBe('Hello and more')
  })

  it('lets facts of another chat change only the list', async () => {
    const { store, facts, push, later, asked } = open({ facts: { disk: diskStory() } })
    await store.getState().openChat('disk')
    const { chat } = store.getState()
    const before = asked.filter((name) => name === 'chat.list').length
    facts(tell('other', 0).open('Other').ask('Hi').facts)
    const other = { chat: 'other', title: 'Other', updatedAt: '', isWaiting: false, isRunning: true }
    push({ kind: 'chat', chat: 'other', summary: other, place: 0 })
    expect(store.getState().chat).toBe(chat)
    expect(store.getState().summaries[0]).toMatchObject({ chat: 'other', title: 'Other', isRunning: true })
    await later()
    expect(asked.filter((name) => name === 'chat.list').length).toBe(before)
  })

  it('ends in the same chat with and without the ticks', async () => {
    const all = diskStory()
    const ends = await Promise.all(
      [true, false].map(async (hasTicks) => {
        const { store, facts, push, later } = open({ facts: { disk: all.slice(0, 3) } })
        await store.getState().openChat('disk')
        for (const fact of all.slice(3)) {
          if (hasTicks) {
            push({ kind: 'tick', tick: { tick: 'token', chat: 'disk', turn: 't', text: 'x', thinking: false } })
            push({ kind: 'tick', tick: { tick: 'output', chat: 'disk', run: 'run-df', stream: 'stdout', text: 'y' } })
          }
          facts([fact])
        }
        await later()
        return store.getState().chat
      }),
    )
    expect(ends[0]).toEqual(ends[1])
  })

  it('shows ticks of the open chat a frame later, all at once, and drops those of others', async () => {
    const { store, push, later } = open({ facts: { disk: diskStory() } })
    await store.getState().openChat('disk')
    for (const chat of ['disk', 'disk', 'other']) {
      push({ kind: 'tick', tick: { tick: 'token', chat, turn: 't', text: `${chat} `, thinking: false } })
    }
    expect(store.getState().live.text).toBe('')
    await later()
    expect(store.getState().live.text).toBe('disk disk ')
  })

  it('asks for an answer once, however often it is pressed', async () => {
    const { store, asked } = open({ facts: { disk: diskStory() } })
    await store.getState().openChat('disk')
    const answer = (decision: 'once' | 'deny') => store.getState().answerApproval('purge', 'd', { decision })
    await Promise.all([answer('once'), answer('once'), answer('deny')])
    expect(asked.filter((name) => name === 'approval.answer')).toHaveLength(1)
    expect(store.getState().answering.size).toBe(0)
  })

  it('reads the output of a run once, and again only if it was lost', async () => {
    const { store, asked } = open(
      {},
      { 'run.output': () => Promise.resolve({ ok: false, error: { code: 'RUN_UNKNOWN', message: 'gone' } }) },
    )
    await store.getState().readOutput('r')
    expect(store.getState().outputs.get('r')).toEqual({ state: 'lost', message: 'gone' })
    await Promise.all([store.getState().readOutput('r'), store.getState().readOutput('r')])
    expect(asked.filter((name) => name === 'run.output')).toHaveLength(2)
  })

  it('reports what could not even be recorded, and bugs of main', async () => {
    const { store, push, facts } = open()
    push({
      kind: 'tick',
      tick: { tick: 'trouble', chat: null, message: asReported('The disk is full.'), remedy: asReported('Make room.') },
    })
    facts([{ type: 'bug.found', where: 'turn', message: 'x is undefined', seq: 1, at: '', chat: null }])
    expect(store.getState().problems.map(({ message }) => message)).toEqual([
      'The disk is full. Make room.',
      'turn: x is undefined',
    ])
  })

  it('follows settings by their facts', async () => {
    const { store, facts, settle } = open()
    await settle()
    await store.getState().changeSetting('theme', 'dark')
    facts([{ type: 'setting.changed', name: 'theme', value: 'dark', seq: 1, at: '', chat: null }])
    expect(store.getState().settings.theme).toBe('dark')
  })

  it('keeps looking for Ollama and continues by itself', async () => {
    const world = { ollama: UNREACHABLE as World['ollama'] }
    const { store, settle, later } = open(
      {},
      { 'model.list': () => Promise.resolve({ ok: true, value: world.ollama }) },
    )
    await settle()
    expect(store.getState().ollama?.state).toBe('unreachable')
    world.ollama = READY
    await later()
    expect(store.getState().ollama?.state).toBe('ready')
  })

  it('ignores what an earlier host reports after a later one was asked', async () => {
    const answers: ((ollama: World['ollama']) => void)[] = []
    const { store, settle } = open(
      {},
      {
        'model.list': () => new Promise((resolve) => answers.push((ollama) => resolve({ ok: true, value: ollama }))),
        'setting.change': () => Promise.resolve({ ok: true, value: {} }),
      },
    )
    await settle()
    await store.getState().changeSetting('host', 'http://127.0.0.1:9')
    answers[1]?.(READY)
    await settle()
    answers[0]?.(UNREACHABLE)
    await settle()
    expect(store.getState().ollama?.state).toBe('ready')
  })

  it('leaves the open chat when it is deleted, here or elsewhere', async () => {
    const { store, facts } = open({ facts: { disk: diskStory() } })
    await store.getState().openChat('disk')
    facts([{ type: 'chat.deleted', seq: 9999, at: '', chat: 'disk' }])
    expect(store.getState()).toMatchObject({ open: null, chat: null })
  })
})
