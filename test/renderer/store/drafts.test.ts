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
