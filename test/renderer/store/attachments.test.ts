import { describe, expect, it } from 'vitest'
import { draftIn, EMPTY } from '#renderer/store/drafts.ts'
import { MOST_PICTURE_BYTES, type Picture } from '#shared/chat/picture'
import type { Message } from '#shared/messages/message'
import { type Story, tell } from '../../stories/facts.ts'
import { ABOUT } from '../../stories/records.ts'
import { openStore } from './open-store.ts'

const picture = (name: string): Picture => ({
  ...{ sha256: name.padEnd(64, '0'), type: 'image/png', name, bytes: 3, width: 4, height: 3 },
})
const file = (name: string, type = 'image/png', bytes = new Uint8Array([1, 2, 3])) => new File([bytes], name, { type })

function open(override: Record<string, (input: unknown) => unknown> = {}, facts = story().facts) {
  const staged: { name: string; data: string }[] = []
  const sent: Record<string, unknown>[] = []
  const dropped: unknown[] = []
  const opened = openStore(
    { facts: { c: facts } },
    {
      'image.stage': (input) => {
        const { name } = input as { name: string; data: string }
        staged.push(input as { name: string; data: string })
        return { ok: true, value: { picture: picture(name) } }
      },
      'image.unstage': (input) => {
        dropped.push((input as { image: string }).image)
        return { ok: true, value: { dropped: true } }
      },
      'image.read': () => ({ ok: true, value: { type: 'image/png', data: 'AQID' } }),
      'chat.send': (input) => {
        sent.push(input as Record<string, unknown>)
        return { ok: true, value: { accepted: true } }
      },
      ...override,
    },
  )
  const names = (chat: string) =>
    opened.store
      .getState()
      .drafts.get(chat)
      ?.images.map(({ name }) => name)
  return { ...opened, app: () => opened.store.getState(), staged, sent, dropped, names }
}

const story = (): Story =>
  tell('c', 0)
    .open('Cats')
    .add({ type: 'turn.started', turn: 't1', model: 'm' })
    .add({ type: 'message.added', role: 'user', content: 'What is this?', images: [picture('cat.png')] })
    .say('A cat.')
    .end()

const problems = (app: { problems: readonly { message: Message | string }[] }) =>
  app.problems.map(({ message }) => message)

