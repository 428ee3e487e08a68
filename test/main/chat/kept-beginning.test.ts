import { describe, expect, it, vi } from 'vitest'
import { callTool, end, part, type ScriptedReply, say } from '#test/helpers/fake-ollama'
import { writeSkill } from '#test/helpers/function-skill'
import { callOf, describeModels, type OpenChat, openChat } from '#test/helpers/open-chat'
import { describeTool, writeSkill as writeTools } from '#test/main/skills/write-skill'

const MODEL = 'tiny:1b'
const PATIENT = { timeout: 20_000 }

interface Body {
  model: string
  messages: { role: string; content: string }[]
  tools?: unknown[]
  options: { num_ctx: number; num_predict?: number }
}

const bodies = ({ ollama }: OpenChat) => ollama.requests as unknown as Body[]

/** All that decides whether a server with one slot and one model still has the beginning. */
const headOf = ({ model, messages, tools, options }: Body) =>
  JSON.stringify([model, options.num_ctx, tools ?? null, messages[0]])

const isOfTrial = (body: Body) => JSON.stringify(body).includes('currency_convert')

/** Holds back the rest of an answer. */
function hold(text: string): { reply: ScriptedReply; letGo(): void } {
  const gate = Promise.withResolvers<void>()
  return { reply: { lines: [part({ content: text }), end()], until: gate.promise }, letGo: () => gate.resolve() }
}

async function withTools(options: Parameters<typeof openChat>[0] = {}): Promise<OpenChat> {
  const chat = await openChat(options)
  describeModels(chat.ollama, ['completion', 'tools'])
  chat.ollama.answer('/api/ps', { status: 200, body: JSON.stringify({ models: [{ name: MODEL, size: 1 }] }) })
  return chat
}

/** The states of a trial or a comparison, as the window hears of them. */
function watch({ core }: OpenChat) {
  const waits: (boolean | undefined)[] = []
  core.listen((push) => {
    if (push.kind !== 'tick') return
    if (push.tick.tick === 'model-trial') waits.push(push.tick.trial.isWaiting)
    if (push.tick.tick === 'model-comparison') waits.push(push.tick.comparison.isWaiting)
  })
  return waits
}

const WORKS = [
  ['a trial', (chat: OpenChat) => chat.handlers['model.try']({ model: MODEL })],
  ['a comparison', (chat: OpenChat) => chat.handlers['model.compare']({ models: [MODEL] })],
] as const

