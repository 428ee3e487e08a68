import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readChatPage } from '#main/chat/read-chat-page'
import type { Core } from '#main/open-core'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { end, type FakeOllama, part, say } from '#test/helpers/fake-ollama'
import { openServedCore, type ServedCore } from '#test/helpers/open-chat'

const WAIT = { timeout: 20_000, interval: 5 }

let ollama: FakeOllama
let core: Core
let facts: Fact[]
let openAgain: ServedCore['openAgain']
let chat: string

beforeEach(async () => {
  ;({ ollama, core, facts, openAgain } = await openServedCore())
  chat = await core.chats.create()
})

async function ask(text: string, answer: string, replaces?: string): Promise<void> {
  ollama.enqueue(say(answer))
  expect(await core.chats.send(chat, text, replaces)).toEqual({ ok: true, value: { accepted: true } })
  await core.chats.settled(chat)
}

const turns = () => facts.flatMap((fact) => (fact.type === 'turn.started' ? [fact.turn] : []))
const turnAt = (at: number) => turns()[at] ?? ''
/** What the model was sent last. */
const read = () => {
  const messages = ollama.requests.at(-1)?.messages as { role: string; content: string }[]
  return messages.filter(({ role }) => role !== 'system').map(({ content }) => content)
}
/** What is on the screen of a window that opens the chat now. */
async function shown(): Promise<string[]> {
  const page = await readChatPage(core.ledger, core.index, { chat, limit: 300 })
  const { entries } = foldFacts(emptyChat(chat), page.facts)
  return entries.flatMap((entry) => (entry.kind === 'message' ? [entry.content] : []))
}

describe('a message that is edited', () => {
  it('is answered only from what came before it, and the screen shows that', async () => {
    await ask('One', 'First.')
    await ask('Two', 'Second.')
    await ask('Three', 'Third.')
    await ask('Two, but better', 'Better.', turnAt(1))
    expect(read()).toEqual(['One', 'First.', 'Two, but better'])
    expect(await shown()).toEqual(['One', 'First.', 'Two, but better', 'Better.'])
    await ask('Four', 'Fourth.')
    expect(read()).toEqual(['One', 'First.', 'Two, but better', 'Better.', 'Four'])
  })

  it('is recorded next to the other version, which can be chosen and continued', async () => {
    await ask('One', 'First.')
    await ask('Two', 'Second.')
    await ask('Uno', 'Primo.', turnAt(0))
    expect(await shown()).toEqual(['Uno', 'Primo.'])
    expect(await core.chats.chooseBranch(chat, turnAt(0))).toEqual({ ok: true, value: { chosen: true } })
    expect(await shown()).toEqual(['One', 'First.', 'Two', 'Second.'])
    await ask('Three', 'Third.')
    expect(read()).toEqual(['One', 'First.', 'Two', 'Second.', 'Three'])
    const said = (await core.ledger.read({ chat })).filter(({ type }) => type === 'message.added')
    expect(said).toHaveLength(8)
  })

  it('is the same path after Skillet was closed and opened again', async () => {
    await ask('One', 'First.')
    await ask('Two', 'Second.')
    await ask('Uno', 'Primo.', turnAt(0))
    await core.chats.chooseBranch(chat, turnAt(1))
    const before = await shown()
    await core.close()
    ;({ core, facts } = await openAgain())
    expect(await shown()).toEqual(before)
    await ask('Three', 'Third.')
    expect(read()).toEqual([...before, 'Three'])
  })

  it('keeps the title of the chat', async () => {
    await ask('One', 'First.')
    await core.publish({ type: 'chat.renamed', chat, title: 'Mine' })
    await ask('Uno', 'Primo.', turnAt(0))
    expect(core.index.list()[0]?.title).toBe('Mine')
  })

  it('is sent again unchanged if only another answer is wanted', async () => {
    await ask('One', 'First.')
    await ask('Two', 'Second.')
    ollama.enqueue(say('Another.'))
    expect(await core.chats.regenerate(chat, turnAt(0))).toEqual({ ok: true, value: { accepted: true } })
    await core.chats.settled(chat)
    expect(read()).toEqual(['One'])
    expect(await shown()).toEqual(['One', 'Another.'])
    const page = await readChatPage(core.ledger, core.index, { chat, limit: 300 })
    expect(page.versions).toEqual([[turnAt(0), turnAt(2)]])
  })

  it('is answered by another model in its own version, and the next message goes to the chosen one', async () => {
    ollama.setModels('tiny:1b', 'zeta:2b')
    await ask('One', 'First.')
    ollama.enqueue(say('From the other.'))
    expect(await core.chats.regenerate(chat, turnAt(0), 'zeta:2b')).toMatchObject({ ok: true })
    await core.chats.settled(chat)
    expect(ollama.requests.map(({ model }) => model)).toEqual(['tiny:1b', 'zeta:2b'])
    expect(facts.findLast(({ type }) => type === 'turn.started')).toMatchObject({
      model: 'zeta:2b',
      replaces: turnAt(0),
    })
    expect(await shown()).toEqual(['One', 'From the other.'])
    await ask('Two', 'Second.')
    expect(ollama.requests.at(-1)?.model).toBe('tiny:1b')
  })

  it('is refused with a sentence if the other model was removed meanwhile, and the first answer stays', async () => {
    await ask('One', 'First.')
    ollama.enqueue({ status: 404, body: JSON.stringify({ error: "model 'gone:1b' not found" }) })
    await core.chats.regenerate(chat, turnAt(0), 'gone:1b')
    await core.chats.settled(chat)
    expect(facts.at(-1)).toMatchObject({ type: 'turn.finished', reason: 'error', error: { code: 'MODEL_MISSING' } })
    await core.chats.chooseBranch(chat, turnAt(0))
    expect(await shown()).toEqual(['One', 'First.'])
  })

  it('is found by a search in a version that is not shown, with the turn to choose', async () => {
    await ask('One', 'A walrus.')
    await ask('Uno', 'Primo.', turnAt(0))
    const { findMessages } = await import('#main/chat/find-messages')
    const looked = await findMessages(core.ledger, core.index, { text: 'walrus', limit: 5 })
    expect(looked.found).toMatchObject([{ beside: turnAt(0) }])
    const { found } = await findMessages(core.ledger, core.index, { text: 'primo', limit: 5 })
    expect(found[0]).not.toHaveProperty('beside')
  })
})

