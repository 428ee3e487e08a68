import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askModel } from '#main/ollama/chat'
import type { ModelOutcome } from '#shared/model'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'
import { GOOD_STREAM, MUTATIONS, makeDice } from './broken-streams.ts'

const SEED = Number(process.env.SKILLET_SEED ?? 20_261_118)
const STREAMS = 1000
const CODES = new Set(['STREAM_BROKEN', 'STREAM_TOO_LARGE', 'NOT_OLLAMA', 'OLLAMA_ERROR', 'MODEL_WITHOUT_TOOLS'])
const WHOLE = Buffer.concat(GOOD_STREAM)

let ollama: FakeOllama
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)

beforeAll(async () => {
  ollama = await startFakeOllama()
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  await ollama.close()
})

describe(`broken streams (seed ${SEED})`, () => {
  it('cut at every byte end typed, and give no call and no word that was not sent', async () => {
    for (let at = 0; at < WHOLE.length; at++) {
      const outcome = await ask([WHOLE.subarray(0, at)])
      // Without its last line end the last line is whole all the same.
      if (at === WHOLE.length - 1) expect(outcome.ok).toBe(true)
      else expect(outcome).toMatchObject({ ok: false, problem: { code: expect.toSatisfy((code) => CODES.has(code)) } })
      const said = outcome.ok ? outcome.answer : outcome.said
      expect('Grüße 👋 done'.startsWith(said.content)).toBe(true)
      expect([{ tool: 'uptime', args: { host: 'a' } }].slice(0, said.calls.length)).toEqual(said.calls)
    }
  })

  it(`of ${Object.keys(MUTATIONS).length} kinds, ${STREAMS} in all, end typed with nothing uncaught and nothing printed`, async () => {
    const printed = ['log', 'warn', 'error'].map((name) => vi.spyOn(console, name as 'log'))
    const roll = makeDice(SEED)
    const kinds = Object.entries(MUTATIONS)
    const failed: string[] = []
    for (let nth = 0; nth < STREAMS; nth++) {
      const [kind, mutate] = kinds[nth % kinds.length] as (typeof kinds)[number]
      const outcome = await ask(mutate(GOOD_STREAM, roll))
      if (!isTyped(outcome)) failed.push(`${kind}, stream ${nth}: ${JSON.stringify(outcome).slice(0, 300)}`)
    }
    expect(failed).toEqual([])
    expect(uncaught).toEqual([])
    for (const spy of printed) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })

  it('leave the good stream good', async () => {
    expect(await ask(GOOD_STREAM)).toMatchObject({
      ok: true,
      answer: { content: 'Grüße 👋 done', thinking: 'Let me look.', calls: [{ tool: 'uptime', args: { host: 'a' } }] },
    })
  })
})

function ask(lines: Buffer[]): Promise<ModelOutcome> {
  ollama.enqueue({ lines })
  const request = { model: 'tiny:1b', messages: [{ role: 'user' as const, content: 'Hi' }], tools: [] }
  const never = new AbortController().signal
  return askModel(ollama.host, request, { token: () => undefined }, never, { firstByteMs: 2000, betweenLinesMs: 2000 })
}

function isTyped(outcome: ModelOutcome): boolean {
  const said = outcome.ok ? outcome.answer : outcome.said
  const isWhole =
    typeof said.content === 'string' &&
    typeof said.thinking === 'string' &&
    said.calls.every(({ tool }) => typeof tool === 'string')
  return isWhole && (outcome.ok || CODES.has(outcome.problem.code))
}
