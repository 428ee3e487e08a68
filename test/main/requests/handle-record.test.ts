import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handleTurns } from '#main/requests/handle-record'
import type { FactOf } from '#shared/facts'
import { callTool, type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { openShop } from '#test/helpers/installed-skill'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

let ollama: FakeOllama
beforeEach(async () => {
  ollama = await startFakeOllama()
})
afterEach(() => ollama.close())

const LONG = 'a rather long line of words that nobody wants to keep twice '.repeat(30)

async function open(home = makeTempDir()) {
  const { core, facts, next } = await openTestCore({
    home,
    decide: async () => ({ decision: 'once', by: 'person' }),
  })
  await core.publish({ type: 'setting.changed', chat: null, name: 'host', value: ollama.host })
  const chat = await core.chats.create()
  const ask = async (text: string) => {
    const finished = next('turn.finished')
    await core.chats.send(chat, text)
    const { turn } = await finished
    await core.chats.settled(chat)
    return turn
  }
  const rawRequests = () => ollama.seen.flatMap(({ path, raw }) => (path === '/api/chat' ? [raw] : []))
  return { core, facts, chat, ask, turns: handleTurns(core), rawRequests }
}

describe('a recorded turn', () => {
  it('shows each request byte for byte as the server got it, even after the next start', async () => {
    const home = makeTempDir()
    const first = await open(home)
    ollama.enqueue(callTool('echo_say', { text: LONG }), say(LONG), say('Yes.'))
    await first.ask(`Say this: ${LONG}`)
    await first.ask('And again?')
    const sent = first.facts.filter((fact): fact is FactOf<'request.sent'> => fact.type === 'request.sent')
    expect(sent.map(({ request, bytes, tools }) => [request, bytes, tools.includes('echo_say')])).toEqual(
      first.rawRequests().map((raw, at) => [at === 2 ? 1 : at + 1, Buffer.byteLength(raw), true]),
    )
    await first.core.close()
    const second = await open(home)
    for (const [at, raw] of second.rawRequests().entries()) {
      const shown = await second.turns['request.read']({ seq: sent[at]?.seq ?? 0 })
      expect(shown).toEqual({ ok: true, value: { text: raw, characters: raw.length } })
    }
    await second.core.close()
  })

  it('lists its facts in order, from first to last, and those of no other turn', async () => {
    const { core, chat, ask, turns } = await open()
    ollama.enqueue(callTool('echo_say', { text: 'hello' }), say('Done.'), say('Yes.'))
    const turn = await ask('Say hello')
    await ask('Again?')
    const read = await turns['turn.read']({ chat, turn })
    const types = read.ok ? read.value.facts.map(({ type }) => type) : []
    expect(types.at(0)).toBe('turn.started')
    expect(types.at(-1)).toBe('turn.finished')
    expect(types.filter((type) => type === 'request.sent')).toHaveLength(2)
    expect(types.indexOf('context.fitted')).toBeLessThan(types.indexOf('request.sent'))
    expect(types.indexOf('request.sent')).toBeLessThan(types.indexOf('run.started'))
    expect(types.filter((type) => type === 'turn.started')).toHaveLength(1)
    await core.close()
  })

  it('is not found in another chat, nor a request at the place of another fact', async () => {
    const { core, chat, ask, turns, facts } = await open()
    ollama.enqueue(say('Yes.'))
    const turn = await ask('Well?')
    const other = await core.chats.create()
    expect(await turns['turn.read']({ chat: other, turn })).toMatchObject({ error: { code: 'TURN_UNKNOWN' } })
    expect(await turns['turn.read']({ chat, turn: 'none' })).toMatchObject({ error: { code: 'TURN_UNKNOWN' } })
    const seq = facts.find(({ type }) => type === 'turn.started')?.seq ?? 0
    expect(await turns['request.read']({ seq })).toMatchObject({ error: { code: 'REQUEST_LOST' } })
    await core.close()
  })

  it('stores the same conversation once, however many requests repeat it', async () => {
    const { core, ask, facts } = await open()
    const texts = Array.from({ length: 8 }, (_, at) => `${at} ${LONG}`)
    ollama.enqueue(...texts.map((text) => say(text)))
    const grown: number[] = []
    for (const text of texts) {
      const before = facts.length
      await ask(text)
      const sent = facts.slice(before).find((fact) => fact.type === 'request.sent')
      const kept = (await core.ledger.readText(sent?.kept ?? '')) ?? ''
      grown.push(JSON.stringify(sent).length + kept.length)
    }
    // Each request is more than 3 000 bytes longer than the one before it.
    expect(Math.max(...grown)).toBeLessThan(3000)
    await core.close()
  })
})

describe('two calls compared', () => {
  async function run(...texts: string[]) {
    const shop = await openShop()
    await shop.trust()
    for (const text of texts) await shop.say(text)
    const calls = (await shop.core.ledger.read({ types: ['call.requested'] })).flatMap((fact) =>
      fact.type === 'call.requested' ? [fact.call] : [],
    )
    return { shop, turns: handleTurns(shop.core), calls }
  }

  it('show which argument and which line differ, how each ended, and nothing else', async () => {
    const { turns, calls } = await run('same\nold\nsame too', 'same\nnew\nsame too')
    const compared = await turns['call.compare']({ left: calls[0] ?? '', right: calls[1] ?? '' })
    expect(compared).toMatchObject({
      ok: true,
      value: {
        left: { call: calls[0], state: 'done', exitCode: 0 },
        right: { call: calls[1], state: 'done', exitCode: 0 },
        argv: [
          { left: 'echo', right: 'echo' },
          { left: 'same\nold\nsame too', right: 'same\nnew\nsame too' },
        ],
        stdout: ['@@ -1 +1 @@', ' same', '-old', '+new', ' same too', ' '],
        stderr: [],
        isShortened: false,
      },
    })
    expect(await turns['call.compare']({ left: calls[0] ?? '', right: 'none' })).toMatchObject({
      error: { code: 'CALL_NOT_FOUND' },
    })
  })

  it('are offered from all calls of the same tool, the newest first and without the call itself', async () => {
    const { turns, calls } = await run('one', 'two', 'three')
    const alike = await turns['call.alike']({ call: calls[1] ?? '' })
    expect(alike.ok && alike.value.rows.map(({ call }) => call)).toEqual([calls[2], calls[0]])
  })

  it('are read with all their facts, and those of an unknown call are none', async () => {
    const { turns, calls } = await run('one', 'two')
    const read = await turns['call.read']({ call: calls[1] ?? '' })
    const types = read.ok ? read.value.facts.map(({ type }) => type) : []
    expect(types).toEqual(expect.arrayContaining(['call.requested', 'run.finished']))
    const facts = read.ok ? read.value.facts : []
    expect(facts.every((fact) => 'call' in fact && fact.call === calls[1])).toBe(true)
    expect(await turns['call.read']({ call: 'nobody' })).toMatchObject({ ok: true, value: { facts: [] } })
  })
})
