import { describe, expect, it } from 'vitest'
import type { HttpSpec } from '#shared/skill/http-spec'
import { httpSpec, planHttpCall } from '#test/helpers/http-call'

const weather = httpSpec('https://api.example/v1/{city}', {
  method: 'POST',
  headers: [
    { name: 'Authorization', value: [{ text: 'Bearer ' }, { secret: 'WEATHER_KEY' }] },
    { name: 'X-Unit', value: [{ text: '{unit}' }] },
  ],
  body: { type: 'json', value: { days: '{days}' } },
})
const secrets = { WEATHER_KEY: 'very secret' }

describe('planning a request', () => {
  it('gives everything that would be sent, with secrets by name', async () => {
    const planned = await planHttpCall(weather, { city: 'Bern', days: 3 }, { secrets })
    expect(planned).toMatchObject({
      ok: true,
      action: {
        kind: 'http',
        method: 'POST',
        url: 'https://api.example/v1/Bern',
        headers: [
          { name: 'host', value: [{ text: 'api.example' }] },
          {
            name: 'Authorization',
            value: [{ text: 'Bearer ' }, { secret: 'WEATHER_KEY', version: 'version-of-WEATHER_KEY' }],
          },
          { name: 'user-agent', value: [{ text: 'Skillet' }] },
          { name: 'accept', value: [{ text: '*/*' }] },
          { name: 'content-type', value: [{ text: 'application/json' }] },
          { name: 'content-length', value: [{ text: '10' }] },
          { name: 'accept-encoding', value: [{ text: 'gzip, br' }] },
          { name: 'connection', value: [{ text: 'close' }] },
        ],
        body: '{"days":3}',
      },
      effects: [
        { does: 'send', origin: 'https://api.example' },
        { does: 'use-secret', name: 'WEATHER_KEY', to: 'https://api.example' },
      ],
      grants: { read: [], write: [], hosts: ['https://api.example'], secrets: ['WEATHER_KEY'], tools: [] },
    })
    expect(JSON.stringify(planned)).not.toContain('very secret')
  })

  it('says if a person granted the host', async () => {
    const spec = httpSpec('http://nas.example:8080/')
    const granted = await planHttpCall(spec, {}, { hosts: ['http://nas.example:8080'] })
    expect(granted).toMatchObject({ grants: { inner: ['http://nas.example:8080'] } })
    for (const hosts of [[], ['http://nas.example'], ['https://nas.example:8080']]) {
      expect(await planHttpCall(spec, {}, { hosts })).not.toHaveProperty('grants.inner')
    }
  })

  it('says if the host comes from a value of the call', async () => {
    const planned = await planHttpCall(httpSpec('{page}'), { page: 'HTTP://Example.ORG:80/a#b', more: null })
    expect(planned).toMatchObject({
      action: { url: 'http://example.org/a' },
      effects: [{ does: 'send', origin: 'http://example.org', slot: { in: 'url' } }],
    })
    expect(planned.ok && [...planned.judged]).toEqual([['page', [{ value: 'http://example.org/a' }]]])
  })

  it('leaves out a header whose argument is missing', async () => {
    const planned = await planHttpCall(weather, { city: 'Bern', unit: 'C' }, { secrets })
    expect(planned).toMatchObject({
      action: { headers: expect.arrayContaining([{ name: 'X-Unit', value: [{ text: 'C' }] }]) },
    })
  })

  const named = (name: string): Partial<HttpSpec> => ({ headers: [{ name, value: [{ text: 'x' }] }] })

  it.each<[string, Partial<HttpSpec>]>([
    ['a host header', named('Host')],
    ['a length', named('content-length')],
    ['a transfer encoding', named('Transfer-Encoding')],
    ['a connection header', named('connection')],
    ['a header for proxies', named('Proxy-Authorization')],
    ['a header name with a line break', named('X-A\r\nX-B')],
    ['an empty header name', named('')],
    ['one header twice', { headers: [...(named('a').headers ?? []), ...(named('A').headers ?? [])] }],
    ['a GET with a body', { body: { type: 'json', value: {} } }],
    ['a method that tunnels', { method: 'CONNECT' as 'GET' }],
    ['a method in other letters', { method: 'get' as 'GET' }],
  ])('refuses %s', async (_what, change) => {
    const spec = httpSpec('http://a.example/', change)
    expect(await planHttpCall(spec)).toMatchObject({ ok: false })
  })

  it.each([
    ['a header value with a line break', { unit: 'C\r\nX-Evil: 1', city: 'a' }, secrets],
    ['a header value that is not ASCII', { unit: '°C', city: 'a' }, secrets],
    ['a secret that is not kept', { city: 'a' }, {}],
    ['half a character', { city: 'a\ud800' }, secrets],
    ['a body that is too long', { city: 'a', days: 'x'.repeat(5 * 2 ** 20) }, secrets],
  ])('refuses %s', async (_what, args, kept) => {
    expect(await planHttpCall(weather, args, { secrets: kept })).toMatchObject({ ok: false })
  })
})
