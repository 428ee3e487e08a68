import { describe, expect, it } from 'vitest'
import { draftIn, EMPTY } from '#renderer/store/drafts.ts'
import type { Picture } from '#shared/chat/picture'
import { tell } from '../../stories/facts.ts'
import { ABOUT } from '../../stories/records.ts'
import { openStore } from './open-store.ts'

const cat: Picture = {
  ...{ sha256: 'c'.repeat(64), type: 'image/png', name: 'cat.png', bytes: 3, width: 4, height: 3 },
}
const { facts } = tell('c', 0)
  .open('Cats')
  .add({ type: 'turn.started', turn: 't', model: 'm' })
  .add({ type: 'message.added', role: 'user', content: 'What is ths?', images: [cat] })
  .say('A cat.')
  .end()

const other = tell('b', 0).open('Dogs').facts

/** Main's answer to one request comes when the test says so. */
function openSlow(name: string, value: unknown, more: Record<string, (input: unknown) => unknown> = {}) {
  const late = Promise.withResolvers<void>()
  const begun = tell('new', 0).open('').facts
  const slow = async () => {
    await late.promise
    return { ok: true, value }
  }
  const opened = openStore({ facts: { c: facts, b: other, new: begun } }, { [name]: slow, ...more })
  const app = () => opened.store.getState()
  const textOf = (chat: string) => app().drafts.get(chat)?.text
  return { ...opened, app, textOf, arrive: late.resolve }
}

const file = (name: string, bytes: string) => new File([bytes], name, { type: name.endsWith('png') ? 'image/png' : '' })

describe('what arrives after the person went to another chat', () => {
  const SERVER = { skill: 'notes', server: 'notes' }

  it('goes to the message for which a prompt of a server was asked, and shows nothing else', async () => {
    const { app, textOf, arrive } = openSlow('server.prompt', { text: 'Summarize it.' })
    await app().openChat('c')
    const asking = app().insertPrompt(SERVER, 'sum', {})
    await app().openChat('b')
    app().choosePrompt(SERVER, {
      name: 'next',
      description: '',
      args: [{ name: 'a', description: '', isRequired: true }],
    })
    app().show('skills')
    arrive()
    await asking
    expect([textOf('c'), textOf('b')]).toEqual(['Summarize it.', undefined])
    expect(app().drafts.get('c')?.servers).toEqual(['notes/notes'])
    expect(app()).toMatchObject({ view: 'skills', open: 'b', promptForm: { prompt: { name: 'next' } } })
  })

  it('goes to the message for which a resource or a file was asked', async () => {
    const value = { files: [{ name: 'a.txt', text: 'milk' }], pictures: [cat], refused: [] }
    for (const name of ['server.resource', 'file.attach']) {
      const { app, textOf, arrive } = openSlow(name, value)
      await app().openChat('c')
      const asking = name === 'file.attach' ? app().attachFiles() : app().attachResource(SERVER, 'notes://a')
      await app().openChat('b')
      arrive()
      await asking
      expect([textOf('c'), textOf('b')]).toEqual(['a.txt:\n```\nmilk\n```\n', undefined])
      expect(app().drafts.get('c')?.images).toEqual([cat])
    }
  })

  it('goes to the message onto which a picture and a file were dropped', async () => {
    const { app, textOf, arrive } = openSlow('image.stage', { picture: cat })
    await app().openChat('c')
    const dropping = app().attachDropped([file('cat.png', 'x'), file('a.txt', 'milk')])
    await app().openChat('b')
    arrive()
    await dropping
    expect(textOf('c')).toContain('milk')
    expect(app().drafts.get('c')?.images).toEqual([cat])
    expect(app().drafts.has('b')).toBe(false)
  })

  it('follows a new chat whose first message was sent meanwhile, and an edit that ended to the message after it', async () => {
    const { app, arrive } = openSlow('image.stage', { picture: cat })
    const attaching = app().attachPictures([file('cat.png', 'x')])
    app().write({ text: 'Look' })
    await app().send()
    await app().openChat('c')
    app().rewrite('t')
    const editing = app().attachPictures([file('dog.png', 'y')])
    app().stopRewriting()
    arrive()
    await Promise.all([attaching, editing])
    expect([...app().drafts]).toEqual([
      ['new', { ...EMPTY, images: [cat] }],
      ['c', { ...EMPTY, images: [cat] }],
    ])
  })
})

