import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ledger } from '#main/ledger/open-ledger'
import type { Core } from '#main/open-core'
import { handleChats } from '#main/requests/handle-chats'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { end, type FakeOllama, part, type ScriptedReply, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openLedgerForTest } from '#test/main/ledger/open-for-test'

const WAIT = { timeout: 20_000, interval: 5 }

let ollama: FakeOllama
let core: Core
let facts: Fact[]
let chat: string

beforeEach(async () => {
  ollama = await startFakeOllama()
  await open(makeTempDir())
  await core.publish({ type: 'setting.changed', chat: null, name: 'host', value: ollama.host })
  chat = await core.chats.create()
})
afterEach(async () => {
  await core.close()
  await ollama.close()
})

async function open(home: string, ledger?: Ledger): Promise<void> {
  const opened = await openTestCore({ home, ...(ledger && { ledger }) })
  core = opened.core
  facts = opened.facts
}

/** An answer that stays half-said until it is let go. */
function hold(): { reply: ScriptedReply; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    reply: { lines: [part({ content: 'One ' }), part({ content: 'two.' }), end()], until: promise },
    letGo: resolve,
  }
}

const asked = (count: number) => vi.waitFor(() => expect(ollama.requests).toHaveLength(count), WAIT)
const fold = () => foldFacts(emptyChat(chat), facts)
const said = () =>
  facts.flatMap((fact) => (fact.type === 'message.added' && fact.role === 'user' ? [fact.content] : []))

async function queue(text: string): Promise<string> {
  const sent = await core.chats.send(chat, text)
  expect(sent).toMatchObject({ ok: true, value: { accepted: true, queued: expect.any(String) } })
  return sent.ok ? (sent.value.queued ?? '') : ''
}

async function beginHeldTurn(): Promise<() => void> {
  const held = hold()
  ollama.enqueue(held.reply)
  expect(await core.chats.send(chat, 'First')).toEqual({ ok: true, value: { accepted: true } })
  await asked(ollama.requests.length + 1)
  return held.letGo
}

