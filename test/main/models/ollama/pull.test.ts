import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pullModel } from '#main/models/ollama/pull'
import type { PullState } from '#shared/model/model'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'

let ollama: FakeOllama

beforeEach(async () => {
  ollama = await startFakeOllama()
})
afterEach(() => ollama.close())

const layer = (digest: string, total: number, completed?: number) => ({
  status: `pulling ${digest}`,
  digest,
  total,
  ...(completed !== undefined && { completed }),
})

describe('fetching a model', () => {
  it('reports the progress of each layer and the whole', async () => {
    const lines = [
      { status: 'pulling manifest' },
      layer('a', 100),
      layer('a', 100, 40),
      layer('b', 50, 50),
      layer('a', 100, 100),
      { status: 'success' },
    ]
    ollama.answer('/api/pull', { lines })
    const seen: Partial<PullState>[] = []
    expect(await pullModel(ollama.host, 'tiny:1b', { onProgress: (progress) => seen.push(progress) })).toEqual({
      ok: true,
    })
    expect(seen.map(({ bytes, doneBytes }) => [bytes, doneBytes])).toEqual([
      [0, 0],
      [100, 0],
      [100, 40],
      [150, 90],
      [150, 150],
      [150, 150],
    ])
    expect(seen[3]?.layers).toEqual([
      { digest: 'a', bytes: 100, doneBytes: 40 },
      { digest: 'b', bytes: 50, doneBytes: 50 },
    ])
    expect(seen.at(-1)?.step).toBe('success')
  })

  it('ends at once when it is stopped, and the server notices', async () => {
    const never = Promise.withResolvers<void>()
    ollama.answer('/api/pull', { lines: [layer('a', 100, 40), { status: 'success' }], until: never.promise })
    const stop = new AbortController()
    const outcome = await pullModel(ollama.host, 'tiny:1b', { signal: stop.signal, onProgress: () => stop.abort() })
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'STOPPED' } })
    await ollama.seen[0]?.hungUp
    never.resolve()
  })

  it.each([
    ['pull model manifest: file does not exist', 'MODEL_NOT_PUBLISHED'],
    ['max retries exceeded: Get "https://x": dial tcp: lookup x: no such host', 'REGISTRY_UNREACHABLE'],
    ['write /models/blobs/sha256-1: no space left on device', 'DISK_FULL'],
    ['The model you are attempting to pull requires a newer version of Ollama.', 'OLLAMA_TOO_OLD'],
    ['something else', 'OLLAMA_ERROR'],
  ])('has a code and a remedy for what goes wrong: %s', async (error, code) => {
    ollama.answer('/api/pull', { lines: [{ status: 'pulling manifest' }, { error }] })
    expect(await pullModel(ollama.host, 'tiny:1b')).toMatchObject({ ok: false, problem: { code } })
  })

  it('is not complete if the stream ends before it says so', async () => {
    ollama.answer('/api/pull', { lines: [layer('a', 100, 40)] })
    expect(await pullModel(ollama.host, 'tiny:1b')).toMatchObject({ ok: false, problem: { code: 'STREAM_BROKEN' } })
  })

  it('believes no impossible figure', async () => {
    const lines = [
      layer('a', 100, 900),
      layer('b', -5, 3),
      { status: 'x', digest: 7, total: 1e300 },
      { status: 'success' },
    ]
    ollama.answer('/api/pull', { lines })
    let last: Partial<PullState> | undefined
    await pullModel(ollama.host, 'tiny:1b', {
      onProgress: (progress) => {
        last = progress
      },
    })
    expect(last).toMatchObject({ bytes: 100, doneBytes: 100 })
  })
})