describe('a message sent from a new chat', () => {
  it('is sent although another chat was opened before the new one was there', async () => {
    const sent: unknown[] = []
    const send = (input: unknown) => {
      sent.push(input)
      return { ok: true, value: { accepted: true } }
    }
    const { app, arrive } = openSlow('chat.create', { chat: 'new' }, { 'chat.send': send })
    app().write({ text: 'Hello' })
    const sending = app().send()
    await app().openChat('b')
    arrive()
    await sending
    expect(sent).toEqual([{ chat: 'new', text: 'Hello' }])
    expect(app()).toMatchObject({ open: 'b', isSending: false, drafts: new Map() })
  })

  it('is kept there if it was refused, and only that chat says so at its message box', async () => {
    const refused = { ok: false, error: { code: 'OLLAMA_UNREACHABLE', message: 'no' } }
    const { app, textOf } = openSlow('run.output', {}, { 'chat.send': () => refused })
    await app().openChat('c')
    app().write({ text: 'Hello' })
    await app().send()
    await app().openChat('b')
    app().write({ text: 'Hi' })
    await app().send()
    expect(app().problems).toMatchObject([{ chat: 'c' }, { chat: 'b' }])
    expect([textOf('c'), textOf('b')]).toEqual(['Hello', 'Hi'])
  })

  it('is kept beside what was written in the new chat meanwhile', async () => {
    const answer = Promise.withResolvers<object>()
    const { app } = openSlow('run.output', {}, { 'chat.send': () => answer.promise })
    app().write({ text: 'Look' })
    const sending = app().send()
    await expect.poll(() => app().open).toBe('new')
    app().write({ text: 'And this.', images: [cat] }, 'new')
    answer.resolve({ ok: false, error: { code: 'OLLAMA_UNREACHABLE', message: 'no' } })
    await sending
    expect(app().drafts.get('new')).toMatchObject({ text: 'Look\n\nAnd this.', images: [cat] })
  })
})

/** A window, and main's drafts as they outlive it. */
function openWindow(drafts: Record<string, string>) {
  const save = (input: unknown) => {
    const { chat, text } = input as { chat: string; text: string }
    if (text === '') delete drafts[chat]
    else drafts[chat] = text
    return { ok: true, value: { saved: true } }
  }
  const about = { ...ABOUT, drafts: { ...drafts } }
  const opened = openStore({ about, facts: { c: facts } }, { 'draft.save': save })
  return { ...opened, app: () => opened.store.getState() }
}

describe('an unsent edit', () => {
  it('is kept like a draft, next to that of its chat, and is there in the next window', async () => {
    const drafts: Record<string, string> = {}
    const before = openWindow(drafts)
    await before.app().openChat('c')
    before.app().write({ text: 'half a thought' })
    before.app().rewrite('t')
    before.app().write({ text: 'What is this?', longTexts: ['x'.repeat(30_000)] })
    await before.later()
    const edit = draftIn(before.app())

    const after = openWindow(drafts)
    await after.settle()
    expect(after.app().drafts.get('c')).toEqual({ ...EMPTY, text: 'half a thought' })
    expect(draftIn(after.app())).toEqual(EMPTY)
    await after.app().openChat('c')
    const text = `What is this?\n\n${'x'.repeat(30_000)}`
    expect(draftIn(after.app())).toEqual({ ...EMPTY, turn: 't', longTexts: [text], images: [cat] })
    expect(edit).toMatchObject({ turn: 't', text: 'What is this?', images: [cat] })
  })

  it('is forgotten at once when it is sent or left', async () => {
    const drafts: Record<string, string> = {}
    const { app, later } = openWindow(drafts)
    await app().openChat('c')
    for (const finish of [app().send, app().stopRewriting]) {
      app().rewrite('t')
      app().write({ text: 'What is this?' })
      await later()
      expect(Object.keys(drafts)).toEqual(['edit-c'])
      await finish()
      expect(drafts).toEqual({})
    }
  })

  it('is ignored if the file contains something else under its name', async () => {
    const written = ['no json', '[]', '{"turn":1,"text":"x"}', '{"turn":"t"}']
    const drafts = Object.fromEntries(written.map((text, at) => [`edit-${at}`, text]))
    const { app, settle } = openWindow({
      ...drafts,
      'edit-c': '{"turn":"t","text":"Yes","images":[{"sha256":"../x"}]}',
    })
    await settle()
    expect(app().drafts).toEqual(new Map([['edit-c', { ...EMPTY, turn: 't', text: 'Yes' }]]))
  })
})
