import { describe, expect, it } from 'vitest'
import { checkHost, readHost } from '#main/models/ollama/host'
import { guardFetch, talkTo } from '#main/models/ollama/talk-to'
import { textOf } from '#shared/messages/message'
import { startFakeOllama } from '#test/helpers/fake-ollama'

describe('an address', () => {
  it.each([
    [undefined, 'http://127.0.0.1:11434'],
    ['', 'http://127.0.0.1:11434'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
    ['[::]:8080', 'http://127.0.0.1:8080'],
    ['localhost', 'http://127.0.0.1:11434'],
    [':5000', 'http://127.0.0.1:5000'],
    ['box.lan', 'http://box.lan:11434'],
    ['https://box.lan', 'https://box.lan'],
    ['http://user:secret@box.lan:1/path?q', 'http://box.lan:1/path'],
    ['https://box.lan/', 'https://box.lan'],
    ['https://box.lan/a/ollama/', 'https://box.lan/a/ollama'],
    ['https://box.lan/ollama/api/', 'https://box.lan/ollama'],
    ['http://box.lan:1/v1', 'http://box.lan:1'],
    ['https://box.lan/openapi', 'https://box.lan/openapi'],
    ['box.lan/ollama', 'http://box.lan:11434/ollama'],
  ])('written as %s is %s', (text, host) => {
    expect(readHost(text)).toEqual({ ok: true, host })
  })

  it.each(['http://', 'ftp://box', 'file:///etc', 'a b'])('is refused with an example if it is invalid: %s', (text) => {
    const read = readHost(text)
    expect(read.ok).toBe(false)
    expect(textOf(read.ok ? '' : read.message)).toContain('http://127.0.0.1:11434')
  })

  it.each([
    ['http://127.0.0.1:11434', 'here'],
    ['http://127.8.8.8:1', 'here'],
    ['http://[::1]:11434', 'here'],
    ['https://127.0.0.1.evil.test', 'elsewhere-secure'],
    ['http://127.0.0.1.evil.test', 'elsewhere-plain'],
    ['http://192.168.1.5:11434', 'elsewhere-plain'],
    ['http://[fe80::1]:11434', 'elsewhere-plain'],
    ['https://box.lan', 'elsewhere-secure'],
  ])('%s is %s', (host, kind) => {
    expect(checkHost(host)).toEqual({ kind })
  })
})

it('is asked below the path of its address', async () => {
  const ollama = await startFakeOllama()
  ollama.answer('/below/api/version', { status: 200, body: '{"version":"1.2.3"}' })
  const read = readHost(`${ollama.host}/below/`)
  const terms = { patience: { firstByteMs: 5000, betweenLinesMs: 5000 } }
  const asked = read.ok && (await talkTo(read.host, terms, (client) => client.version()))
  expect(asked).toMatchObject({ ok: true, value: { version: '1.2.3' } })
  await ollama.close()
})

describe('a key in the environment', () => {
  it('never leaves with a request, whoever put it there', async () => {
    const ollama = await startFakeOllama()
    const patience = { firstByteMs: 5000, betweenLinesMs: 5000 }
    const send = guardFetch({ patience }, new AbortController().signal)
    await send(`${ollama.host}/api/version`, { headers: { Authorization: 'Bearer secret' } })
    expect(ollama.seen[0]?.headers.authorization).toBe(undefined)
    await ollama.close()
  })
})