describe('attached pictures', () => {
  it('are passed to main as bytes, kept for their chat, and sent with the message', async () => {
    const { app, staged, sent, names } = open()
    await app().openChat('c')
    await app().attachPictures([file('a.png'), file('notes.txt', 'text/plain'), file('b.jpg', 'image/jpeg')])
    expect(staged).toEqual([
      { name: 'a.png', data: 'AQID' },
      { name: 'b.jpg', data: 'AQID' },
    ])
    expect(names('c')).toEqual(['a.png', 'b.jpg'])
    app().write({ text: 'Look' })
    await app().send()
    expect(sent).toEqual([{ chat: 'c', text: 'Look', images: ['a.png', 'b.jpg'].map((name) => picture(name).sha256) }])
    expect(names('c')).toBe(undefined)
    expect(app().drafts.get('c')).toBe(undefined)
  })

  it('stay if the message was refused, even if its chat had no record before', async () => {
    const refused = { ok: false, error: { code: 'MODEL_CANNOT_SEE', message: 'no' } }
    const { app, names } = open({ 'chat.send': () => refused })
    await app().attachPictures([file('a.png')])
    expect(names('')).toEqual(['a.png'])
    app().write({ text: 'Look' })
    await app().send()
    expect(names('')).toBe(undefined)
    expect(names('new')).toEqual(['a.png'])
    expect(app().drafts.get('new')?.text).toBe('Look')
  })

  it('are enough without words', async () => {
    const { app, sent } = open()
    await app().openChat('c')
    await app().attachPictures([file('a.png')])
    await app().send()
    expect(sent).toMatchObject([{ text: '' }])
    await app().send()
    expect(sent).toHaveLength(1)
  })

  it('are dropped when they are removed, and taken once if they come twice', async () => {
    const { app, dropped, names } = open()
    await app().openChat('c')
    await app().attachPictures([file('a.png'), file('a.png')])
    expect(names('c')).toEqual(['a.png'])
    expect(dropped).toEqual([picture('a.png').sha256])
    app().removePicture(picture('a.png').sha256)
    expect(names('c')).toBe(undefined)
    expect(dropped).toHaveLength(2)
  })

  it('of 100 MB, beyond the eighth, or unreadable, are refused with a sentence and never read', async () => {
    const { app, staged, names } = open()
    const huge = { name: 'huge.png', type: 'image/png', size: 100_000_000, arrayBuffer: () => Promise.reject('read') }
    const gone = { name: 'gone.png', type: 'image/png', size: 3, arrayBuffer: () => Promise.reject('gone') }
    const small = Array.from({ length: 9 }, (_, at) => file(`${at}.png`))
    await app().attachPictures([huge, gone, ...small])
    expect(staged).toHaveLength(8)
    expect(names('')).toHaveLength(8)
    expect(problems(app())).toEqual([
      expect.stringMatching(/^huge\.png was not attached: it has 100\.0 MB; the limit is 10 MB\. Make/),
      expect.stringMatching(/^gone\.png was not attached: it cannot be read/),
      expect.stringMatching(/^8\.png was not attached: a message can have 8 pictures/),
    ])
    expect(MOST_PICTURE_BYTES).toBe(10_000_000)
  })

  it('join an edited message, which keeps its own', async () => {
    const { app, sent, dropped } = open()
    await app().openChat('c')
    app().rewrite('t1')
    await app().attachPictures([file('dog.png'), file('owl.png')])
    expect(draftIn(app()).images.map(({ name }) => name)).toEqual(['cat.png', 'dog.png', 'owl.png'])
    for (const name of ['cat.png', 'owl.png']) app().removePicture(picture(name).sha256)
    // Main has the first one for another message, if at all.
    expect(dropped).toEqual([picture('owl.png').sha256])
    await app().send()
    expect(sent).toEqual([{ chat: 'c', text: 'What is this?', replaces: 't1', images: [picture('dog.png').sha256] }])
    expect(app().drafts.size).toBe(0)
  })

  it('come with texts dropped next to them; an archive is left to be a skill', async () => {
    const { app, names } = open()
    const file = (name: string, bytes: number[] | string, size?: number) => {
      const blob = new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)])
      return { name, type: '', size: size ?? blob.size, arrayBuffer: () => blob.arrayBuffer() }
    }
    await app().attachDropped([
      file('notes.txt', 'Buy milk\n'),
      file('skill.zip', 'PK'),
      file('huge.log', '', 300 * 1024),
      file('tool', [0xff, 0xfe, 0]),
    ])
    expect(names('')).toEqual([])
    expect(draftIn(app()).text).toBe('notes.txt:\n```\nBuy milk\n```\n')
    expect(app().problems.map(({ message }) => message)).toEqual([
      'huge.log was not attached: it is larger than 256 KiB. Attach only the part that matters.',
      'tool was not attached: it is neither text nor a picture that can be shown.',
    ])
  })

  it('come in through the dialog too, as many as there is room for', async () => {
    const chosen = ['one.png', 'two.png', 'three.png'].map(picture)
    const { app, names, dropped } = open({
      'file.attach': () => ({ ok: true, value: { files: [], pictures: chosen, refused: [] } }),
    })
    await app().attachPictures(Array.from({ length: 6 }, (_, at) => file(`${at}.png`)))
    await app().attachFiles()
    expect(names('')?.slice(6)).toEqual(['one.png', 'two.png'])
    expect(dropped).toEqual([picture('three.png').sha256])
    expect(problems(app())).toEqual([
      expect.stringMatching(/^three\.png was not attached: a message can have 8 pictures/),
    ])
    expect(draftIn(app()).text).toBe('')
  })
})

