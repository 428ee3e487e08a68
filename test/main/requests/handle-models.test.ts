import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Core } from '#main/open-core'
import { handleModels } from '#main/requests/handle-models'
import { handleSettings } from '#main/requests/handle-settings'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

const ELSEWHERE = 'http://192.0.2.1:11434'

let core: Core
let ollama: FakeOllama

beforeEach(async () => {
  ollama = await startFakeOllama()
  core = (await openTestCore({ home: makeTempDir() })).core
})
afterEach(async () => {
  await core.close()
  await ollama.close()
})

const setHost = (value: string) => core.publish({ type: 'setting.changed', chat: null, name: 'host', value })

function handlers(answer: boolean) {
  const asked: string[] = []
  const confirm = async ({ message }: { message: string }) => {
    asked.push(message)
    return answer
  }
  return { ...handleModels(core, { confirm }), ...handleSettings(core, { confirm, setTheme: () => {} }), asked }
}

it('sends prompts to another computer over plain http only after a system dialog', async () => {
  await setHost(ELSEWHERE)
  const chat = await core.chats.create()
  const refused = { ok: false, error: { code: 'HOST_NEEDS_CONSENT' } }
  expect(await core.chats.send(chat, 'Hi')).toMatchObject(refused)
  const declining = handlers(false)
  expect(await declining['host.consent']({ host: ELSEWHERE })).toEqual({ ok: true, value: { consented: false } })
  expect(declining.asked).toEqual([`Send prompts to ${ELSEWHERE} without encryption?`])
  expect(await core.chats.send(chat, 'Hi')).toMatchObject(refused)
  const agreeing = handlers(true)
  expect(await agreeing['host.consent']({ host: '192.0.2.1' })).toEqual({ ok: true, value: { consented: true } })
  expect(core.plainHosts()).toEqual([ELSEWHERE])
  expect(core.models.obstacle()).toBe(null)
  expect(await agreeing['host.consent']({ host: ELSEWHERE })).toEqual({ ok: true, value: { consented: true } })
  expect(agreeing.asked).toHaveLength(1)
})

it('asks nobody about a host on this computer, and refuses an invalid address', async () => {
  const { asked, ...calls } = handlers(false)
  expect(await calls['host.consent']({ host: '127.0.0.1:1' })).toEqual({ ok: true, value: { consented: true } })
  expect(await calls['host.consent']({ host: 'ftp://x' })).toMatchObject({ ok: false })
  expect(asked).toEqual([])
  expect(core.plainHosts()).toEqual([])
})

it('answers for one model, and passes on what Ollama says about it', async () => {
  await setHost(ollama.host)
  const calls = handlers(true)
  ollama.answer('/api/show', { status: 200, body: '{"capabilities":["completion"]}' })
  ollama.answer('/api/delete', { status: 404, body: '{"error":"model \'gone\' not found"}' })
  ollama.answer('/api/generate', { status: 200, body: '{"done":true}' })
  ollama.answer('/api/pull', { lines: [{ status: 'success' }] })
  expect(await calls['model.list']({})).toMatchObject({ ok: true, value: { state: 'ready' } })
  expect(await calls['model.show']({ model: 'tiny:1b' })).toMatchObject({ value: { capabilities: ['completion'] } })
  expect(await calls['model.unload']({ model: 'tiny:1b' })).toEqual({ ok: true, value: { unloaded: true } })
  expect(await calls['model.delete']({ model: 'gone' })).toMatchObject({ ok: false, error: { code: 'MODEL_MISSING' } })
  expect(await calls['model.pull']({ model: 'tiny:1b' })).toMatchObject({ value: { state: 'running' } })
  expect(await core.models.pulls.ended('tiny:1b')).toMatchObject({ state: 'done' })
  expect(await calls['model.pulls']({})).toMatchObject({ value: { pulls: [{ model: 'tiny:1b', state: 'done' }] } })
  expect(await calls['model.cancelPull']({ model: 'tiny:1b' })).toEqual({ ok: true, value: { stopped: false } })
})

it('deletes a model only after a dialog of the system was answered', async () => {
  await setHost(ollama.host)
  ollama.answer('/api/delete', { status: 200, body: '' })
  const declining = handlers(false)
  const kept = { ok: false, error: { code: 'NOT_CONFIRMED' } }
  expect(await declining['model.delete']({ model: 'tiny:1b' })).toMatchObject(kept)
  expect(declining.asked).toEqual(['Delete tiny:1b from disk?'])
  expect(await handlers(true)['model.delete']({ model: 'tiny:1b' })).toMatchObject({ ok: true })
})

it.each([
  ['hf.co/somebody/secret-of-yours', 'hf.co'],
  ['localhost:5000/a/b:latest', 'localhost:5000'],
  ['https://elsewhere.example/a', 'elsewhere.example'],
])('downloads %s, which another registry serves, only after a dialog named its host', async (model, host) => {
  await setHost(ollama.host)
  const declining = handlers(false)
  expect(await declining['model.pull']({ model })).toMatchObject({ ok: false, error: { code: 'NOT_CONFIRMED' } })
  expect(declining.asked).toEqual([`Download from ${host}?`])
  expect(core.models.pulls.list()).toEqual([])
})

it.each(['tiny:1b', 'somebody/tiny', 'registry.ollama.ai/library/tiny'])(
  'asks nothing for %s, which the registry of Ollama serves',
  async (model) => {
    await setHost(ollama.host)
    ollama.answer('/api/pull', { lines: [{ status: 'success' }] })
    const calls = handlers(false)
    expect(await calls['model.pull']({ model })).toMatchObject({ value: { state: 'running' } })
    expect(calls.asked).toEqual([])
    await core.models.pulls.ended(model)
  },
)
