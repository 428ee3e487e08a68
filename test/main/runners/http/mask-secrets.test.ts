import { describe, expect, it } from 'vitest'
import { maskSecrets } from '#main/runners/http/mask-secrets'

const value = 's3cr/et "key"+ü?'
const mask = maskSecrets([{ name: 'TOKEN', value }])

describe('masking secrets', () => {
  it.each([
    ['as it is', value],
    ['percent-encoded', encodeURIComponent(value)],
    ['as JSON', JSON.stringify(value).slice(1, -1)],
    ['as base64', Buffer.from(value).toString('base64').replace(/=+$/, '')],
    ['as base64 for addresses', Buffer.from(value).toString('base64url')],
    ['as hexadecimal', Buffer.from(value).toString('hex')],
  ])('masks a secret %s', (_how, form) => {
    expect(mask.text(`before ${form} and ${form} after`)).toBe('before [secret TOKEN] and [secret TOKEN] after')
  })

  it('masks the beginning of a secret if the text ends early', () => {
    expect(mask.text('you sent s3cr/et', { end: true })).toBe('you sent [secret TOKEN]')
    expect(mask.text('you sent s3cr/et')).toBe('you sent s3cr/et')
    const hex = maskSecrets([{ name: 'KEY', value: 'open-67890' }])
    expect(hex.text('you sent open-6', { end: true })).toBe('you sent [secret KEY]')
  })

  it('masks the end of a secret if the text begins late, even if the secret has several lines', () => {
    const key = maskSecrets([{ name: 'KEY', value: 'first line\nsecond line\nthird line' }])
    expect(key.text('line\nsecond line\nthird line and more', { start: true })).toBe('[secret KEY] and more')
    expect(mask.text('"key"+ü? you sent', { start: true })).toBe('[secret TOKEN] you sent')
    expect(mask.text('"key"+ü? you sent')).toBe('"key"+ü? you sent')
  })

  it('masks strings and names in JSON', () => {
    expect(mask.json({ [value]: [`x${value}`, 1, null] })).toEqual({ '[secret TOKEN]': ['x[secret TOKEN]', 1, null] })
  })

  it('masks a number that is a secret', () => {
    const pin = maskSecrets([{ name: 'PIN', value: '123456' }])
    expect(pin.json({ a: 123456, b: 7 })).toEqual({ a: '[secret PIN]', b: 7 })
  })

  it('masks the longer of two secrets with the same beginning', () => {
    const both = maskSecrets([
      { name: 'A', value: 'abcd' },
      { name: 'B', value: 'abcdefgh' },
    ])
    expect(both.text('abcdefgh abcd')).toBe('[secret B] [secret A]')
  })

  it.each([
    ['one is the beginning of another that was cut', 'abcd', 'abcdefgh', { end: true }, 'x abcdef', 'x [secret B]'],
    ['one is in another that was cut', 'fghi', 'abcdefghij', { end: true }, 'x abcdefghi', 'x [secret B]'],
    ['one is the end of another that was cut', 'efgh', 'abcdefgh', { start: true }, 'cdefgh x', '[secret B] x'],
    ['two overlap', 'aaaa1111', '1111bbbb', {}, 'x aaaa1111bbbb x', 'x [secret A] x'],
  ])('leaves no part of a secret where %s', (_how, a, b, cut, given, masked) => {
    const both = maskSecrets([
      { name: 'A', value: a },
      { name: 'B', value: b },
    ])
    expect(both.text(given, cut)).toBe(masked)
  })
})