describe('what cannot be changed now', () => {
  it('stays unchanged while the model works', async () => {
    await ask('One', 'First.')
    const { promise, resolve } = Promise.withResolvers<void>()
    ollama.enqueue({ lines: [part({ content: 'Half' }), end()], until: promise })
    await core.chats.send(chat, 'Two')
    await vi.waitFor(() => expect(ollama.requests).toHaveLength(2), WAIT)
    const busy = { ok: false, error: { code: 'CHAT_BUSY' } }
    expect(await core.chats.send(chat, 'Uno', turnAt(0))).toMatchObject(busy)
    expect(await core.chats.regenerate(chat, turnAt(0))).toMatchObject(busy)
    expect(await core.chats.chooseBranch(chat, turnAt(0))).toMatchObject(busy)
    resolve()
    await core.chats.settled(chat)
    expect(await shown()).toEqual(['One', 'First.', 'Two', 'Half'])
  })

  it('is reported as unknown if this chat has no such turn', async () => {
    await ask('One', 'First.')
    const unknown = { ok: false, error: { code: 'MESSAGE_UNKNOWN' } }
    expect(await core.chats.send(chat, 'Uno', 'elsewhere')).toMatchObject(unknown)
    expect(await core.chats.regenerate(chat, 'elsewhere')).toMatchObject(unknown)
    expect(await core.chats.chooseBranch(chat, 'elsewhere')).toMatchObject(unknown)
    expect(await core.chats.regenerate('elsewhere', turnAt(0))).toMatchObject(unknown)
  })

  it('sends a message that arrives during the choice of a version on the chosen path', async () => {
    await ask('One', 'First.')
    await ask('Uno', 'Primo.', turnAt(0))
    ollama.enqueue(say('Second.'))
    await Promise.all([core.chats.chooseBranch(chat, turnAt(0)), core.chats.send(chat, 'Two')])
    await core.chats.settled(chat)
    expect(read()).toEqual(['One', 'First.', 'Two'])
    expect(await shown()).toEqual(['One', 'First.', 'Two', 'Second.'])
  })
})

describe('the speed of an answer', () => {
  it('is recorded with it, as the server counted', async () => {
    const counted = { eval_count: 84, eval_duration: 2_000_000_000, prompt_eval_duration: 125_000_000 }
    ollama.enqueue({ lines: [part({ content: 'Yes.' }), { ...end(), ...counted }] })
    await core.chats.send(chat, 'Well?')
    await core.chats.settled(chat)
    const answer = facts.find((fact) => fact.type === 'message.added' && fact.role === 'assistant')
    expect(answer).toMatchObject({ stats: { tokens: 84, ms: 2000, promptMs: 125 } })
  })

  it('is left out if the server reports no time, or nonsense', async () => {
    ollama.enqueue({
      lines: [part({ content: 'Yes.' }), { ...end(), eval_duration: 'soon', prompt_eval_duration: -4 }],
    })
    await core.chats.send(chat, 'Well?')
    await core.chats.settled(chat)
    const answer = facts.find((fact) => fact.type === 'message.added' && fact.role === 'assistant')
    expect(answer?.type === 'message.added' && answer.stats).toEqual({
      tokens: 10,
      promptTokens: 100,
      readTokens: 100,
      readAgain: 'first',
    })
  })
})
