import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeModels } from '#main/models/models'
import { type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'

const { signal } = new AbortController()
/** What a model for meanings knows: each direction by some words. */
const DIRECTIONS = [/bill|invoice|owe/, /photo|picture|camera/, /weather|rain/]
const embed = (text: string) => [...DIRECTIONS.map((words) => Number(words.test(text))), 0.1]

let ollama: FakeOllama
let asked: string[][]

function serve(name: string, capabilities: string[]): void {
  ollama.setModels('tiny:1b', name)
  ollama.answer('/api/show', (body) => ({
    status: 200,
    body: JSON.stringify({ capabilities: body.model === name ? capabilities : ['completion'], details: {} }),
  }))
  ollama.answer('/api/embed', (body) => {
    const input = body.input as string[]
    asked.push(input)
    return { status: 200, body: JSON.stringify({ model: name, embeddings: input.map(embed) }) }
  })
}

function open() {
  const models = makeModels({
    host: () => ollama.host,
    plainHosts: () => [],
    tick: () => {},
    isInstalled: async () => true,
  })
  return models.compareMeanings
}

beforeEach(async () => {
  ollama = await startFakeOllama()
  asked = []
  onTestFinished(() => ollama.close())
})

describe('texts compared by their meaning', () => {
  const texts = ['Pay an invoice', 'Show a picture', 'Tell whether it rains']

  it('are close if they mean the same in other words', async () => {
    serve('nomic-embed-text', ['embedding'])
    const scores = (await open()('what do I owe', texts, signal)) ?? []
    expect(scores).toHaveLength(3)
    expect(scores.indexOf(Math.max(...scores))).toBe(0)
    expect(asked.flat()).toEqual([...texts.map((text) => `search_document: ${text}`), 'search_query: what do I owe'])
  })

  it('are read by the model once, even four hundred of them, in parts that fit', async () => {
    serve('other-embed', ['embedding'])
    const compare = open()
    const many = Array.from({ length: 400 }, (_, at) => `Tool ${at}${at === 321 ? ' shows the weather' : ''}`)
    const scores = (await compare('will it rain', many, signal)) ?? []
    expect(scores.indexOf(Math.max(...scores))).toBe(321)
    expect(Math.max(...asked.map((each) => each.length))).toBe(32)
    expect(asked.flat()).toHaveLength(401)
    await compare('what do I owe', many, signal)
    expect(asked.flat()).toHaveLength(402)
  })

  it.each([
    ['Ollama has no model for meanings', () => serve('zeta:1b', ['completion'])],
    [
      'the server refuses',
      () => {
        serve('nomic-embed-text', ['embedding'])
        ollama.answer('/api/embed', { status: 500, body: '{"error":"no"}' })
      },
    ],
    [
      'the server gives something else',
      () => {
        serve('nomic-embed-text', ['embedding'])
        ollama.answer('/api/embed', { status: 200, body: '{"embeddings":[["a"]]}' })
      },
    ],
    ['nothing answers', () => ollama.answer('/api/version', { status: 500, body: '' })],
  ])('are not compared where %s', async (_why, prepare) => {
    prepare()
    expect(await open()('what do I owe', texts, signal)).toBe(null)
  })
})

/** It holds so many models and lists them as Ollama does; whatever was used last is loaded. */
function holdAtMost(most: number): void {
  ollama.answer('/api/ps', () => {
    const used = ollama.seen.flatMap(({ path, body }) =>
      path === '/api/chat' || path === '/api/embed' ? [String(body.model)] : [],
    )
    const models = [...new Set(used.toReversed())].slice(0, most).map((name) => ({ name, size: 1 }))
    return { status: 200, body: JSON.stringify({ models }) }
  })
}

async function chat(): Promise<void> {
  ollama.enqueue(say('Hello.'))
  await fetch(`${ollama.host}/api/chat`, { method: 'POST', body: JSON.stringify({ model: 'tiny:1b' }) })
}

describe('a server that holds one model', () => {
  const texts = ['Pay an invoice', 'Show a picture']

  it('is asked for meanings once, and never again in this session', async () => {
    serve('nomic-embed-text', ['embedding'])
    holdAtMost(1)
    const compare = open()
    await chat()
    expect(await compare('what do I owe', texts, signal)).toBe(null)
    expect(asked).toHaveLength(1)
    for (const query of ['what do I owe', 'a photo']) {
      await chat()
      expect(await compare(query, [...texts, query], signal)).toBe(null)
    }
    expect(asked).toHaveLength(1)
  })

  it('is known by the first request that replaced a model of a chat, even if the texts were read before', async () => {
    serve('nomic-embed-text', ['embedding'])
    holdAtMost(1)
    const compare = open()
    expect(await compare('what do I owe', texts, signal)).toHaveLength(2)
    await chat()
    expect(await compare('a photo', texts, signal)).toHaveLength(2)
    expect(asked).toHaveLength(3)
    await chat()
    expect(await compare('what do I owe', texts, signal)).toBe(null)
    expect(asked).toHaveLength(3)
  })

  it('is not mistaken for one with room for two', async () => {
    serve('nomic-embed-text', ['embedding'])
    holdAtMost(2)
    const compare = open()
    for (const query of ['what do I owe', 'a photo', 'an invoice']) {
      await chat()
      expect(await compare(query, texts, signal)).toHaveLength(2)
    }
    expect(asked).toHaveLength(4)
  })
})