describe('a message typed during a turn', () => {
  it('is recorded, shown as waiting, and sent in its order when the turn has ended', async () => {
    const letGo = await beginHeldTurn()
    await queue('Second')
    await queue('Third')
    expect(fold().queued).toMatchObject([
      { text: 'Second', isHeld: false },
      { text: 'Third', isHeld: false },
    ])
    expect(said()).toEqual(['First'])
    ollama.enqueue(say('Two.'), say('Three.'))
    letGo()
    await core.chats.settled(chat)
    expect(said()).toEqual(['First', 'Second', 'Third'])
    expect(fold().queued).toEqual([])
    expect(facts.filter(({ type }) => type === 'turn.finished')).toHaveLength(3)
  })

  it('leaves the queue at the moment its turn begins', async () => {
    const letGo = await beginHeldTurn()
    const message = await queue('Second')
    ollama.enqueue(say('Two.'))
    letGo()
    await core.chats.settled(chat)
    const at = facts.findIndex((fact) => fact.type === 'message.unqueued' && fact.message === message)
    expect(facts.slice(at, at + 3).map(({ type }) => type)).toEqual([
      'message.unqueued',
      'turn.started',
      'message.added',
    ])
    expect(facts[at + 2]).toMatchObject({ content: 'Second', seq: (facts[at]?.seq ?? 0) + 2 })
  })

  it('stays, visible, when the person stops the turn, until it is sent', async () => {
    await beginHeldTurn()
    const message = await queue('Second')
    expect(await core.chats.stop(chat)).toBe(true)
    expect(fold().queued).toMatchObject([{ message, text: 'Second', isHeld: true }])
    expect(ollama.requests).toHaveLength(1)
    ollama.enqueue(say('Two.'))
    expect(await core.chats.sendQueued(chat, message)).toBe(true)
    await core.chats.settled(chat)
    expect(said()).toEqual(['First', 'Second'])
    expect(fold().queued).toEqual([])
    expect(await core.chats.sendQueued(chat, message)).toBe(false)
  })

  it('stays as well if the person stops the turn in its last moment', async () => {
    const letGo = await beginHeldTurn()
    const message = await queue('Second')
    const stopped = new Promise<unknown>((resolve) => {
      core.listen((push) => {
        if (push.kind !== 'fact' || push.fact.type !== 'message.added' || push.fact.role !== 'assistant') return
        resolve(core.chats.stop(chat))
      })
    })
    letGo()
    expect(await stopped).toBe(true)
    await core.chats.settled(chat)
    expect(said()).toEqual(['First'])
    expect(fold().queued).toMatchObject([{ message, text: 'Second', isHeld: true }])
  })

  it('is not sent after a turn that failed, because the next one would fail too', async () => {
    const letGo = await beginHeldTurn()
    await queue('Second')
    ollama.enqueue({ status: 500, body: '{"error":"it broke"}' })
    letGo()
    await queue('Third')
    await core.chats.settled(chat)
    expect(said()).toEqual(['First', 'Second'])
    expect(fold().queued).toMatchObject([{ text: 'Third', isHeld: true }])
  })

  it('is removed by its id, once', async () => {
    const letGo = await beginHeldTurn()
    const message = await queue('Second')
    expect(await core.chats.unqueue(chat, message)).toBe(true)
    expect(await core.chats.unqueue(chat, message)).toBe(false)
    letGo()
    await core.chats.settled(chat)
    expect(said()).toEqual(['First'])
    expect(ollama.requests).toHaveLength(1)
  })

  it('that is held goes to the end of the queue when the person sends it', async () => {
    await beginHeldTurn()
    const message = await queue('Held')
    await core.chats.stop(chat)
    const letGo = await beginHeldTurn()
    expect(await core.chats.sendQueued(chat, message)).toBe(true)
    expect(fold().queued).toMatchObject([{ text: 'Held', isHeld: false }])
    ollama.enqueue(say('Done.'))
    letGo()
    await core.chats.settled(chat)
    expect(said()).toEqual(['First', 'First', 'Held'])
  })

  it('is still there after a restart, and waits for the person', async () => {
    await beginHeldTurn()
    const message = await queue('Second')
    const { home } = core
    await core.close()
    await open(home)
    expect(core.index.queued(chat)).toMatchObject([{ message, text: 'Second', isHeld: true }])
    ollama.enqueue(say('Hello.'))
    await core.chats.send(chat, 'New')
    await core.chats.settled(chat)
    expect(said()).toEqual(['New'])
    ollama.enqueue(say('Two.'))
    await core.chats.sendQueued(chat, message)
    await core.chats.settled(chat)
    expect(said()).toEqual(['New', 'Second'])
  })

  it('is sent once, even if the person says so twice', async () => {
    await beginHeldTurn()
    const message = await queue('Second')
    await core.chats.stop(chat)
    ollama.enqueue(say('Two.'))
    const sent = await Promise.all([core.chats.sendQueued(chat, message), core.chats.sendQueued(chat, message)])
    expect(sent).toEqual([true, false])
    expect(await core.chats.unqueue(chat, message)).toBe(false)
    await core.chats.settled(chat)
    expect(said()).toEqual(['First', 'Second'])
  })

  it('is not sent while its chat is deleted, even if the answer before it has just ended', async () => {
    const letGo = await beginHeldTurn()
    await queue('Second')
    const isSaid = (fact: Fact) => fact.type === 'message.added' && fact.role === 'assistant'
    const deleted = new Promise<unknown>((resolve) => {
      core.listen((push) => {
        if (push.kind === 'fact' && isSaid(push.fact)) resolve(handleChats(core)['chat.delete']({ chat }))
      })
    })
    letGo()
    await deleted
    await core.chats.settled(chat)
    expect(said()).toEqual(['First'])
    expect(ollama.requests).toHaveLength(1)
  })

  it('is deleted with its chat', async () => {
    await beginHeldTurn()
    await queue('Second')
    await core.chats.stop(chat)
    await core.publish({ type: 'chat.deleted', chat })
    expect(core.index.queued(chat)).toEqual([])
    expect(await core.chats.send(chat, 'Hello')).toMatchObject({ ok: false, error: { code: 'CHAT_UNKNOWN' } })
  })
})

it('sends every one of many messages typed at once, each exactly once and in order', async () => {
  const texts = Array.from({ length: 12 }, (_, index) => `Message ${index}`)
  ollama.enqueue(...texts.map(() => say('Yes.')))
  await Promise.all(texts.map((text) => core.chats.send(chat, text)))
  await core.chats.settled(chat)
  expect(said()).toEqual(texts)
  expect(core.index.queued(chat)).toEqual([])
})

it('says that a message was not sent if the chat could not be read, and takes it when it can', async () => {
  const home = makeTempDir()
  const ledger = await openLedgerForTest(home)
  let isBroken = false
  const read: Ledger['read'] = (query) => (isBroken ? Promise.reject(new Error('no disk')) : ledger.read(query))
  await core.close()
  await open(home, { ...ledger, read })
  await core.publish({ type: 'setting.changed', chat: null, name: 'host', value: ollama.host })
  chat = await core.chats.create()
  isBroken = true
  const sent = await core.chats.send(chat, 'Hello')
  expect(sent).toMatchObject({ ok: false, error: { message: { code: 'chat-unread' } } })
  await core.chats.settled(chat)
  expect(said()).toEqual([])
  isBroken = false
  ollama.enqueue(say('Yes.'))
  expect(await core.chats.send(chat, 'Hello')).toEqual({ ok: true, value: { accepted: true } })
  await core.chats.settled(chat)
  expect(said()).toEqual(['Hello'])
})
