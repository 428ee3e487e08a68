import { describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { describeModels, openChat } from '#test/helpers/open-chat'
import { openTestCore } from '#test/helpers/open-test-core'

const MODEL = 'tiny:1b'

describe('the settings of a model', () => {
  it('go with every request: how long it stays, how large its context is, whether it thinks', async () => {
    const { handlers, ollama, ask, facts } = await openChat()
    describeModels(ollama, ['completion', 'tools', 'thinking'])
    ollama.enqueue(callTool('read_skill', { skill_name: 'echo' }), say('Hello.'))
    const set = await handlers['model.set']({ model: MODEL, context: 24_576, keepAlive: '1h', think: 'off' })
    expect(set).toEqual({ ok: true, value: { set: true } })
    await ask('Hi')
    expect(ollama.requests).toHaveLength(2)
    for (const request of ollama.requests) {
      expect(request).toMatchObject({ keep_alive: '1h', think: false, options: { num_ctx: 24_576 } })
    }
    expect(facts.find(({ type }) => type === 'context.fitted')).toMatchObject({ numCtx: 24_576 })
  })

  it('are left to Ollama, Skillet and the model if nothing is set', async () => {
    const { ollama, ask } = await openChat()
    describeModels(ollama, ['completion', 'tools', 'thinking'])
    ollama.enqueue(say('Hello.'), say('Much.'))
    await ask('Hi')
    await ask('word '.repeat(9000))
    const [short, long] = ollama.requests.map(({ options }) => options)
    expect(short).toMatchObject({ num_ctx: expect.any(Number) })
    expect(long).toEqual(short)
    expect(ollama.requests[0]).not.toHaveProperty('keep_alive')
    expect(ollama.requests[0]).not.toHaveProperty('think')
  })

  it('never ask a model to think that cannot', async () => {
    const { handlers, ollama, ask } = await openChat()
    describeModels(ollama, ['completion', 'tools'])
    ollama.enqueue(say('Hello.'))
    await handlers['model.set']({ model: MODEL, think: 'on', keepAlive: 'always' })
    await ask('Hi')
    expect(ollama.requests[0]).not.toHaveProperty('think')
    expect(ollama.requests[0]).toMatchObject({ keep_alive: -1 })
  })

  it('refuse with a sentence a context above what the model was trained for, and one that nobody can check', async () => {
    const { handlers, ollama, facts } = await openChat()
    describeModels(ollama, ['completion'], 8192)
    const reply = await handlers['model.set']({ model: MODEL, context: 16_384 })
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'SETTING_INVALID', message: expect.stringContaining('trained for 8192 tokens') },
    })
    ollama.answer('/api/show', { status: 404, body: '{"error":"model \'gone\' not found"}' })
    expect(await handlers['model.set']({ model: 'gone', context: 4096 })).toMatchObject({
      error: { code: 'MODEL_MISSING' },
    })
    expect(facts.some(({ type }) => type === 'model.set')).toBe(false)
  })

  it('hold no more than it was trained for, even if the record has a larger context', async () => {
    const { core, ollama, ask } = await openChat()
    describeModels(ollama, ['completion', 'tools'], 8192)
    ollama.enqueue(say('Hello.'))
    await core.publish({ type: 'model.set', chat: null, model: MODEL, settings: { context: 1_000_000 } })
    await ask('Hi')
    expect(ollama.requests[0]).toMatchObject({ options: { num_ctx: 8192 } })
  })

  it('keep a model loaded for the turn that is to free its memory, and unload it afterwards', async () => {
    const { handlers, ollama, ask } = await openChat()
    describeModels(ollama, ['completion', 'tools'])
    ollama.answer('/api/generate', { status: 200, body: '{"done":true}' })
    ollama.enqueue(callTool('read_skill', { skill_name: 'echo' }), say('Hello.'))
    await handlers['model.set']({ model: MODEL, keepAlive: 'none' })
    await ask('Hi')
    const asked = ollama.seen.filter(({ path }) => path === '/api/chat' || path === '/api/generate')
    expect(asked.map(({ path, body }) => [path, body.keep_alive])).toEqual([
      ['/api/chat', '5m'],
      ['/api/chat', '5m'],
      ['/api/generate', 0],
    ])
  })

  it('come with the models, whole and again after a restart', async () => {
    const { handlers, home, core, ollama } = await openChat()
    describeModels(ollama, ['completion', 'tools'])
    await handlers['model.set']({ model: MODEL, keepAlive: '1h' })
    await handlers['model.set']({ model: MODEL, think: 'off', pieceByPiece: true })
    const listed = { value: { models: [{ name: MODEL, settings: { think: 'off', pieceByPiece: true } }] } }
    expect(await handlers['model.list']({})).toMatchObject(listed)
    await core.close()
    const again = await openTestCore({ home })
    expect(again.core.modelBook.settings(MODEL)).toEqual({ think: 'off', pieceByPiece: true })
    expect(again.core.modelBook.settings('other')).toEqual({})
    await again.core.close()
  })

  it('use a model piece by piece if the person chose that, even if it claims tools', async () => {
    const { handlers, ollama, ask } = await openChat()
    describeModels(ollama, ['completion', 'tools'])
    ollama.enqueue(say('{"tool":"answer","arguments":{}}'), say('Hello.'), say('Hello.'))
    await handlers['model.set']({ model: MODEL, pieceByPiece: true })
    await ask('Hi')
    expect(ollama.requests.every(({ tools }) => tools === undefined)).toBe(true)
    expect(ollama.requests[0]).toMatchObject({ options: { num_predict: 1 } })
  })
})
