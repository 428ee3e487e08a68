import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Core } from '#main/open-core'
import type { FactOf, Tick } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { type FakeOllama, type ScriptedReply, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore, type TestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

let ollama: FakeOllama
let core: Core
let next: TestCore['next']
let chat: string

beforeEach(async () => {
  ollama = await startFakeOllama()
  ;({ core, next } = await openTestCore({ home: makeTempDir() }))
  await set('host', ollama.host)
  chat = await core.chats.create()
})
afterEach(async () => {
  await core.close()
  await ollama.close()
})

const set = (name: 'host' | 'model', value: string) =>
  core.publish({ type: 'setting.changed', chat: null, name, value })
const json = (body: unknown, status = 200): ScriptedReply => ({ status, body: JSON.stringify(body) })
const can = (...capabilities: string[]) => ollama.answer('/api/show', json({ capabilities }))

async function ask(text: string): Promise<FactOf<'turn.finished'>> {
  const finished = next('turn.finished')
  expect(await core.chats.send(chat, text)).toMatchObject({ ok: true })
  return finished
}

const TROUBLES: [string, () => unknown, string, RegExp][] = [
  [
    'a port where nothing answers',
    () => set('host', '127.0.0.1:9'),
    'OLLAMA_UNREACHABLE',
    /Start it\.|Download it from|Use that address/,
  ],
  [
    'a host that does not exist',
    () => set('host', 'https://nowhere.invalid'),
    'OLLAMA_UNREACHABLE',
    /correct the address/,
  ],
  [
    'another program on the port',
    () => ollama.answer('/api/version', json({ hello: 'world' })),
    'NOT_OLLAMA',
    /Correct the address/,
  ],
  [
    'the page of a proxy',
    () => ollama.answer('/api/tags', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }),
    'NOT_OLLAMA',
    /web page.*Correct the address/,
  ],
  [
    'a server that is too old',
    () => ollama.answer('/api/version', json({ version: '0.1.9' })),
    'OLLAMA_TOO_OLD',
    /Update/,
  ],
  ['no model at all', () => ollama.setModels(), 'NO_MODEL', /ollama pull/],
  [
    'only models for embeddings',
    () => can('embedding'),
    'MODEL_NOT_FOR_CHAT',
    /only models that cannot chat \(tiny:1b\).*ollama pull/,
  ],
  [
    'an embedding model that was chosen',
    async () => {
      await set('model', 'tiny:1b')
      ollama.enqueue(json({ error: '"tiny:1b" does not support chat' }, 400))
    },
    'MODEL_NOT_FOR_CHAT',
    /Choose another model/,
  ],
]

describe('a turn that meets', () => {
  it.each(TROUBLES)('%s ends with its code and the one thing that helps', async (_what, prepare, code, message) => {
    await prepare()
    const { reason, error } = await ask('Hi')
    expect({ reason, code: error?.code }).toEqual({ reason: 'error', code })
    expect(textOf(error?.message ?? '')).toMatch(message)
  })

  it('a model deleted in mid-chat says so, and continues with the next chosen one', async () => {
    ollama.enqueue(say('Here.'), json({ error: "model 'tiny:1b' not found" }, 404), say('Still here.'))
    expect(await ask('One')).toMatchObject({ reason: 'answered' })
    const { error } = await ask('Two')
    expect(error).toMatchObject({ code: 'MODEL_MISSING', message: expect.stringMatching(/ollama pull tiny:1b/) })
    await set('model', 'other:1b')
    expect(await ask('Three')).toMatchObject({ reason: 'answered' })
    expect(ollama.requests[2]).toMatchObject({ model: 'other:1b' })
  })

  it('a model that has to be loaded first says so, and only then', async () => {
    const phases: string[] = []
    core.listen((push) => {
      if (push.kind === 'tick' && isPhase(push.tick)) phases.push(push.tick.phase)
    })
    ollama.enqueue(say('One.'), say('Two.'))
    await ask('One')
    expect(phases).toContain('loading')
    phases.length = 0
    ollama.answer('/api/ps', json({ models: [{ name: 'tiny:1b' }] }))
    await ask('Two')
    expect(phases).not.toContain('loading')
  })
})

const isPhase = (tick: Tick): tick is Extract<Tick, { tick: 'phase' }> => tick.tick === 'phase'
