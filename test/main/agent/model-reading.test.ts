import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectReading, learnFrom, learnTooLong, type ModelReading, newReading } from '#main/agent/model-reading'
import type { ModelMessage, ModelRequest } from '#shared/model/model'
import { bare, offer } from './turn-world.ts'

const user = (content: string): ModelMessage => ({ role: 'user', content })
const model = (content: string): ModelMessage => ({ role: 'assistant', content, calls: [] })
const request = (messages: ModelMessage[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  ...{ model: 'tiny:1b', tools: [], numCtx: 8192, ...more },
  messages: [{ role: 'system', content: 'Tools and more.' }, ...messages],
})

function learn(
  reading: ModelReading,
  messages: ModelMessage[],
  promptTokens: number,
  more: { estimate?: number; promptMs?: number; chat?: string; request?: Partial<ModelRequest> } = {},
) {
  const { estimate = promptTokens, promptMs, chat = 'c', request: other } = more
  const answer = bare({ promptTokens, outputTokens: 10, ...(promptMs !== undefined && { promptMs }) })
  return learnFrom(reading, { chat, request: request(messages, other), estimate }, answer)
}

describe('what a model has to read of a prompt', () => {
  it('is everything at first, at an unknown speed, and then only what is new, at the measured speed', () => {
    const reading = newReading()
    const first = request([user('a')])
    expect(expectReading(reading, { request: first, estimate: 1000 })).toEqual({ tokens: 1000 })
    learn(reading, [user('a')], 1000, { promptMs: 2000 })
    const next = request([user('a'), model('b'), user('c')])
    expect(expectReading(reading, { request: next, estimate: 1400 })).toEqual({ tokens: 390, msPerToken: 2 })
  })

  it('is everything again after the context or the beginning changed', () => {
    const reading = newReading()
    learn(reading, [user('a')], 1000)
    const larger = request([user('a')], { numCtx: 16_384 })
    expect(expectReading(reading, { request: larger, estimate: 1000 })).toMatchObject({ tokens: 1000 })
  })
})

describe('what a model read of a prompt', () => {
  it('is everything at first, and then only what is new, including its answer', () => {
    const reading = newReading()
    expect(learn(reading, [user('a')], 1000)).toMatchObject({ readTokens: 1000, readAgain: 'first' })
    const next = learn(reading, [user('a'), model('b'), user('c')], 1030)
    expect(next).toEqual({ promptTokens: 1030, readTokens: 20, wasCut: false })
  })

  it('is what follows the beginning in another chat', () => {
    const reading = newReading()
    const system = { role: 'system', content: 'x'.repeat(10_000) } as const
    const ask = (chat: string, text: string) =>
      learnFrom(
        reading,
        { chat, request: { ...request([]), messages: [system, user(text)] }, estimate: 1000 },
        bare({ promptTokens: 1000, outputTokens: 5 }),
      )
    ask('one', 'a')
    const other = ask('two', 'b')
    expect(other?.readAgain).toBe('chat')
    expect(other?.readTokens).toBeLessThan(20)
  })

  it.each([
    ['beginning', { tools: offer('uptime') }],
    ['context', { numCtx: 4096 }],
  ] as const)('is everything where the %s is another', (why, other) => {
    const reading = newReading()
    learn(reading, [user('a')], 1000)
    expect(learn(reading, [user('a'), model('b')], 1010, { request: other })).toMatchObject({
      readTokens: 1010,
      readAgain: why,
    })
  })

  it('is everything if the server took as long as for all of it, because it had lost what it read', () => {
    const reading = newReading()
    learn(reading, [user('a')], 1000, { promptMs: 10_000 })
    const next = learn(reading, [user('a'), model('b'), user('c')], 1030, { promptMs: 9900 })
    expect(next).toMatchObject({ readTokens: 1030, readAgain: 'lost' })
  })

  it('is unknown if the server does not count', () => {
    expect(learn(newReading(), [user('a')], 0)).toBe(null)
  })
})

describe('the estimate', () => {
  it('rises at once, and falls by halves after the server is known to count whole prompts', () => {
    const reading = newReading()
    learn(reading, [user('a')], 1500, { estimate: 1000 })
    expect(reading.factor).toBe(1.5)
    learn(reading, [user('a'), user('b')], 1600, { estimate: 3200 })
    expect(reading.factor).toBeCloseTo(1.125)
  })

  it('learns nothing from the low count of a server that leaves out what it kept', () => {
    const reading = newReading()
    learn(reading, [user('a')], 1000, { estimate: 1000 })
    const next = learn(reading, [user('a'), user('b')], 40, { estimate: 1040 })
    expect(reading.factor).toBe(1)
    expect(next).toMatchObject({ readTokens: 40, wasCut: false })
  })

  it('settles on the model’s real count, whatever it was before, and after a refusal too', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.4, max: 3, noNaN: true }), (truth) => {
        const reading = newReading()
        learnTooLong(reading)
        const messages: ModelMessage[] = []
        for (let turn = 1; turn <= 30; turn++) {
          messages.push(user('x'))
          learn(reading, messages, Math.round(1000 * turn * truth), {
            estimate: 1000 * turn * reading.factor,
            request: { numCtx: 1e6 },
          })
        }
        expect(reading.factor).toBeCloseTo(truth, 1)
      }),
    )
  })
})

describe('a prompt that the server cut silently', () => {
  it.each([
    ['fills the context', 8192, 9000],
    ['ends at half of it', 4098, 6000],
    ['ends at the default of old servers', 2050, 3000],
  ])('is noticed where it %s', (_what, promptTokens, estimate) => {
    expect(learn(newReading(), [user('a')], promptTokens, { estimate })?.wasCut).toBe(true)
  })

  it('is noticed when a longer one counts less, on a server that counts whole prompts', () => {
    const reading = newReading()
    learn(reading, [user('a')], 3000)
    learn(reading, [user('a'), user('b')], 3100)
    expect(learn(reading, [user('a'), user('b'), user('c')], 1200, { estimate: 3200 })?.wasCut).toBe(true)
  })

  it('is not suspected if it is about as long as expected', () => {
    expect(learn(newReading(), [user('a')], 2900, { estimate: 3000 })?.wasCut).toBe(false)
  })
})
