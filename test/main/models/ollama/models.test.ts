import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteModel, listModels, showModel, unloadModel } from '#main/models/ollama/models'
import { type FakeOllama, type ScriptedReply, startFakeOllama } from '#test/helpers/fake-ollama'

let ollama: FakeOllama

beforeEach(async () => {
  ollama = await startFakeOllama()
})
afterEach(() => ollama.close())

const json = (body: unknown, status = 200): ScriptedReply => ({ status, body: JSON.stringify(body) })

describe('the list of models', () => {
  it('distinguishes a server with models, one without and none', async () => {
    expect(await listModels(ollama.host)).toMatchObject({
      state: 'ready',
      version: '0.17.4',
      models: [{ name: 'tiny:1b', bytes: 815_319_791, parameters: '1B', quantization: 'Q4_K_M', isLoaded: false }],
    })
    ollama.setModels()
    expect(await listModels(ollama.host)).toMatchObject({ state: 'no-model' })
    const { host } = ollama
    await ollama.close()
    expect(await listModels(host)).toMatchObject({ state: 'unreachable', host, code: 'OLLAMA_UNREACHABLE' })
    ollama = await startFakeOllama()
  })

  it.each([
    ['0.4.7', 'too-old'],
    ['0.1.0', 'too-old'],
    ['0.5.0', 'ready'],
    ['0.5.0-rc1', 'ready'],
    ['0.17.4', 'ready'],
    ['1.0', 'ready'],
    ['0.0.0', 'ready'],
    ['built here', 'ready'],
  ])('says of version %s that it is %s', async (version, state) => {
    ollama.answer('/api/version', json({ version }))
    expect(await listModels(ollama.host)).toMatchObject({ state, version })
  })

  it('says which version is needed', async () => {
    ollama.answer('/api/version', json({ version: '0.3.9' }))
    const message = 'Ollama 0.3.9 is too old: Skillet needs 0.5.0 or newer. Update Ollama.'
    expect(await listModels(ollama.host)).toMatchObject({ message, models: [] })
  })

  it('shows the context a loaded model really has', async () => {
    ollama.answer('/api/ps', json({ models: [{ name: 'tiny:1b', size: 9, context_length: 8192 }] }))
    expect(await listModels(ollama.host)).toMatchObject({ models: [{ isLoaded: true, loadedContext: 8192 }] })
  })

  it.each([
    ['/api/version', json({})],
    ['/api/version', json({ version: 5 })],
    ['/api/version', json(null)],
    ['/api/version', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['/api/tags', json([])],
    ['/api/tags', json({ models: 'none' })],
    ['/api/ps', json({ models: 7 })],
    ['/api/tags', { status: 200, body: 'nope' }],
  ] as [string, ScriptedReply][])('knows another program by what it answers: %s %j', async (path, reply) => {
    ollama.answer(path, reply)
    expect(await listModels(ollama.host)).toMatchObject({ state: 'unreachable', code: 'NOT_OLLAMA' })
  })

  it('relies on no field', async () => {
    ollama.answer('/api/tags', json({ models: [null, 3, { name: 7 }, { name: 'odd', size: 'big', details: null }] }))
    const odd = { name: 'odd', bytes: 0, parameters: '', quantization: '', isLoaded: false }
    expect(await listModels(ollama.host)).toMatchObject({ state: 'ready', models: [odd] })
    ollama.answer('/api/tags', json({ models: null }))
    expect(await listModels(ollama.host)).toMatchObject({ state: 'no-model' })
  })
})

describe('one model', () => {
  const shown = {
    capabilities: ['completion', 'tools'],
    template: '{{ .Prompt }}',
    details: { parameter_size: '1B', quantization_level: 'Q4_K_M', family: 'tiny' },
    model_info: { 'general.architecture': 'tinyarch', 'tinyarch.context_length': 32768 },
  }

  it('is shown with its abilities, its context, size and quantisation', async () => {
    ollama.answer('/api/show', json(shown))
    expect(await showModel(ollama.host, 'tiny:1b')).toEqual({
      ok: true,
      facts: {
        name: 'tiny:1b',
        capabilities: ['completion', 'tools'],
        contextLength: 32768,
        bytes: 815_319_791,
        parameters: '1B',
        quantization: 'Q4_K_M',
        family: 'tinyarch',
        template: '{{ .Prompt }}',
      },
    })
    expect(ollama.seen.find(({ path }) => path === '/api/show')?.body).toMatchObject({ model: 'tiny:1b' })
  })

  it('of an older server is recognized by its template, and by the context Ollama assumes', async () => {
    ollama.answer('/api/show', json({ template: '{{ if .Tools }}' }))
    const facts = { capabilities: ['completion', 'tools'], contextLength: 4096 }
    expect(await showModel(ollama.host, 'tiny:1b')).toMatchObject({ ok: true, facts })
  })

  it('is reported as missing if it is not there', async () => {
    ollama.answer('/api/show', json({ error: "model 'gone' not found" }, 404))
    expect(await showModel(ollama.host, 'gone')).toMatchObject({ ok: false, problem: { code: 'MODEL_MISSING' } })
    ollama.answer('/api/delete', json({ error: "model 'gone' not found" }, 404))
    expect(await deleteModel(ollama.host, 'gone')).toMatchObject({ ok: false, problem: { code: 'MODEL_MISSING' } })
  })

  it('is unloaded and deleted by its name', async () => {
    ollama.answer('/api/generate', json({ done: true, done_reason: 'unload' }))
    ollama.answer('/api/delete', { status: 200, body: '' })
    expect(await unloadModel(ollama.host, 'tiny:1b')).toEqual({ ok: true })
    expect(await deleteModel(ollama.host, 'tiny:1b')).toEqual({ ok: true })
    expect(ollama.seen.map(({ path, body }) => [path, body.model ?? body.name, body.keep_alive])).toEqual([
      ['/api/generate', 'tiny:1b', 0],
      ['/api/delete', 'tiny:1b', undefined],
    ])
  })
})
