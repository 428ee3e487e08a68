import { describe, expect, it, vi } from 'vitest'
import { deleteModel, listModels, showModel, unloadModel } from '#main/models/ollama/models'
import { pullModel } from '#main/models/ollama/pull'
import { textOf } from '#shared/messages/message'
import { ask, host, isOurs, model } from './real-server.ts'

describe('models on a real server', () => {
  it('are listed and shown', async () => {
    expect(await listModels(host)).toMatchObject({ state: 'ready', version: expect.stringMatching(/^\d+\.\d+/) })
    const shown = await showModel(host, model)
    if (!shown.ok) throw new Error(textOf(shown.problem.message))
    expect(shown.facts.capabilities).toContain('completion')
    expect(shown.facts.contextLength).toBeGreaterThanOrEqual(2048)
    expect(shown.facts.bytes).toBeGreaterThan(1_000_000)
    expect(shown.facts.quantization).not.toBe('')
  })

  it('are loaded with the requested context, and unloaded again', async () => {
    await ask({ numCtx: 1024, maxTokens: 1 })
    expect(await loaded()).toMatchObject({ loadedContext: 1024 })
    expect(await unloadModel(host, model)).toEqual({ ok: true })
    await vi.waitFor(async () => expect(await loaded()).toBe(undefined), { timeout: 30_000, interval: 50 })
  })

  it('are reported if missing', async () => {
    expect(await showModel(host, 'not-there')).toMatchObject({ ok: false, problem: { code: 'MODEL_MISSING' } })
    expect(await deleteModel(host, 'not-there')).toMatchObject({ ok: false, problem: { code: 'MODEL_MISSING' } })
  })
})

describe.skipIf(!isOurs)('models of our own', () => {
  it('say which of them take tools', async () => {
    const can = async (name: string) => {
      const shown = await showModel(host, name)
      return shown.ok && shown.facts.capabilities.includes('tools')
    }
    expect([await can('smollm2'), await can('smollm2-tools'), await can('smollm2-json')]).toEqual([false, true, true])
  })

  it('are made and deleted, even while a chat still wants them', async () => {
    const body = JSON.stringify({ model: 'passing', from: 'smollm2', stream: false })
    expect((await fetch(`${host}/api/create`, { method: 'POST', body })).status).toBe(200)
    expect(await ask({ model: 'passing', maxTokens: 1 })).toMatchObject({ ok: true })
    expect(await deleteModel(host, 'passing')).toEqual({ ok: true })
    expect(await ask({ model: 'passing' })).toMatchObject({ ok: false, problem: { code: 'MODEL_MISSING' } })
  })

  it('say why they cannot be fetched', async () => {
    const outcome = await pullModel(host, 'registry.invalid/nobody/nothing')
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'REGISTRY_UNREACHABLE' } })
  })
})

async function loaded() {
  const { models } = { models: [], ...(await listModels(host)) }
  return models.find(({ name, isLoaded }) => isLoaded && name.split(':')[0] === model.split(':')[0])
}
