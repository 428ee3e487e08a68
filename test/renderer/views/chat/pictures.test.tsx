import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Message } from '#renderer/parts/chat/message.tsx'
import { type Draft, EMPTY } from '#renderer/store/drafts.ts'
import { describeImport, Queue } from '#renderer/views/chat/above-composer.tsx'
import { Compose } from '#renderer/views/chat/compose.tsx'
import { Pictures } from '#renderer/views/chat/media.tsx'
import { emptyChat } from '#shared/chat/chat'
import { isPictureType, type Picture } from '#shared/chat/picture'
import { LONGEST_MESSAGE } from '#shared/requests/chat-requests'
import { draw } from '../../draw.ts'

const nothing = () => {}
const picture = (name: string): Picture => ({
  ...{ sha256: name.padEnd(64, '0'), type: 'image/png', name, bytes: 61_440, width: 400, height: 300 },
})
const url = 'data:image/png;base64,AQID'

describe('a row of pictures', () => {
  const [cat, dog, gone] = [picture('cat.png'), picture('dog.png'), picture('gone.png')]
  const pictures = [cat, dog, gone]
  const state = {
    thumbnails: new Map([
      [cat.sha256, { state: 'here' as const, url }],
      [gone.sha256, { state: 'lost' as const }],
    ]),
  }

  it('has name and size for each, opens each with a button, and replaces a lost one with a note', () => {
    const markup = draw(<Pictures label="Pictures" pictures={pictures} />, state)
    expect(markup).toContain(`<img src="${url}" alt="cat.png"/>`)
    expect(markup.match(/<img/g)).toHaveLength(1)
    expect(markup).toContain('aria-label="Enlarge cat.png"')
    expect(markup).toContain('gone.png is no longer available.')
    expect(markup.match(/61\sKB/g)).toHaveLength(2)
    expect(markup).not.toContain('Remove')
  })

  it('lets each be removed if it is not sent yet', () => {
    const markup = draw(<Pictures label="Pictures" pictures={pictures} onRemove={nothing} />, state)
    for (const { name } of [cat, dog, gone]) expect(markup).toContain(`aria-label="Remove ${name}"`)
  })

  it('accepts only kinds that contain no program', () => {
    expect(['image/png', 'image/jpeg', 'image/heic', 'image/svg+xml', 'text/html', ''].filter(isPictureType)).toEqual([
      ...['image/png', 'image/jpeg', 'image/heic'],
    ])
  })
})

describe('a message', () => {
  it('shows its files, and says where it came from', () => {
    const markup = renderToStaticMarkup(<Message from="user" text="" pictures={<i>two pictures</i>} isImported />)
    expect(markup).toContain('<i>two pictures</i>')
    expect(markup).not.toContain('class="plain"')
    expect(markup).toContain('imported')
  })

  it('from the model shows no picture, even if it claims one', () => {
    const text = `![a](${url}) ![b](https://example.org/b.png) <img src="${url}"> ![c][d]\n\n[d]: ${url}`
    expect(renderToStaticMarkup(<Message from="assistant" text={text} />)).not.toContain('<img')
  })

  it('with only pictures is named after them in the queue', () => {
    const queued = [{ message: 'm', text: '', images: [picture('cat.png')], at: '', isHeld: false }]
    const markup = draw(<Queue />, { chat: { ...emptyChat('c'), queued } })
    expect(markup).toContain('cat.png')
    expect(markup).toContain('1 picture')
  })
})

describe('the message box', () => {
  const write = (draft: Partial<Draft>) => draw(<Compose />, { drafts: new Map([['', { ...EMPTY, ...draft }]]) })
  const send = (draft: Partial<Draft>) => write(draft).match(/<button[^>]*type="submit"[^>]*>/)?.[0]

  it('sends pictures without words, and nothing without either', () => {
    expect(send({})).toContain('disabled')
    expect(send({ images: [picture('cat.png')] })).not.toContain('disabled')
  })

  it('says what is too long to send, with the remedy, and keeps it', () => {
    const text = 'x'.repeat(LONGEST_MESSAGE + 1)
    const markup = write({ text })
    expect(markup).toMatch(/role="alert">This message has 1,000,001 characters; the limit is 1,000,000\. Shorten it/)
    expect(markup).toContain(text)
    expect(send({ text })).toContain('disabled')
    expect(send({ text: text.slice(1) })).not.toContain('disabled')
  })
})

describe('the report of an import', () => {
  const imported = { chat: 'c', file: 'old.md', messages: 4, leftOut: 0, pictures: 0, broken: [] }

  it('says how much came, and what did not', () => {
    expect(describeImport(imported)).toBe('4 messages imported from “old.md”.')
    expect(describeImport({ ...imported, leftOut: 1, pictures: 2, broken: [3, 9] })).toBe(
      '4 messages imported from “old.md”. Not imported: 1 other part. Only messages are imported. Missing from the file: 2 pictures. Could not read these lines: 3, 9.',
    )
  })
})
