import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Composer, type ComposerProps } from '#renderer/parts/chat/composer.tsx'
import { describeImport } from '#renderer/parts/chat/import-note.tsx'
import { Message } from '#renderer/parts/chat/message.tsx'
import { PictureStrip } from '#renderer/parts/chat/picture-strip.tsx'
import { QueueList } from '#renderer/parts/chat/queue-list.tsx'
import { isPictureType, type Picture } from '#shared/chat/picture'
import { LONGEST_MESSAGE } from '#shared/requests/chat-requests'

const nothing = () => {}
const picture = (name: string): Picture => ({
  ...{ sha256: name.padEnd(64, '0'), type: 'image/png', name, bytes: 61_440, width: 400, height: 300 },
})
const url = 'data:image/png;base64,AQID'

describe('a row of pictures', () => {
  const [cat, dog, gone] = [picture('cat.png'), picture('dog.png'), picture('gone.png')]
  const pictures = [
    { picture: cat, url },
    { picture: dog, url: null },
    { picture: gone, url: 'lost' as const },
  ]

  it('has name and size for each, opens each with a button, and replaces a lost one with a note', () => {
    const markup = renderToStaticMarkup(<PictureStrip label="Pictures" pictures={pictures} onOpen={nothing} />)
    expect(markup).toContain(`<img src="${url}" alt="cat.png"/>`)
    expect(markup.match(/<img/g)).toHaveLength(1)
    expect(markup).toContain('aria-label="Enlarge cat.png"')
    expect(markup).toContain('gone.png is no longer available.')
    expect(markup.match(/61\sKB/g)).toHaveLength(2)
    expect(markup).not.toContain('Remove')
  })

  it('lets each be removed if it is not sent yet', () => {
    const markup = renderToStaticMarkup(
      <PictureStrip label="Pictures" pictures={pictures} onOpen={nothing} onRemove={nothing} />,
    )
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
    const markup = renderToStaticMarkup(
      <Message from="user" text="" pictures={<i>two pictures</i>} isImported />,
    )
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
    const markup = renderToStaticMarkup(<QueueList queued={queued} onSend={nothing} onRemove={nothing} />)
    expect(markup).toContain('cat.png')
    expect(markup).toContain('1 picture')
  })
})

describe('the message box', () => {
  const props: ComposerProps = {
    ...{ draft: '', isRunning: false, isWaiting: false, isSending: false, chips: null, meter: null, above: null },
    ...{ onDraft: nothing, onSend: nothing, onStop: nothing },
  }
  const send = (more: Partial<ComposerProps>) =>
    renderToStaticMarkup(<Composer {...props} {...more} />).match(/<button[^>]*type="submit"[^>]*>/)?.[0]

  it('sends pictures without words, and nothing without either', () => {
    expect(send({})).toContain('disabled')
    expect(send({ hasAttached: true })).not.toContain('disabled')
  })

  it('says what is too long to send, with the remedy, and keeps it', () => {
    const draft = 'x'.repeat(LONGEST_MESSAGE + 1)
    const markup = renderToStaticMarkup(<Composer {...props} draft={draft} />)
    expect(markup).toMatch(/role="alert">This message has 1,000,001 characters; the limit is 1,000,000\. Shorten it/)
    expect(markup).toContain(draft)
    expect(send({ draft })).toContain('disabled')
    expect(send({ draft: draft.slice(1) })).not.toContain('disabled')
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