describe('what is asked beside a chat', () => {
  it('is nothing for a title, which is made of the first words', async () => {
    const chat = await withTools()
    chat.ollama.enqueue(say('Hello.'))
    await chat.ask('What is a fjord?')
    const asked = chat.ollama.seen.flatMap(({ path }) => (/chat|generate|embed/.test(path) ? [path] : []))
    expect(asked).toEqual(['/api/chat'])
    expect(chat.core.index.title(chat.chat)).toBe('What is a fjord?')
  })

  it.each(WORKS)('waits while a chat waits for the person: %s', async (_what, begin) => {
    const asking = Promise.withResolvers<void>()
    const answering = Promise.withResolvers<void>()
    const decide = async () => {
      asking.resolve()
      await answering.promise
      return { decision: 'once', by: 'person' } as const
    }
    const chat = await withTools({ decide })
    const waits = watch(chat)
    chat.ollama.enqueue(say('Hello.'), callTool('echo_say', { text: 'one' }), say('It said one.'))
    await chat.ask('Hi')
    const done = chat.ask('Say one')
    await asking.promise
    chat.ollama.enqueue(...Array.from({ length: 60 }, () => say('No.')))
    await begin(chat)
    await vi.waitFor(() => expect(waits).toContain(true), PATIENT)
    expect(await chat.core.chats.readAhead(null)).toBe(false)
    expect(bodies(chat)).toHaveLength(2)
    answering.resolve()
    await done
    await vi.waitFor(() => expect(bodies(chat).length).toBeGreaterThan(3), PATIENT)
    const [, before, after, next] = bodies(chat)
    expect(after?.messages.slice(0, before?.messages.length)).toEqual(before?.messages)
    expect(after?.messages.at(-1)).toMatchObject({ role: 'tool' })
    expect(next?.messages.at(-1)).toMatchObject({ role: 'user' })
    expect(waits.at(-1)).toBe(false)
    await chat.handlers['model.stopTrial']({ model: MODEL })
    await chat.core.comparisons.stop()
  })

  it('waits for a turn inside a call that no chat made: a trial', async () => {
    const page = '---\nname: count\ndescription: Counts.\n---\nCount.\n'
    const chat = await withTools({ skills: [{ path: writeSkill({ 'count.skill.md': page }), origin: 'named' }] })
    const waits = watch(chat)
    const held = hold('Three')
    chat.ollama.enqueue(held.reply, ...Array.from({ length: 60 }, () => say('No.')))
    const counting = callOf(chat.core, null, 'count')
    await vi.waitFor(() => expect(bodies(chat)).toHaveLength(1), PATIENT)
    await chat.handlers['model.try']({ model: MODEL })
    await vi.waitFor(() => expect(waits).toContain(true), PATIENT)
    expect(bodies(chat).some(isOfTrial)).toBe(false)
    held.letGo()
    expect((await counting).forModel).toBe('Three')
    await vi.waitFor(() => expect(bodies(chat).some(isOfTrial)).toBe(true), PATIENT)
    await chat.handlers['model.stopTrial']({ model: MODEL })
  })

  it('begins like the chat even after its speed was measured: a comparison and reading ahead', async () => {
    const chat = await withTools()
    chat.ollama.enqueue(...Array.from({ length: 4 }, () => say('Hello.')))
    await chat.ask('Hi')
    // So slow that the beginning of the next start will list hardly a tool.
    await chat.core.publish({ type: 'model.measured', chat: null, model: MODEL, msPerToken: 100_000 })
    await chat.handlers['model.compare']({ models: [MODEL] })
    await chat.core.comparisons.ended()
    await vi.waitFor(() => expect(bodies(chat).length).toBe(3), PATIENT)
    await chat.ask('And now?')
    const heads = bodies(chat).map(headOf)
    expect(heads[0]).toContain('echo_say')
    expect(bodies(chat)[2]?.options.num_predict).toBe(1)
    expect(heads).toEqual(heads.map(() => heads[0]))
  })

  it('has the context that the model has in chats after the memory was too small for more', async () => {
    const chat = await withTools()
    const full = { status: 500, body: '{"error":"out of memory"}' }
    chat.ollama.enqueue(full, ...Array.from({ length: 60 }, () => say('Hello.')))
    await chat.ask('Hi')
    const [whole, half] = bodies(chat).map(({ options }) => options.num_ctx)
    expect(half).toBe((whole ?? 0) / 2)
    await chat.handlers['model.compare']({ models: [MODEL] })
    await chat.core.comparisons.ended()
    await chat.handlers['model.try']({ model: MODEL })
    await vi.waitFor(() => expect(bodies(chat).some(isOfTrial)).toBe(true), PATIENT)
    await chat.handlers['model.stopTrial']({ model: MODEL })
    const later = bodies(chat).slice(1)
    expect(later.length).toBeGreaterThan(2)
    expect(new Set(later.map(({ options }) => options.num_ctx))).toEqual(new Set([half]))
  })

  it('leaves a model loaded that another chat still uses, and the last one unloads it', async () => {
    const chat = await withTools()
    chat.ollama.answer('/api/generate', { status: 200, body: '{"done":true}' })
    await chat.handlers['model.set']({ model: MODEL, keepAlive: 'none' })
    const unloads = () => chat.ollama.seen.filter(({ path }) => path === '/api/generate').length
    const held = hold('Later')
    chat.ollama.enqueue(held.reply, say('Hello.'))
    const other = await chat.core.chats.create()
    await chat.core.chats.send(other, 'Slowly')
    await vi.waitFor(() => expect(bodies(chat)).toHaveLength(1), PATIENT)
    await chat.ask('Hi')
    expect(unloads()).toBe(0)
    held.letGo()
    await chat.core.chats.settled(other)
    expect(unloads()).toBe(1)
  })
})

