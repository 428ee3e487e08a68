import { describe, expect, it } from 'vitest'
import { draftIn, EMPTY } from '#renderer/store/drafts.ts'
import type { Fact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { tell } from '../../stories/facts.ts'
import { openStore } from './open-store.ts'

const STATS = { rounds: 1, calls: 0, promptTokens: 1, outputTokens: 1, ms: 1 }

function story(...turns: { turn: string; text: string; replaces?: string }[]): Fact[] {
  const told = tell('disk', 0).open('Disk')
  for (const { turn, text, replaces } of turns) {
    told.add({ type: 'turn.started', turn, model: 'm', ...(replaces !== undefined && { replaces }) })
    told.add({ type: 'message.added', role: 'user', content: text })
    told.add({ type: 'message.added', role: 'assistant', content: `${text}!` })
    told.add({ type: 'turn.finished', turn, reason: 'answered', stats: STATS })
  }
  return told.facts
}

const first = { turn: 'a', text: 'One' }
const second = { turn: 'b', text: 'Two' }
const anew = { turn: 'c', text: 'Uno', replaces: 'a' }

function open(facts: Fact[], override = {}) {
  const world = openStore({ facts: { disk: facts } }, override)
  const shown = () =>
    world.store.getState().chat?.entries.flatMap((entry) => (entry.kind === 'message' ? [entry.content] : []))
  return { ...world, shown }
}

describe('an answer from another model', () => {
  it('is requested for the turn it was chosen for, and the choice closes', async () => {
    const sent: unknown[] = []
    const answer = (input: unknown) => {
      sent.push(input)
      return { ok: true, value: { accepted: true } }
    }
    const { store } = open(story(first, second), { 'chat.regenerate': answer })
    await store.getState().openChat('disk')
    store.getState().chooseAnswerer('b')
    expect(store.getState().answeringAgain).toBe('b')
    await store.getState().regenerate('b', 'zeta:2b')
    expect(sent).toEqual([{ chat: 'disk', turn: 'b', model: 'zeta:2b' }])
    expect(store.getState().answeringAgain).toBe(null)
  })
})

describe('a model that reads ahead', () => {
  it('is ready after main says so about the open chat, and no longer when a message is sent', async () => {
    const ready = Promise.withResolvers<unknown>()
    const { store } = open(story(first), { 'chat.readAhead': () => ready.promise })
    await store.getState().openChat('disk')
    const reading = store.getState().readAhead('disk')
    expect(store.getState().isReady).toBe(false)
    ready.resolve({ ok: true, value: { isReady: true } })
    await reading
    expect(store.getState().isReady).toBe(true)
    await store.getState().send('Hi')
    expect(store.getState().isReady).toBe(false)
  })

  it('is not ready for a chat opened meanwhile', async () => {
    const ready = Promise.withResolvers<unknown>()
    const { store } = open(story(first), { 'chat.readAhead': () => ready.promise })
    await store.getState().openChat('disk')
    const reading = store.getState().readAhead('disk')
    store.getState().newChat()
    ready.resolve({ ok: true, value: { isReady: true } })
    await reading
    expect(store.getState().isReady).toBe(false)
  })
})

describe('versions in the store', () => {
  it('are listed when a chat is opened, and when another is made in view', async () => {
    const { store, shown, facts } = open(story(first, second))
    await store.getState().openChat('disk')
    expect(store.getState().chat?.versions.size).toBe(0)
    facts(story(first, second, anew).slice(story(first, second).length))
    expect(shown()).toEqual(['Uno', 'Uno!'])
    expect(store.getState().chat?.versions.get('c')).toEqual(['a', 'c'])
    const again = open(story(first, second, anew))
    await again.store.getState().openChat('disk')
    expect(again.shown()).toEqual(['Uno', 'Uno!'])
    expect(again.store.getState().chat?.versions.get('c')).toEqual(['a', 'c'])
  })

  it('are shown from their beginning after another is chosen', async () => {
    const all = story(first, second, anew)
    const { store, shown, facts, settle } = open(all)
    await store.getState().openChat('disk')
    const chosen: Fact = { type: 'branch.chosen', turn: 'a', seq: 100, at: '', chat: 'disk' }
    all.push(chosen)
    facts([chosen])
    await settle()
    expect(shown()).toEqual(['One', 'One!', 'Two', 'Two!'])
    expect(store.getState().target).toBe(3)
  })

  it('lose no fact that arrives while the same chat is read twice at once', async () => {
    const all = story(first, second, anew)
    const { store, shown, facts, settle } = open(all)
    await store.getState().openChat('disk')
    const late: Fact = { type: 'message.added', role: 'assistant', content: 'late', seq: 101, at: '', chat: 'disk' }
    const one = store.getState().showTurn('a')
    facts([late])
    const two = store.getState().showTurn('a')
    facts([{ ...late, seq: 102, content: 'later' }])
    await Promise.all([one, two])
    await settle()
    expect(shown()?.at(-1)).toBe('later')
  })
})

describe('editing in the store', () => {
  it('moves the text to the box, leaves the draft alone, and sends it in place of the old one', async () => {
    const sent: unknown[] = []
    const override = {
      'chat.send': async (input: unknown) => {
        sent.push(input)
        return { ok: true, value: { accepted: true } }
      },
    }
    const { store } = open(story(first, second), override)
    await store.getState().openChat('disk')
    store.getState().write({ text: 'half a thought' })
    store.getState().rewrite('a')
    expect(draftIn(store.getState())).toEqual({ ...EMPTY, turn: 'a', text: 'One' })
    store.getState().write({ text: 'Uno' })
    await store.getState().send()
    expect(sent).toEqual([{ chat: 'disk', text: 'Uno', replaces: 'a' }])
    expect(store.getState().isSending).toBe(false)
    expect(draftIn(store.getState())).toEqual({ ...EMPTY, text: 'half a thought' })
  })

  it('keeps the text if it could not be sent, and says why', async () => {
    const busy = { ok: false, error: { code: 'CHAT_BUSY', message: 'The model is at work.' } }
    const { store } = open(story(first), { 'chat.send': async () => busy })
    await store.getState().openChat('disk')
    store.getState().rewrite('a')
    store.getState().write({ text: 'Uno' })
    await store.getState().send()
    expect(draftIn(store.getState())).toEqual({ ...EMPTY, turn: 'a', text: 'Uno' })
    expect(textOf(store.getState().problems.at(-1)?.message ?? '')).toBe('The model is at work.')
  })

  it('keeps the text of a second message that comes too quickly after the first', async () => {
    const answers: ((reply: unknown) => void)[] = []
    const { store } = open(story(first, second), {
      'chat.send': () => new Promise((answer) => answers.push(answer)),
    })
    await store.getState().openChat('disk')
    store.getState().rewrite('a')
    store.getState().write({ text: 'Uno' })
    const one = store.getState().send()
    await store.getState().send()
    expect(answers).toHaveLength(1)
    answers[0]?.({ ok: true, value: { accepted: true } })
    await one
    store.getState().rewrite('b')
    store.getState().write({ text: 'Due' })
    const two = store.getState().send()
    answers[1]?.({ ok: false, error: { code: 'CHAT_BUSY', message: 'The model is at work.' } })
    await two
    expect(store.getState().isSending).toBe(false)
    expect(draftIn(store.getState())).toMatchObject({ turn: 'b', text: 'Due' })
  })

  it('keeps text refused after the chat was left, and has it when the chat is opened again', async () => {
    const answers: ((reply: unknown) => void)[] = []
    const { store } = open(story(first), { 'chat.send': () => new Promise((answer) => answers.push(answer)) })
    await store.getState().openChat('disk')
    store.getState().rewrite('a')
    store.getState().write({ text: 'Uno' })
    const sending = store.getState().send()
    store.getState().newChat()
    expect(draftIn(store.getState())).toEqual(EMPTY)
    answers[0]?.({ ok: false, error: { code: 'CHAT_BUSY', message: 'The model is at work.' } })
    await sending
    await store.getState().openChat('disk')
    expect(draftIn(store.getState())).toMatchObject({ turn: 'a', text: 'Uno' })
    store.getState().stopRewriting()
    store.getState().newChat()
    await store.getState().openChat('disk')
    expect(draftIn(store.getState())).toEqual(EMPTY)
  })

  it('survives a second reading of the chat, as when another version is chosen', async () => {
    const { store } = open(story(first, second))
    await store.getState().openChat('disk')
    store.getState().rewrite('b')
    store.getState().write({ text: 'Due' })
    await store.getState().showTurn('a')
    expect(draftIn(store.getState())).toMatchObject({ turn: 'b', text: 'Due' })
  })
})

const attaching = (chosen: object) => ({
  'file.attach': async () => ({ ok: true, value: { files: [], pictures: [], refused: [], ...chosen } }),
})

describe('attached files in the store', () => {
  it('are below the message, in fences longer than any inside', async () => {
    const files = [
      { name: 'a.md', text: 'x\n````\ny\n' },
      { name: 'b.txt', text: 'z' },
    ]
    const { store } = open(story(first), attaching({ files }))
    await store.getState().openChat('disk')
    store.getState().write({ text: 'Look at this' })
    await store.getState().attachFiles()
    expect(store.getState().drafts.get('disk')?.text).toBe(
      'Look at this\n\na.md:\n`````\nx\n````\ny\n`````\n\nb.txt:\n```\nz\n```\n',
    )
  })

  it('are next to it if the box does not hold all of them', async () => {
    const files = ['a', 'b', 'c'].map((name) => ({ name, text: name.repeat(9000) }))
    const { store } = open(story(first), attaching({ files }))
    await store.getState().attachFiles()
    expect(store.getState().drafts.get('')?.text).toMatch(/^a:[\s\S]*b:/)
    expect(store.getState().drafts.get('')?.longTexts).toEqual([expect.stringMatching(/^c:/)])
  })

  it('change nothing if none was chosen, and the refused ones are listed next to the others', async () => {
    const none = open(story(first), attaching({}))
    await none.store.getState().attachFiles()
    expect(none.store.getState()).toMatchObject({ drafts: new Map(), problems: [] })
    const refused = ['a.bin was not attached: it is not text.', 'b.bin was not attached: it is not text.']
    const some = open(story(first), attaching({ files: [{ name: 'c.txt', text: 'C' }], refused }))
    await some.store.getState().attachFiles()
    expect(some.store.getState().drafts.get('')?.text).toContain('c.txt:')
    expect(some.store.getState().problems).toMatchObject([
      { about: 'file.attach', code: 'FILE_NOT_ATTACHED', message: refused.join(' ') },
    ])
  })
})
