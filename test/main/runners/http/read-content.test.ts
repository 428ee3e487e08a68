import { describe, expect, it } from 'vitest'
import { readContent } from '#main/runners/http/read-content'

describe('reading the body of an answer', () => {
  it.each([
    ['text/plain', 'hé', Buffer.from('hé')],
    ['text/plain; charset=iso-8859-1', 'hé', Buffer.from('hé', 'latin1')],
    ['text/html; charset="utf-16le"', 'hé', Buffer.from('hé', 'utf16le')],
    ['text/plain; charset=klingon', 'hé', Buffer.from('hé')],
    ['', 'hé', Buffer.from('hé')],
    ['application/octet-stream', 'hé', Buffer.from('hé')],
    ['application/vnd.x+xml', '<a/>', Buffer.from('<a/>')],
  ])('reads %j as text', (type, text, body) => {
    expect(readContent(type, body)).toEqual({ kind: 'text', text })
  })

  it.each([
    ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])],
    ['application/octet-stream', Buffer.from([1, 0, 2])],
    ['text/plain', Buffer.from('a\0b')],
  ])('names %s and shows nothing of it where its bytes are no text', (type, body) => {
    expect(readContent(type, body)).toEqual({ kind: 'binary', type, bytes: body.length })
  })

  it('returns JSON if the type says so and it is valid', () => {
    expect(readContent('application/problem+json; charset=utf-8', Buffer.from('{"a":1}'))).toMatchObject({
      json: { a: 1 },
    })
    expect(readContent('application/json', Buffer.from('{"a":'))).toEqual({ kind: 'text', text: '{"a":' })
    expect(readContent('text/plain', Buffer.from('{"a":1}'))).toEqual({ kind: 'text', text: '{"a":1}' })
  })

  it('leaves JSON as text if it is nested too deeply', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(readContent('application/json', Buffer.from(text))).toEqual({ kind: 'text', text })
  })
})