describe('texts of tools', () => {
  const MANY = Array.from({ length: 60 }, (_, at) => `shop_${at}`)
  const EMBEDDER = 'nomic-embed-text'

  /** More tools than the beginning lists, and a server that holds so many models. */
  async function open(most: number): Promise<OpenChat> {
    const each = MANY.map((name) => JSON.parse(describeTool(name)))
    const tools = JSON.stringify({
      tools: each.map(({ tools: [tool] }) => ({ ...tool, description: `Sells ${'very '.repeat(20)}much.` })),
      allowlist: { echo: [''] },
      execution: each.flatMap(({ execution }) => execution),
    })
    const chat = await withTools({ skills: [{ path: writeTools({ 'tools.json': tools }), origin: 'named' }] })
    const { ollama } = chat
    ollama.setModels(MODEL, EMBEDDER)
    ollama.answer('/api/show', ({ model }) => {
      const capabilities = model === EMBEDDER ? ['embedding'] : ['completion', 'tools']
      const info = { 'general.architecture': 'tiny', 'tiny.context_length': 4096 }
      return { status: 200, body: JSON.stringify({ capabilities, details: {}, model_info: info }) }
    })
    ollama.answer('/api/ps', () => {
      const loaded = [...new Set(used(chat).toReversed())].slice(0, most)
      return { status: 200, body: JSON.stringify({ models: loaded.map((name) => ({ name, size: 1 })) }) }
    })
    ollama.answer('/api/embed', ({ input }) => {
      const embeddings = (input as string[]).map((text) => [Number(/bread|shop 42/.test(text)), 0.1])
      return { status: 200, body: JSON.stringify({ embeddings }) }
    })
    return chat
  }

  /** The model of each request that needs one, in order. */
  const used = ({ ollama }: OpenChat) =>
    ollama.seen.flatMap(({ path, body }) => (/\/api\/(?:chat|embed)/.test(path) ? [String(body.model)] : []))
  const embeds = (chat: OpenChat) => used(chat).filter((model) => model === EMBEDDER).length
  const search = ({ ollama }: OpenChat) =>
    ollama.enqueue(callTool('find_tools', { query: 'bread' }), say('I found something.'))

  it('are read for their meaning once no chat waits, and count from the next search', async () => {
    const chat = await open(2)
    const held = hold('I wait')
    chat.ollama.enqueue(held.reply)
    const other = await chat.core.chats.create()
    await chat.core.chats.send(other, 'Slowly')
    await vi.waitFor(() => expect(bodies(chat)).toHaveLength(1), PATIENT)
    search(chat)
    await chat.ask('Buy bread')
    expect(chat.results().at(-1)).toContain('No tool fits')
    expect(embeds(chat)).toBe(0)
    held.letGo()
    await vi.waitFor(() => expect(embeds(chat)).toBe(2), PATIENT)
    search(chat)
    await chat.ask('Buy bread again')
    expect(chat.results().at(-1)).toContain('shop_42')
    expect(embeds(chat)).toBe(3)
  })

  it('cost one reload at most where the server holds one model', async () => {
    const chat = await open(1)
    for (const text of ['Buy bread', 'Again', 'And again']) {
      search(chat)
      await chat.ask(text)
      await vi.waitFor(() => expect(embeds(chat)).toBe(1), PATIENT)
    }
    expect(chat.results().filter((text) => text.includes('No tool fits'))).toHaveLength(3)
    const loads = used(chat).filter((model, at, all) => model === MODEL && all[at - 1] !== MODEL)
    expect(loads).toHaveLength(2)
  })

  it('are left at once when the person sends a message', async () => {
    const chat = await open(2)
    const never = new Promise<void>(() => {})
    chat.ollama.answer('/api/embed', { lines: [{}], until: never })
    search(chat)
    await chat.ask('Buy bread')
    await vi.waitFor(() => expect(embeds(chat)).toBe(1), PATIENT)
    chat.ollama.enqueue(say('Hello.'))
    await chat.ask('Hi')
    await chat.ollama.seen.find(({ path }) => path === '/api/embed')?.hungUp
  })
})
