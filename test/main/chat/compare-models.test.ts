import { describe, expect, it } from 'vitest'
import { callTool, part, say } from '#test/helpers/fake-ollama'
import { type OpenChat, openChat } from '#test/helpers/open-chat'

type Body = { model: string; messages: { role: string; content: string }[] }

const lastAsked = (body: Record<string, unknown>) => (body as unknown as Body).messages.at(-1)?.content

async function open(): Promise<OpenChat> {
  const chat = await openChat()
  chat.ollama.setModels('tiny:1b', 'zeta:2b')
  chat.ollama.enqueue(say('Hello.'), callTool('echo_say', { text: 'one' }), say('It said one.'))
  await chat.ask('Hi')
  await chat.ask('Say one')
  return chat
}

async function compare(chat: OpenChat, ...models: string[]) {
  const begun = await chat.handlers['model.compare']({ models })
  expect(begun).toMatchObject({ ok: true, value: { state: 'running', models } })
  return chat.core.comparisons.ended()
}

describe('models compared on the latest chats', () => {
  it('shows what each would call, as the command that would run, and runs and records nothing', async () => {
    const chat = await open()
    const before = chat.facts.length
    const asked = chat.ollama.requests.length
    chat.ollama.enqueue(
      callTool('echo_say', { text: 'one' }),
      say('Hello!'),
      callTool('echo_say', { text: 'one', words: 'one' }),
      callTool('files_shout', {}),
    )
    const ended = await compare(chat, 'tiny:1b', 'zeta:2b')
    expect(ended).toMatchObject({ state: 'done', done: 4, of: 4 })
    const [latest, first] = ended?.rows ?? []
    expect([latest?.text, first?.text]).toEqual(['Say one', 'Hi'])
    expect(latest?.answers['tiny:1b']?.calls).toEqual([{ tool: 'echo_say', line: "printf '%s\\n' one" }])
    expect(first?.answers['tiny:1b']).toMatchObject({ calls: [], text: 'Hello!' })
    expect(latest?.answers['zeta:2b']?.calls).toMatchObject([
      { tool: 'echo_say', problem: expect.stringContaining('unknown parameter: words') },
    ])
    expect(first?.answers['zeta:2b']?.calls).toMatchObject([{ tool: 'files_shout', problem: expect.anything() }])
    expect(chat.facts).toHaveLength(before)
    const sent = chat.ollama.requests.slice(asked)
    expect(sent.map(({ model }) => model)).toEqual(['tiny:1b', 'tiny:1b', 'zeta:2b', 'zeta:2b'])
    expect(sent.map(lastAsked)).toEqual(['Say one', 'Hi', 'Say one', 'Hi'])
  })

  it('shares the beginning of the chat, so that the server need not read it again', async () => {
    const chat = await open()
    const [real] = chat.ollama.requests as unknown as Body[]
    chat.ollama.enqueue(say('One.'), say('Hello!'))
    await compare(chat, 'tiny:1b')
    const compared = chat.ollama.requests.slice(3) as unknown as Body[]
    expect(compared.map(({ messages }) => messages[0])).toEqual([real?.messages[0], real?.messages[0]])
  })

  it('reports a missing model in its cells, and continues with the next', async () => {
    const chat = await open()
    const gone = { status: 404, body: JSON.stringify({ error: "model 'gone:1b' not found" }) }
    chat.ollama.enqueue(gone, gone, say('One.'), say('Hello!'))
    const ended = await compare(chat, 'gone:1b', 'tiny:1b')
    expect(ended?.state).toBe('done')
    expect(ended?.rows[0]?.answers['gone:1b']).toMatchObject({ calls: [], problem: expect.anything() })
    expect(ended?.rows[0]?.answers['tiny:1b']).toMatchObject({ text: 'One.' })
  })

  it('stops at once when the person stops it', async () => {
    const chat = await open()
    chat.ollama.enqueue({ lines: [part({ content: 'I' })], until: new Promise<void>(() => {}) })
    await chat.handlers['model.compare']({ models: ['tiny:1b'] })
    expect(await chat.handlers['model.stopComparison']({})).toEqual({ ok: true, value: { stopped: true } })
    expect(chat.core.comparisons.latest()?.state).toBe('stopped')
  })

  it('unloads a model that is to stay in memory for a turn only', async () => {
    const chat = await open()
    await chat.handlers['model.set']({ model: 'zeta:2b', keepAlive: 'none' })
    chat.ollama.enqueue(say('One.'), say('Hello!'), say('One.'), say('Hello!'))
    await compare(chat, 'tiny:1b', 'zeta:2b')
    const unloaded = chat.ollama.seen.filter(({ path }) => path === '/api/generate')
    expect(unloaded.map(({ body }) => body)).toMatchObject([{ model: 'zeta:2b', keep_alive: 0 }])
  })

  it('has no rows if nothing was asked yet', async () => {
    const chat = await openChat()
    expect(await compare(chat, 'tiny:1b')).toMatchObject({ state: 'done', rows: [] })
  })
})