describe('shown pictures', () => {
  it('are read once, and reported if they are lost', async () => {
    const { app, asked } = open()
    await Promise.all([app().readThumbnail(picture('a')), app().readThumbnail(picture('a'))])
    expect(app().thumbnails.get(picture('a').sha256)).toEqual({ state: 'here', url: 'data:image/png;base64,AQID' })
    expect(asked.filter((name) => name === 'image.read')).toHaveLength(1)
    const lost = open({ 'image.read': () => ({ ok: false, error: { code: 'PICTURE_UNKNOWN', message: 'gone' } }) })
    await lost.app().readThumbnail(picture('a'))
    expect(lost.app().thumbnails.get(picture('a').sha256)).toEqual({ state: 'lost' })
  })

  it('are read whole when they are shown large, unless they are closed before', async () => {
    const { app } = open()
    await app().enlarge(picture('a'))
    expect(app().enlarged).toEqual({ picture: picture('a'), url: 'data:image/png;base64,AQID' })
    const reading = app().enlarge(picture('b'))
    await app().enlarge(null)
    await reading
    expect(app().enlarged).toBe(null)
  })
})

describe('an imported chat', () => {
  it('is opened, with a report of what came and what did not', async () => {
    const imported = { chat: 'c', file: 'old.md', messages: 4, leftOut: 2, pictures: 0, broken: [3] }
    const { app } = open({ 'chat.import': () => ({ ok: true, value: { imported } }) })
    await app().importChat()
    expect(app().open).toBe('c')
    expect(app().imported).toEqual(imported)
    app().dismissImported()
    expect(app().imported).toBe(null)
  })
})

describe('a text that is too long for the box', () => {
  const long = 'All of the log. '.repeat(300_000)

  it('is next to what is typed, is stored with it, and is there at the next start', async () => {
    const saved: string[] = []
    const { app, later } = open({
      'draft.save': (input) => {
        saved.push((input as { text: string }).text)
        return { ok: true, value: { saved: true } }
      },
    })
    app().write({ text: 'Why?', longTexts: [long] })
    await later()
    expect(app().drafts.get('')?.text).toBe('Why?')
    expect(saved.at(-1)).toBe(`Why?\n\n${long}`)
    app().addText(long, '')
    await later()
    expect(saved.at(-1)).toBe(`Why?\n\n${long}`)
    expect(app().drafts.get('')?.longTexts).toEqual([long, long])
    expect(problems(app())).toEqual([])

    const next = openStore({ about: { ...ABOUT, drafts: { new: `Why?\n\n${long}`, c: 'short' } } })
    await next.settle()
    expect([...next.store.getState().drafts]).toEqual([
      ['', { ...EMPTY, longTexts: [`Why?\n\n${long}`] }],
      ['c', { ...EMPTY, text: 'short' }],
    ])
  })

  it('is removed alone, even if the same text is there twice', () => {
    const { app } = open()
    const [one, other] = ['x', 'y'].map((letter) => letter.repeat(30_000))
    app().write({ text: 'Why?', longTexts: [one ?? '', other ?? '', one ?? ''] })
    app().removeLongText(2)
    expect(draftIn(app())).toMatchObject({ text: 'Why?', longTexts: [one, other] })
    app().removeLongText(0)
    expect(draftIn(app()).longTexts).toEqual([other])
    app().removeLongText(0)
    expect(draftIn(app())).toMatchObject({ text: 'Why?', longTexts: [] })
  })

  it('is sent below what is typed, and then gone', async () => {
    const { app, sent } = open()
    await app().openChat('c')
    app().write({ text: 'Why?', longTexts: ['x'.repeat(30_000)] })
    await app().send()
    expect(sent).toMatchObject([{ text: `Why?\n\n${'x'.repeat(30_000)}` }])
    expect(app().drafts.size).toBe(0)
  })

  it('of an edited message is next to it too', async () => {
    const { app, sent } = open({}, tell('c', 0).open('Long').ask('y'.repeat(30_000)).end().facts)
    await app().openChat('c')
    const [said] = app().chat?.entries ?? []
    const turn = said?.kind === 'message' ? (said.turn ?? '') : ''
    app().rewrite(turn)
    expect(draftIn(app())).toMatchObject({ text: '', longTexts: ['y'.repeat(30_000)] })
    app().write({ text: 'Shorter:' })
    await app().send()
    expect(sent).toMatchObject([{ text: `Shorter:\n\n${'y'.repeat(30_000)}`, replaces: turn }])
  })
})
