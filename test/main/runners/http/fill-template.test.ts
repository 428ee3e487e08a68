import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillJson, fillUrl, findUnfit } from '#main/runners/http/plan-http'
import type { Json } from '#shared/json'

const urlOf = (template: string, args: Record<string, Json>) => {
  const filled = fillUrl(template, args)
  return filled.ok ? filled.address.href : filled.message.code
}

describe('filling an address', () => {
  it('encodes values in the path and in the query', () => {
    const filled = urlOf('https://api.example/v1/{city}/x?q={q}&fixed=1', { city: 'São/Paulo?', q: 'a&b=c#d e' })
    expect(filled).toBe('https://api.example/v1/S%C3%A3o%2FPaulo%3F/x?q=a%26b%3Dc%23d%20e&fixed=1')
  })

  it('leaves out a query pair whose argument is missing or null', () => {
    expect(urlOf('https://a.example/?q={q}&n={n}&z=1', { n: null })).toBe('https://a.example/?z=1')
    expect(urlOf('https://a.example/x?q={q}', {})).toBe('https://a.example/x')
  })

  it('leaves out a fragment, which no server gets, and reads the scheme in capitals', () => {
    expect(urlOf('HTTPS://a.example/{n}?q={n}#top', { n: 1 })).toBe('https://a.example/1?q=1')
    expect(urlOf('https://a.example/#{n}', { n: 1 })).toBe('http-template-origin')
  })

  it('writes numbers, booleans and lists of them as text', () => {
    expect(urlOf('https://a.example/{n}?on={on}&ids={ids}', { n: 7, on: true, ids: [1, 2] })).toBe(
      'https://a.example/7?on=true&ids=1%2C2',
    )
  })

  it.each([
    ['a missing value in the path', 'https://a.example/x/{id}', {}, 'http-url-missing'],
    ['an empty value in the path', 'https://a.example/x/{id}/y', { id: '' }, 'http-url-missing'],
    ['a value that climbs', 'https://a.example/x/{id}', { id: '..' }, 'http-path-climbs'],
    ['a value that climbs once decoded', 'https://a.example/x/{id}', { id: '../../admin' }, 'http-path-climbs'],
    ['a value that climbs with backslashes', 'https://a.example/x/{id}', { id: 'a\\..\\b' }, 'http-path-climbs'],
    ['two values that climb together', 'https://a.example/x/{a}{b}', { a: '.', b: '.' }, 'http-path-climbs'],
    ['a value that climbs with what is fixed', 'https://a.example/x/%2e{a}', { a: '.' }, 'http-path-climbs'],
    ['a host from a value', 'https://{host}/x', { host: 'a.example' }, 'http-template-origin'],
    ['a part of a host from a value', 'https://api.{host}/x', { host: 'a.example' }, 'http-template-origin'],
    ['a port from a value', 'https://a.example:{port}/', { port: 80 }, 'http-template-origin'],
    ['a scheme from a value', '{scheme}://a.example/', { scheme: 'http' }, 'http-template-origin'],
    ['a missing whole address', '{url}', {}, 'http-url-missing'],
    ['a whole address that is none', '{url}', { url: 'file:///etc/passwd' }, 'address-scheme'],
    ['a whole address with two readings', '{url}', { url: 'http://a\\@b/' }, 'address-backslash'],
  ])('refuses %s', (_what, template, args, code) => {
    expect(urlOf(template, args as Record<string, Json>)).toBe(code)
  })

  it('takes a whole address from a value and marks its origin as the model’s', () => {
    const filled = fillUrl('{url}', { url: 'https://Example.org/a?b#c' })
    expect(filled).toMatchObject({ ok: true, whole: 'url', address: { href: 'https://example.org/a?b' } })
  })

  it('never lets a value change the origin, the depth of the path or the number of parameters', () => {
    const nasty = fc.array(
      fc.constantFrom(...'ab./\\?#&=%@:[] \n\0{}ä\u202e'.split(''), '..', '%2e', '%2F', '://', '{b}'),
      { maxLength: 8 },
    )
    const value = fc.oneof(
      nasty.map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string({ unit: 'grapheme' })),
    )
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        const filled = fillUrl('https://a.example:8443/v1/{a}/x-{b}/end?q={c}&a={a}&last=1', { a, b, c })
        if (!filled.ok) return
        const url = new URL(filled.address.href)
        expect(url.origin).toBe('https://a.example:8443')
        expect(url.pathname.split('/')).toHaveLength(5)
        expect(url.pathname).toMatch(/^\/v1\/.+\/x-.+\/end$/)
        expect([...url.searchParams.keys()]).toEqual(['q', 'a', 'last'])
        expect(url.searchParams.get('q')).toBe(Array.isArray(c) ? c.join(',') : String(c))
        expect(url.hash).toBe('')
        expect(filled.address).toMatchObject({ host: 'a.example', port: 8443 })
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('filling JSON', () => {
  it('keeps the type of an argument that is the whole string', () => {
    const template = { n: '{n}', list: '{list}', text: 'n is {n}', fixed: [1, '{on}', null], inner: { x: '{x}' } }
    expect(fillJson(template, { n: 7, list: [{ a: 1 }], on: false, x: { y: null } })).toEqual({
      ...{ n: 7, list: [{ a: 1 }], text: 'n is 7', fixed: [1, false, null], inner: { x: { y: null } } },
    })
  })

  it('leaves out members without an argument', () => {
    expect(fillJson({ a: '{a}', b: ['{a}', 1], c: 'x{a}' }, {})).toEqual({ b: [1], c: 'x' })
  })

  it('does not fill in text that came from an argument', () => {
    expect(fillJson({ a: '{a}', c: '{a}!' }, { a: '{b}', b: 'secret' })).toEqual({ a: '{b}', c: '{b}!' })
  })

  it('keeps a member named __proto__ an ordinary member', () => {
    const filled = fillJson(JSON.parse('{"__proto__": {"a": "{x}"}}'), { x: 1 })
    expect(JSON.stringify(filled)).toBe('{"__proto__":{"a":1}}')
  })

  it('finds arguments nested too deeply, or with half a character, without a deep stack', () => {
    let deep: Json = 1
    for (let depth = 0; depth < 200_000; depth += 1) deep = [deep]
    expect(findUnfit({ deep })).toMatchObject({ code: 'http-too-deep' })
    expect(findUnfit({ a: { b: ['\ud800'] } })).toMatchObject({ code: 'http-ill-formed' })
    expect(findUnfit({ a: { b: ['fine'] } })).toBeNull()
  })
})
