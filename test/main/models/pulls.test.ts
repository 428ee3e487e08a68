import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makePulls } from '#main/models/models'
import type { Tick } from '#shared/facts'
import type { ModelProblem } from '#shared/model/model'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'

let ollama: FakeOllama
let ticks: Tick[]

beforeEach(async () => {
  ollama = await startFakeOllama()
  ticks = []
})
afterEach(() => ollama.close())

const open = (problem: ModelProblem | null = null) =>
  makePulls({ host: () => ollama.host, tick: (tick) => ticks.push(tick), obstacle: () => problem })

describe('fetching a model', () => {
  const layer = (completed: number) => ({ status: 'pulling a', digest: 'a', total: 100, completed })

  it('runs once per model, reports progress, and says how it ended', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ollama.answer('/api/pull', { lines: [layer(40), layer(100), { status: 'success' }], until: promise })
    const pulls = open()
    expect(pulls.begin('tiny:1b')).toMatchObject({ model: 'tiny:1b', state: 'running' })
    await vi.waitFor(() => expect(pulls.begin('tiny:1b')).toMatchObject({ doneBytes: 40 }), { timeout: 20_000 })
    expect(pulls.list()).toMatchObject([{ state: 'running', layers: [{ digest: 'a', bytes: 100, doneBytes: 40 }] }])
    resolve()
    expect(await pulls.ended('tiny:1b')).toMatchObject({ state: 'done', bytes: 100, doneBytes: 100 })
    expect(ollama.seen).toHaveLength(1)
    expect(ticks.at(-1)).toMatchObject({ tick: 'pull', chat: null, model: 'tiny:1b', state: 'done' })
  })

  it('stops on request, and resumes on request', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ollama.answer('/api/pull', { lines: [layer(40), { status: 'success' }], until: promise })
    const pulls = open()
    pulls.begin('tiny:1b')
    await vi.waitFor(() => expect(pulls.list()).toMatchObject([{ doneBytes: 40 }]), { timeout: 20_000 })
    expect(await pulls.stop('tiny:1b')).toBe(true)
    await ollama.seen.find(({ path }) => path === '/api/pull')?.hungUp
    expect(pulls.list()).toMatchObject([{ state: 'stopped', doneBytes: 40 }])
    expect(await pulls.stop('tiny:1b')).toBe(false)
    resolve()
    pulls.begin('tiny:1b')
    expect(await pulls.ended('tiny:1b')).toMatchObject({ state: 'done' })
  })

  it('says why it failed', async () => {
    ollama.answer('/api/pull', { lines: [{ error: 'pull model manifest: file does not exist' }] })
    const pulls = open()
    pulls.begin('nope')
    expect(await pulls.ended('nope')).toMatchObject({ state: 'failed', problem: { code: 'MODEL_NOT_PUBLISHED' } })
    expect(await pulls.ended('other')).toBe(null)
  })
})
