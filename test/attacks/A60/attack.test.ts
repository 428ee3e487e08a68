import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeRequests } from '#main/requests/requests'
import { startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore } from '#test/helpers/open-test-core'
import { setScene } from '../attack.ts'

const SECRET = 'the prompt that must not leave'

describe('A60 a host that is another computer', () => {
  it.each([
    ['http', 'http://192.0.2.1:11434'],
    ['a name that only begins like this computer', 'http://127.0.0.1.evil.example:11434'],
    ['an address of this computer written in another family', 'http://[::ffff:192.0.2.1]:11434'],
  ])('by plain http gets no byte before the person said yes in a dialog of the system: %s', async (_how, host) => {
    const { core, handlers, dialogs } = await open(host)
    const chat = await core.chats.create()
    const sent = await handlers['chat.send']({ chat, text: SECRET })
    expect(sent).toMatchObject({ ok: false, error: { code: 'HOST_NEEDS_CONSENT' } })
    expect(await handlers['model.list']({})).toMatchObject({ value: { cause: 'needs-consent', isElsewhere: true } })
    expect(await handlers['host.consent']({ host })).toEqual({ ok: true, value: { consented: false } })
    expect(dialogs).toHaveLength(1)
    expect(core.models.obstacle()).not.toBeNull()
  })

  it('is not reached through a host of this computer that forwards the request', async () => {
    const seen: string[] = []
    const elsewhere = createServer((request, response) => {
      seen.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void elsewhere.close())
    const ollama = await startFakeOllama()
    onTestFinished(() => ollama.close())
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/api/chat`
    ollama.enqueue({ status: 307, body: '', headers: { location } })
    const { core, next } = await open(ollama.host)
    const finished = next('turn.finished')
    await core.chats.send(await core.chats.create(), SECRET)
    expect(JSON.stringify(await finished)).toContain('OLLAMA_REDIRECTED')
    expect(ollama.requests).toHaveLength(1)
    expect(seen).toEqual([])
  })

  it('never gets a key from the environment', async () => {
    process.env.OLLAMA_API_KEY = 'secret-key'
    onTestFinished(() => void delete process.env.OLLAMA_API_KEY)
    const ollama = await startFakeOllama()
    onTestFinished(() => ollama.close())
    ollama.enqueue({ status: 500, body: '{"error":"no"}' })
    const { core, next } = await open(ollama.host)
    const finished = next('turn.finished')
    await core.chats.send(await core.chats.create(), 'Hello')
    await finished
    expect(ollama.seen.length).toBeGreaterThan(0)
    expect(JSON.stringify(ollama.seen.map(({ headers, body }) => [headers, body]))).not.toContain('secret-key')
  })
})

async function open(host: string) {
  const scene = setScene('A60')
  const { core, next } = await openTestCore({ home: scene.home })
  onTestFinished(() => core.close())
  await core.publish({ type: 'setting.changed', chat: null, name: 'host', value: host })
  const dialogs: string[] = []
  const window = {
    confirm: async ({ message }: { message: string }) => {
      dialogs.push(message)
      return false
    },
  } as unknown as Parameters<typeof makeRequests>[1]
  return { core, next, dialogs, handlers: makeRequests(core, window) }
}
