import { describe, expect, it, vi } from 'vitest'
import { end, part, say } from '#test/helpers/fake-ollama'
import { type OpenChat, openChat } from '#test/helpers/open-chat'

type Body = { messages: unknown[]; options: object }

async function open(options: Parameters<typeof openChat>[0] = {}, { isLoaded = true } = {}): Promise<OpenChat> {
  const chat = await openChat(options)
  const loaded = { models: isLoaded ? [{ name: 'tiny:1b', size: 1, context_length: 8192 }] : [] }
  chat.ollama.answer('/api/ps', { status: 200, body: JSON.stringify(loaded) })
  return chat
}

const bodies = ({ ollama }: OpenChat) => ollama.requests as unknown as Body[]

describe('reading ahead', () => {
  it('has a loaded model read what the next message begins with, and drops its reply', async () => {
    const chat = await open()
    chat.ollama.enqueue(say('I'), say('Hello.'), say('Sure'), say('Yes.'))
    await chat.core.chats.readAhead(null)
    await chat.ask('Hi')
    await chat.core.chats.readAhead(chat.chat)
    await chat.ask('Again')
    const [first, second, third, fourth] = bodies(chat)
    for (const [ahead, asked] of [
      [first, second],
      [third, fourth],
    ] as const) {
      expect(ahead?.options).toMatchObject({ num_predict: 1 })
      expect(asked?.messages.slice(0, ahead?.messages.length)).toEqual(ahead?.messages)
    }
    const said = chat.facts.flatMap((fact) => (fact.type === 'message.added' ? [fact.content] : []))
    expect(said).toEqual(['Hi', 'Hello.', 'Again', 'Yes.'])
  })

  it('is done once: what was read is not read again', async () => {
    const chat = await open()
    chat.ollama.enqueue(say('I'), say('I'))
    expect(await chat.core.chats.readAhead(null)).toBe(true)
    expect(await chat.core.chats.readAhead(null)).toBe(true)
    expect(bodies(chat)).toHaveLength(1)
  })

  it('is repeated after a comparison or a trial made the server forget it', async () => {
    const chat = await open()
    chat.ollama.enqueue(say('I'), ...Array.from({ length: 60 }, () => say('Hello.')))
    expect(await chat.core.chats.readAhead(null)).toBe(true)
    const [first] = bodies(chat)
    for (const work of ['model.compare', 'model.try'] as const) {
      const before = bodies(chat).length
      if (work === 'model.try') {
        await chat.handlers[work]({ model: 'tiny:1b' })
        await chat.core.trials.ended('tiny:1b')
      } else {
        await chat.handlers[work]({ models: ['tiny:1b'] })
        await chat.core.comparisons.ended()
      }
      await vi.waitFor(() => expect(bodies(chat).slice(before)).toContainEqual(first), 10_000)
    }
  })

  it('ends at once when the person sends a message', async () => {
    const chat = await open()
    const never = new Promise<void>(() => {})
    chat.ollama.enqueue({ lines: [part({ content: 'I' }), end()], until: never }, say('Hello.'))
    const reading = chat.core.chats.readAhead(null)
    await vi.waitFor(() => expect(bodies(chat)).toHaveLength(1), 10_000)
    await chat.ask('Hi')
    expect(await reading).toBe(false)
    const ahead = chat.ollama.seen.find(({ path }) => path === '/api/chat')
    await ahead?.hungUp
    expect(chat.facts.at(-1)).toMatchObject({ type: 'turn.finished', reason: 'answered' })
  })

  it('goes on when it is wanted again, as it is when the person begins to type', async () => {
    const chat = await open()
    const gate = Promise.withResolvers<void>()
    chat.ollama.enqueue({ lines: [part({ content: 'I' }), end()], until: gate.promise })
    const first = chat.core.chats.readAhead(null)
    await vi.waitFor(() => expect(bodies(chat)).toHaveLength(1), 10_000)
    const second = chat.core.chats.readAhead(null)
    gate.resolve()
    expect(await Promise.all([first, second])).toEqual([true, true])
    expect(bodies(chat)).toHaveLength(1)
  })

  it('does not disturb a trial, and a trial does not wait for it', async () => {
    const chat = await open()
    const never = new Promise<void>(() => {})
    const silent = { lines: [part({ content: 'I' }), end()], until: never }
    chat.ollama.enqueue(silent, silent)
    const ahead = chat.core.chats.readAhead(null)
    await vi.waitFor(() => expect(bodies(chat)).toHaveLength(1), 10_000)
    await chat.handlers['model.try']({ model: 'tiny:1b' })
    expect(await ahead).toBe(false)
    await vi.waitFor(() => expect(bodies(chat)).toHaveLength(2), 10_000)
    expect(await chat.core.chats.readAhead(null)).toBe(false)
    expect(bodies(chat)).toHaveLength(2)
    await chat.handlers['model.stopTrial']({ model: 'tiny:1b' })
  })

  it('loads no model', async () => {
    const chat = await open({}, { isLoaded: false })
    expect(await chat.core.chats.readAhead(null)).toBe(false)
    expect(bodies(chat)).toEqual([])
  })

  it.each([
    ['on battery, unless the person wants it always', 'on-mains', true, 0],
    ['where it is switched off', 'off', false, 0],
    ['on battery where the person wants it always', 'always', true, 1],
    ['on the mains', 'on-mains', false, 1],
  ] as const)('goes by the setting and the battery: %s', async (_when, value, isOnBattery, times) => {
    const chat = await open({ isOnBattery: () => isOnBattery })
    await chat.core.publish({ type: 'setting.changed', chat: null, name: 'readAhead', value })
    chat.ollama.enqueue(say('I'))
    await chat.core.chats.readAhead(null)
    expect(bodies(chat)).toHaveLength(times)
  })
})
