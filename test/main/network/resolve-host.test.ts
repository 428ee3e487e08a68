import { describe, expect, it } from 'vitest'
import { type Lookup, resolveHost } from '#main/network/resolve-host'

const { signal } = new AbortController()
const answer =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('resolving a host', () => {
  it('gives the addresses of a public name', async () => {
    const resolved = await resolveHost('example.org', {
      mayBeInner: false,
      signal,
      lookup: answer('1.1.1.1', '2606:4700::1'),
    })
    expect(resolved).toEqual({
      ok: true,
      addresses: [
        { address: '1.1.1.1', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
    })
  })

  it('refuses a name with one inner address among public ones', async () => {
    const resolved = await resolveHost('evil.example', {
      mayBeInner: false,
      signal,
      lookup: answer('1.1.1.1', '10.0.0.1'),
    })
    expect(resolved).toMatchObject({
      ok: false,
      message: { code: 'host-inner-by-name', values: { host: 'evil.example', address: '10.0.0.1' } },
    })
  })

  it.each(['10.0.0.1', 'nas', 'nas.local', 'fd00::1'])('says that %s itself can be allowed', async (host) => {
    const resolved = await resolveHost(host, { mayBeInner: false, signal, lookup: answer('10.0.0.1') })
    expect(resolved).toMatchObject({ ok: false, message: { code: 'host-inner' } })
  })

  it('returns an inner address if a person granted the host', async () => {
    const resolved = await resolveHost('nas', { mayBeInner: true, signal, lookup: answer('192.168.1.5') })
    expect(resolved).toMatchObject({ ok: true })
  })

  it('asks no name server about an address', async () => {
    const lookup = () => Promise.reject(new Error('asked'))
    expect(await resolveHost('127.0.0.1', { mayBeInner: false, signal, lookup })).toMatchObject({ ok: false })
    expect(await resolveHost('::1', { mayBeInner: true, signal, lookup })).toMatchObject({ ok: true })
  })

  it('says so if the name is unknown', async () => {
    const lookup = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await resolveHost('no.example', { mayBeInner: true, signal, lookup })).toMatchObject({
      message: { code: 'host-unknown' },
    })
  })

  it('ends at once when it is canceled, even if the name server is silent', async () => {
    const controller = new AbortController()
    const silent = () => Promise.withResolvers<never>().promise
    const resolving = resolveHost('slow.example', { mayBeInner: true, signal: controller.signal, lookup: silent })
    controller.abort(new Error('canceled'))
    await expect(resolving).rejects.toThrow('canceled')
  })
})
