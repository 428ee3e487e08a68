import { describe, expect, it } from 'vitest'
import { nameHosts } from '#main/runners/process/named-hosts'

const name = (...texts: string[]) => nameHosts(texts.map((text) => ({ text, wantsUrl: true })))

describe('the hosts that a call names', () => {
  it.each([
    [['https://example.com/a?b'], ['https://example.com', 'http://example.com']],
    [['example.com/a'], ['https://example.com', 'http://example.com']],
    [['http://example.com:8080/'], ['http://example.com:8080']],
    [
      ['https://a.example', 'https://b.example'],
      ['https://a.example', 'http://a.example', 'https://b.example', 'http://b.example'],
    ],
  ])('%j are %j, and none of them is on this computer', (texts, hosts) => {
    expect(name(...texts)).toEqual({ hosts, inner: [] })
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:80', 'http://router.lan', 'http://nas/'])(
    'may be on this computer or near it if the call says so: %s',
    (text) => {
      const { hosts, inner } = name(text)
      expect(inner).toEqual(hosts)
      expect(inner).not.toEqual([])
    },
  )

  it.each(['http://a\\@b/', 'http://user@b/', 'http://127.1/', 'http://0x7f.1/', 'ftp://example.com/'])(
    'are empty if an address could be read in two ways: %s',
    (text) => {
      expect(name(text)).toEqual({ hosts: [], inner: [] })
    },
  )

  it('are any if none is named: a word with a dot is a file unless an address is expected', () => {
    expect(name('notes')).toEqual({ hosts: 'any', inner: [] })
    expect(nameHosts([{ text: 'notes.md', wantsUrl: false }])).toEqual({ hosts: 'any', inner: [] })
  })
})
