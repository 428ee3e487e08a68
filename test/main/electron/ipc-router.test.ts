import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { makeRouter } from '#main/electron/ipc-router'
import { makeRequests, type Requests } from '#main/requests/requests'
import { asReported, textOf } from '#shared/messages/message'
import { refuse, reply } from '#shared/requests/requests'
import { openTestCore } from '#test/helpers/open-test-core'

type RequestName = keyof Requests

// Only the schemas of the table are used here: what answers is put in its place below.
const home = mkdtempSync(join(tmpdir(), 'skillet-router-'))
const { core } = await openTestCore({ home })
const table = makeRequests(core, {} as Parameters<typeof makeRequests>[1])
const names = Object.keys(table) as RequestName[]
afterAll(async () => {
  await core.close()
  rmSync(home, { recursive: true, force: true })
})

describe('the router of requests', () => {
  it('passes a valid input to its handler and answers with a value', async () => {
    const { door, handled } = makeWatchedDoor()
    expect(await door('chat.send', { chat: 'c1', text: 'Hi' })).toMatchObject({ ok: true })
    expect(handled).toEqual([['chat.send', { chat: 'c1', text: 'Hi' }]])
  })

  it.each(['', 'toString', '__proto__', 'constructor', 'chat.sendd', 'hasOwnProperty'])(
    'knows no request named "%s"',
    async (name) => {
      const { door, handled } = makeWatchedDoor()
      expect(await door(name, {})).toMatchObject({ ok: false, error: { code: 'CALL_UNKNOWN' } })
      expect(handled).toEqual([])
    },
  )

  it('answers a name that is not a text, even one that cannot be printed', async () => {
    const { door } = makeWatchedDoor()
    for (const name of [{ toString: 1, valueOf: 1 }, Object.create(null), ['chat.list'], 7n, null]) {
      expect(await door(name, {})).toMatchObject({ ok: false, error: { code: 'CALL_UNKNOWN' } })
    }
  })

  it.each(names)('has a valid schema for %s', (name) => {
    new Ajv({ strict: true }).compile(table[name].takes)
  })

  it('refuses members that a request does not take', async () => {
    const { door } = makeWatchedDoor()
    const answer = await door('approval.answer', { call: 'k', digest: '0'.repeat(64), decision: 'once', argv: ['rm'] })
    expect(answer).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } })
  })

  it('refuses more than 1 MiB or more than 64 levels without looking further', async () => {
    const { door } = makeWatchedDoor()
    let deep: unknown = 'bottom'
    for (let level = 0; level < 5000; level++) deep = { deep }
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    for (const input of [{ chat: 'c', text: 'x'.repeat(1_100_000) }, deep, cyclic, new Uint8Array(2_000_000)]) {
      expect(await door('chat.send', input)).toMatchObject({ ok: false, error: { code: 'INPUT_TOO_LARGE' } })
    }
  })

  it('answers with a value if a handler throws', async () => {
    const handlers = watchRequests(() => {
      throw new Error('a bug')
    })
    const door = makeRouter(handlers, (error, call) => refuse('INTERNAL', asReported(`${call}: ${error}`)))
    expect(await door('app.read', {})).toEqual(refuse('INTERNAL', asReported('app.read: Error: a bug')))
  })

  it('survives 10 000 payloads over every request: each is answered, and handlers see only valid inputs', async () => {
    const { door, handled, bugs } = makeWatchedDoor()
    const seed = Date.now() % 2 ** 31
    let answered = 0
    const someName = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...names) },
      { weight: 1, arbitrary: fc.string() },
    )
    const property = fc.asyncProperty(someName, hostileInput(), async (name, input) => {
      const answer = await door(name, input)
      answered++
      return answer.ok || typeof textOf(answer.error.message) === 'string'
    })
    await fc.assert(property, { numRuns: 10_000, seed })
    expect(answered, `seed ${seed}`).toBe(10_000)
    expect(bugs, `seed ${seed}`).toEqual([])
    for (const [name, input] of handled) {
      const allowed = Object.keys(table[name].takes.properties)
      expect(Object.keys(input as object).filter((key) => !allowed.includes(key))).toEqual([])
    }
  })
})

function hostileInput() {
  const value = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true }),
    fc.constant('0'.repeat(64)),
    fc.constantFrom('once', 'deny', 'host', 'c1'),
  )
  const members = ['chat', 'text', 'call', 'digest', 'decision', 'limit', 'name', 'value', 'run', '__proto__', 'url']
  return fc.oneof(
    value,
    fc.dictionary(fc.constantFrom(...members), value),
    fc.record({ chat: fc.string(), text: fc.string() }),
  )
}

function makeWatchedDoor() {
  const handled: [RequestName, unknown][] = []
  const bugs: unknown[] = []
  const handlers = watchRequests((name, input) => handled.push([name, input]))
  const answerError = (error: unknown) => {
    bugs.push(error)
    return refuse('INTERNAL', asReported(''))
  }
  return { door: makeRouter(handlers, answerError), handled, bugs }
}

function watchRequests(see: (name: RequestName, input: unknown) => void): Parameters<typeof makeRouter>[0] {
  const entries = names.map((name) => [
    name,
    Object.assign(
      async (input: unknown) => {
        see(name, input)
        return reply({})
      },
      { takes: table[name].takes },
    ),
  ])
  return Object.fromEntries(entries)
}
