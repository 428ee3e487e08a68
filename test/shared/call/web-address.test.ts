import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWebAddress } from '#shared/call/web-address'

const REFUSED = [
  ['http://a\\@b/', 'address-backslash'],
  ['http://user:password@host/', 'address-user'],
  ['http://user@host/', 'address-user'],
  ['http://@host/', 'address-user'],
  ['http:/x', 'address-scheme'],
  ['http:x', 'address-scheme'],
  ['//host/', 'address-scheme'],
  ['file:///etc/passwd', 'address-scheme'],
  ['ftp://host/', 'address-scheme'],
  ['javascript:alert(1)', 'address-scheme'],
  [' http://host/', 'address-unseen'],
  ['http://host/a b', 'address-unseen'],
  ['http://ho\nst/', 'address-unseen'],
  ['http://ho\tst/', 'address-unseen'],
  ['http://host/\0', 'address-unseen'],
  ['http://host/\u202egpj', 'address-unseen'],
  ['http://ho\u00adst/', 'address-unseen'],
  ['http://host/\ud800', 'address-unseen'],
  ['http:///x', 'address-no-host'],
  ['http://?q', 'address-no-host'],
  ['http://:80/', 'address-no-host'],
  ['http://host./', 'address-dot'],
  ['http://127.1/', 'address-ipv4'],
  ['http://127.0.0.1./', 'address-ipv4'],
  ['http://2130706433/', 'address-ipv4'],
  ['http://0x7f.1/', 'address-ipv4'],
  ['http://0x7f000001/', 'address-ipv4'],
  ['http://0177.0.0.1/', 'address-ipv4'],
  ['http://127.0.0.01/', 'address-ipv4'],
  ['http://1.2.3.256/', 'address-ipv4'],
  ['http://1.2.3.4.5/', 'address-ipv4'],
  ['http://host.1/', 'address-ipv4'],
  ['http://１２７.0.0.1/', 'address-ipv4'],
  ['http://127.0.0.１/', 'address-host'],
  ['http://127。0。0。1/', 'address-host'],
  ['http://[::1%eth0]/', 'address-ipv6'],
  ['http://[::1%25eth0]/', 'address-ipv6'],
  ['http://[::1/', 'address-port'],
  ['http://[]/', 'address-ipv6'],
  ['http://[::g]/', 'address-ipv6'],
  ['http://[1::2::3]/', 'address-host'],
  ['http://host:0/', 'address-port'],
  ['http://host:65536/', 'address-port'],
  ['http://host:080/', 'address-port'],
  ['http://host:/', 'address-port'],
  ['http://host:8a/', 'address-port'],
  ['http://host:80:80/', 'address-port'],
  ['http://a%2eb/', 'address-host'],
  ['http://a..b/', 'address-host'],
  ['http://a,b/', 'address-host'],
  ['http://-a/', 'address-host'],
  [`http://${'a'.repeat(64)}.org/`, 'address-host'],
  [`http://host/${'a'.repeat(9000)}`, 'address-too-long'],
] as const

const READ = [
  ['http://example.org', 'http://example.org/', 'example.org', 80],
  ['HTTPS://Example.ORG:8443/A?b=c#d', 'https://example.org:8443/A?b=c', 'example.org', 8443],
  ['https://example.org:443/', 'https://example.org/', 'example.org', 443],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example', 443],
  ['https://аpple.com/', 'https://xn--pple-43d.com/', 'xn--pple-43d.com', 443],
  ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x', '127.0.0.1', 8080],
  ['http://[::1]:8080/', 'http://[::1]:8080/', '::1', 8080],
  ['http://[0:0:0:0:0:0:0:1]/', 'http://[::1]/', '::1', 80],
  ['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', '::ffff:7f00:1', 80],
  ['http://localhost:11434/api', 'http://localhost:11434/api', 'localhost', 11434],
  ['http://my_host/', 'http://my_host/', 'my_host', 80],
  ['https://example.org/ä?ö=ü', 'https://example.org/%C3%A4?%C3%B6=%C3%BC', 'example.org', 443],
  ['https://example.org/a@b', 'https://example.org/a@b', 'example.org', 443],
] as const

describe('reading a web address', () => {
  it.each(REFUSED)('refuses %j: %s', (text, code) => {
    expect(readWebAddress(text)).toMatchObject({ ok: false, message: { code } })
  })

  it.each(READ)('reads %s as %s', (text, href, host, port) => {
    expect(readWebAddress(text)).toMatchObject({ ok: true, address: { href, host, port } })
  })

  it('reads its own output the same way again', () => {
    const piece = fc.constantFrom(
      ...'abz019.-_~:/?#[]@\\%&= \t\n\u3002ä０xX'.split(''),
      '..',
      '127',
      '0x7f',
      '::1',
      '://',
    )
    fc.assert(
      fc.property(fc.constantFrom('http://', 'https://'), fc.array(piece, { maxLength: 14 }), (scheme, pieces) => {
        const text = scheme + pieces.join('')
        const read = readWebAddress(text)
        if (!read.ok) return
        expect(readWebAddress(read.address.href)).toEqual(read)
        expect(new URL(text).origin).toBe(read.address.origin)
        expect(read.address.origin + read.address.path).toBe(read.address.href)
      }),
      { numRuns: 20_000 },
    )
  })
})
