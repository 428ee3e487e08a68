import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '#shared/json'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'
import { body, makeToolCode, openToolCode } from '#test/helpers/tool-code'

const DIRECTIONS = [/bill|invoice|owe/i, /photo|picture|camera/i, /weather|rain/i]
const embed = (text: string) => [...DIRECTIONS.map((words) => Number(words.test(text))), 0.1]

let ollama: FakeOllama
let asked: string[]

beforeEach(async () => {
  ollama = await startFakeOllama()
  asked = []
  ollama.setModels('tiny:1b', 'nomic-embed-text')
  ollama.answer('/api/show', ({ model }) => ({
    status: 200,
    body: JSON.stringify({ capabilities: model === 'tiny:1b' ? ['completion'] : ['embedding'], details: {} }),
  }))
  ollama.answer('/api/embed', (request) => {
    const input = request.input as string[]
    asked.push(...input)
    return { status: 200, body: JSON.stringify({ model: request.model, embeddings: input.map(embed) }) }
  })
  onTestFinished(() => ollama.close())
})

const TITLES = ['Invoice of May', 'A camera for the trip', 'Rain on Sunday', 'What I owe to Ada']

async function open(permissions: JsonObject = { read: ['note.v1'], write: [] }) {
  const source = body('return (await context.api.vectorSearch(input)).map(({ title }) => title)')
  const tool = makeToolCode(source, { permissions: { breadcrumbs: permissions } })
  const opened = await openToolCode([tool], { said: { host: ollama.host } })
  const add = async (title: string, schema_name = 'note.v1') => {
    const draft = { schema_name, title, tags: [title.slice(0, 1)], context: {} }
    const made = await opened.core.ledger.records({ do: 'create', draft, by: 'sample/tool' })
    return made.ok && 'record' in made ? made.record : null
  }
  const find = async (query: JsonObject) => (await opened.call(query)).run?.result
  return { ...opened, add, find }
}

describe('a tool’s search by meaning', () => {
  it('finds the same thing in other words, the nearest first', async () => {
    const { add, find } = await open()
    for (const title of TITLES) await add(title)
    await add('A bill of somebody else', 'hidden.v1')
    expect(await find({ q: 'bill', nn: 2 })).toEqual(expect.arrayContaining(['Invoice of May', 'What I owe to Ada']))
    expect(await find({ q: 'will it rain', limit: 1 })).toEqual(['Rain on Sunday'])
    expect(await find({ q: 'photo', tag: 'I' })).toEqual(['Invoice of May'])
    expect(await find({ q: 'somebody' })).not.toContain('A bill of somebody else')
  })

  it('reads each version of a record once, even after the next start', async () => {
    const { add, find, core, home } = await open()
    const made = await add('Invoice of May')
    await find({ q: 'bill' })
    await find({ q: 'weather' })
    const documents = () => asked.filter((text) => text.startsWith('search_document: '))
    expect(documents()).toHaveLength(1)
    const changes = { title: 'Rain of May' }
    await core.ledger.records({ do: 'update', id: made?.id ?? '', version: 1, changes })
    await add('Camera')
    expect(await find({ q: 'weather', nn: 1 })).toEqual(['Rain of May'])
    expect(documents()).toHaveLength(3)
    await core.ledger.records({ do: 'delete', id: made?.id ?? '' })
    await core.close()
    const again = await openToolCode(
      [
        makeToolCode(body('return (await context.api.vectorSearch(input)).map(({ title }) => title)'), {
          permissions: { breadcrumbs: { read: ['*'] } },
        }),
      ],
      { said: { host: ollama.host }, home },
    )
    expect((await again.call({ q: 'weather' })).run?.result).toEqual(['Camera'])
    expect(documents()).toHaveLength(3)
  })

  it('keeps nothing of a version that was gone before it was read', async () => {
    const { core, add } = await open()
    const { records } = core.ledger
    const made = await add('Invoice')
    const vectors = [{ row: 1, version: 1, vector: Int8Array.of(1, 0) }]
    await records({ do: 'update', id: made?.id ?? '', version: 1, changes: { title: 'Other' } })
    await records({ do: 'embed', model: 'm', vectors })
    expect(await records({ do: 'nearest', model: 'm', vector: Int8Array.of(1, 0), query: { limit: 9 } })).toMatchObject(
      { found: { records: [] } },
    )
    expect(await records({ do: 'unembedded', model: 'm', query: { limit: 9 } })).toMatchObject({
      unembedded: [{ row: 1, version: 2, text: expect.stringContaining('Other') }],
    })
  })

  it.each([
    ['Ollama has no model for it', () => ollama.setModels('tiny:1b')],
    ['the model refuses', () => ollama.answer('/api/embed', { status: 500, body: '{"error":"busy"}' })],
  ])('goes by words where %s', async (_, withhold) => {
    withhold()
    const { add, find } = await open()
    for (const title of TITLES) await add(title)
    expect(await find({ q: 'owe' })).toEqual(['What I owe to Ada'])
  })
})
