import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packRequest, sha256Of, unpackRequest } from '#main/chat/pack-request'
import type { JsonObject } from '#shared/json'

const long = fc.string({ unit: 'binary', minLength: 90, maxLength: 300 })
const name = fc.constantFrom('$text', '$fact', '$items', '$raw', '$object', '__proto__', 'a', '7', 'content')
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ maxLength: 5 }), long),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
})).value
const message = fc.record(
  { role: fc.constantFrom('user', 'assistant', 'tool', 'system'), content: long, tool_calls: fc.array(value) },
  { requiredKeys: ['role'] },
)
const body = fc.record(
  { model: fc.string(), messages: fc.array(message, { maxLength: 12 }), tools: fc.array(value), format: value },
  { requiredKeys: ['model'] },
)

/** The record after these requests: what each fact says, and the texts beside them. */
function makeRecord(contents: readonly string[]) {
  const texts = new Map<string, string>()
  const known = new Map<string, number | string>(contents.map((text, seq) => [text, seq]))
  return {
    texts,
    send(sent: JsonObject) {
      const { texts: kept, ...packed } = packRequest(sent, known)
      for (const text of kept) texts.set(sha256Of(text), text)
      return packed
    },
    reader: {
      readText: async (sha256: string) => texts.get(sha256) ?? null,
      readContent: async (seq: number) => contents[seq] ?? null,
    },
  }
}

describe('a request on record', () => {
  it('comes back byte for byte, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (any) => {
        // What a model or a skill wrote was JSON once.
        const sent = JSON.parse(JSON.stringify(any)) as JsonObject
        const contents = ((sent.messages ?? []) as JsonObject[]).flatMap(({ content }) => (content ?? []) as string[])
        const record = makeRecord(contents.filter((_, at) => at % 2 === 0 && contents[at]?.isWellFormed()))
        const packed = record.send(sent)
        expect(await unpackRequest(packed, record.reader)).toBe(JSON.stringify(sent))
        expect(packed.bytes).toBe(Buffer.byteLength(JSON.stringify(sent)))
      }),
      { numRuns: 300 },
    )
  })

  it('leaves out what JSON leaves out, and takes arguments of any depth', async () => {
    const record = makeRecord([])
    let deep: JsonObject = {}
    for (let depth = 0; depth < 1000; depth += 1) deep = { $text: deep }
    const sent = { model: 'm', format: undefined, options: { think: undefined }, deep } as unknown as JsonObject
    expect(await unpackRequest(record.send(sent), record.reader)).toBe(JSON.stringify(sent))
  })

  it('points to text already recorded, and stores only what is new in the next request', async () => {
    const said = Array.from({ length: 40 }, (_, at) => `${at}: ${'words and more words '.repeat(40)}`)
    const messages = said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }))
    const tools = [{ type: 'function', function: { name: 't', description: 'what it does, at length. '.repeat(40) } }]
    const record = makeRecord(said)
    const sizes = [0, 2].map((more) => {
      record.send({ model: 'm', messages: messages.slice(0, 38 + more), tools })
      return [...record.texts.values()].reduce((sum, { length }) => sum + length, 0)
    })
    const [first = 0, second = 0] = sizes
    expect(first).toBeLessThan(5000)
    expect(second - first).toBeLessThan(2200)
    expect([...record.texts.values()].join('')).not.toContain('words and more')
  })

  it('is not shown if one of its texts is missing or different', async () => {
    const record = makeRecord([])
    const content = 'a long text of which something depends '.repeat(5)
    const packed = record.send({ model: 'm', messages: [{ role: 'user', content }] })
    record.texts.set(sha256Of(content), content.replace('long', 'LONG'))
    expect(await unpackRequest(packed, record.reader)).toBeNull()
    record.texts.delete(sha256Of(content))
    expect(await unpackRequest(packed, record.reader)).toBeNull()
    expect(await unpackRequest({ ...packed, kept: 'nowhere' }, record.reader)).toBeNull()
  })
})
