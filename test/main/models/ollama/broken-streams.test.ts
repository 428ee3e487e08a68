import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'
import { askBroken, STREAM_CODES, sendBrokenStreams } from './ask-broken.ts'
import { GOOD_STREAM, MUTATIONS } from './broken-streams.ts'

const SEED = Number(process.env.SKILLET_SEED ?? 20_261_118)
const STREAMS = 1000
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
      else
        expect(outcome).toMatchObject({
          ok: false,
          problem: { code: expect.toSatisfy((code) => STREAM_CODES.has(code)) },
        })
      const said = outcome.ok ? outcome.answer : outcome.said
      expect('Grüße 👋 done'.startsWith(said.content)).toBe(true)
      expect([{ tool: 'uptime', args: { host: 'a' } }].slice(0, said.calls.length)).toEqual(said.calls)
    }
  })

  it(`of ${Object.keys(MUTATIONS).length} kinds, ${STREAMS} in all, end typed with nothing uncaught and nothing printed`, async () => {
    const printed = ['log', 'warn', 'error'].map((name) => vi.spyOn(console, name as 'log'))
    const { untyped } = await sendBrokenStreams(ollama, STREAMS, SEED)
    expect(untyped).toEqual([])
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

const ask = (lines: Buffer[]) => askBroken(ollama, lines)
