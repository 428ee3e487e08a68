import { afterEach, expect, it } from 'vitest'
import { listModels, runsElsewhere, showModel } from '#main/models/ollama/models'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'

let ollama: FakeOllama
afterEach(() => ollama.close())

const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })

it('recognizes a cloud model under any copied name, from its list entry and its details', async () => {
  ollama = await startFakeOllama()
  const { host } = ollama
  const model = { name: 'mine:latest', size: 1, details: {} }
  ollama.answer(
    '/api/tags',
    json({
      models: [
        { ...model, remote_host: 'https://ollama.com:443' },
        { ...model, name: 'here' },
      ],
    }),
  )
  await listModels(host)
  expect(['mine:latest', 'here', 'shown'].map((name) => runsElsewhere(host, name))).toEqual([true, false, false])
  ollama.answer('/api/show', json({ details: {}, model_info: {}, capabilities: [], remote_model: 'gpt-oss:120b' }))
  await showModel(host, 'shown')
  expect(runsElsewhere(host, 'shown')).toBe(true)
  expect(runsElsewhere('http://127.0.0.1:1', 'shown')).toBe(false)
})
