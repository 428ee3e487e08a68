import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitContext } from '#main/agent/fit-context'
import { textOf } from '#shared/messages/message'
import type { ModelMessage, ToolDefinition } from '#shared/model/model'

const tools = Array.from(
  { length: 30 },
  (_, index): ToolDefinition => ({
    type: 'function',
    function: { name: `tool_${index}`, description: 'Does one thing.', parameters: { type: 'object', properties: {} } },
  }),
)

describe('fitting the context', () => {
  it('changes nothing that fits, in the one context that every request asks for', () => {
    const parts = { system: 'Be brief.', skills: '', tools, messages: turn('Hello', 0) }
    const fitted = fitContext(parts, { numCtx: 32_768, calibration: 1 })
    expect(fitted).toMatchObject({ numCtx: 32_768, messages: parts.messages, withheld: [] })
  })

  it('loses nothing silently with a 4k model, 30 tools and 200 messages', () => {
    const messages = Array.from({ length: 50 }, (_, index) => turn(`Question ${index}`, 800)).flat()
    expect(messages).toHaveLength(200)
    const fitted = fitTo(4096, messages)
    expect(fitted.estimate).toBeLessThanOrEqual(4096)
    expect(fitted.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Answer to Question 49' })
    const dropped = 200 - (fitted.messages.length - 1)
    expect(fitted.messages[0]?.content).toContain(`${dropped} earlier messages`)
    expect(fitted.withheld.filter((name) => textOf(name).startsWith('message'))).toHaveLength(dropped)
  })

  it('fits a chat of 10 000 messages at once, and says in one line what it left out', () => {
    const messages = Array.from({ length: 2500 }, (_, index) => turn(`Question ${index}`, 100)).flat()
    const fitted = fitTo(4096, messages)
    const dropped = 10_000 - (fitted.messages.length - 1)
    expect(fitted.messages[0]?.content).toContain(`${dropped} earlier messages`)
    expect(fitted.withheld.filter((name) => textOf(name).includes('messages'))).toEqual([
      expect.stringContaining(`${dropped} messages between message 1 and ${dropped} (`),
    ])
    expect(fitted.messages.at(-1)).toEqual(messages.at(-1))
  })

  it('shortens the older tool outputs before it drops a turn', () => {
    const messages = [...turn('Old', 6000), ...turn('New', 2000)]
    const fitted = fitTo(4096, messages)
    expect(fitted.messages.map(({ role }) => role)).toEqual(messages.map(({ role }) => role))
    expect(fitted.messages[2]?.content).toContain('more characters of this output are left out')
    expect(fitted.messages[6]).toEqual(messages[6])
    expect(fitted.withheld).toEqual([expect.stringContaining('of the output of look (message 3)')])
  })

  it('drops old turns before the result the model waits for, and keeps as much of that as fits', () => {
    const fresh = turn('New', 40_000).slice(0, 3)
    const fitted = fitTo(4096, [...turn('Old', 400), ...fresh])
    expect(fitted.messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'tool'])
    expect(fitted.messages.at(-1)?.content.length).toBeGreaterThan(2000)
    expect(fitted.estimate).toBeLessThanOrEqual(fitted.numCtx)
    expect(fitted.withheld).toHaveLength(5)
  })

  it('drops the first rounds of a long turn, each call with its result, and never the question', () => {
    const rounds = Array.from({ length: 80 }, () => turn('', 800).slice(1, 3)).flat()
    const fitted = fitTo(4096, [{ role: 'user', content: 'Go on until it is done' }, ...rounds])
    expect(fitted.messages[1]).toEqual({ role: 'user', content: 'Go on until it is done' })
    expect(fitted.messages[2]?.role).toBe('assistant')
    expect(fitted.messages.at(-1)).toEqual(rounds.at(-1))
    expect(fitted.estimate).toBeLessThanOrEqual(fitted.numCtx)
  })

  it('leaves out a lot at once, and then keeps the same beginning until the context is full again', () => {
    const messages: ModelMessage[] = []
    let cut = { left: 0, shrunk: 0 }
    const firsts: string[] = []
    for (let round = 0; round < 60; round++) {
      messages.push(...turn(`Question ${round}`, 300))
      const fitted = fitContext(
        { system: 'Be brief.', skills: '', tools: [], messages },
        { numCtx: 4096, calibration: 1, cut },
      )
      cut = fitted.cut
      firsts.push(JSON.stringify(fitted.messages.slice(0, 3)))
      expect(fitted.estimate).toBeLessThanOrEqual(4096)
    }
    const changes = firsts.filter((first, at) => at > 0 && first !== firsts[at - 1]).length
    expect(changes).toBeGreaterThan(1)
    expect(changes).toBeLessThan(12)
  })

  it('starts over if the chat is shorter than what was left out, because another version was chosen', () => {
    const messages: ModelMessage[] = turn('Hello', 0)
    const fitted = fitContext(
      { system: '', skills: '', tools: [], messages },
      { numCtx: 4096, calibration: 1, cut: { left: 40, shrunk: 40 } },
    )
    expect(fitted.messages).toEqual(messages)
    expect(fitted.cut).toEqual({ left: 0, shrunk: 0 })
  })

  it('keeps order and pairs, names all it leaves out, and always fits if the last message can', () => {
    const chat = fc.array(
      fc
        .tuple(fc.string({ maxLength: 400 }), fc.integer({ min: 0, max: 4000 }))
        .map(([text, size]) => turn(text, size)),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(
        chat,
        fc.constantFrom(2048, 4096, 8192),
        fc.double({ min: 0.5, max: 1.2, noNaN: true }),
        (turns, most, calibration) => {
          const messages: ModelMessage[] = [...turns.flat(), { role: 'user', content: 'And now?' }]
          const parts = { system: 'Be brief.', skills: 'None.', tools: tools.slice(0, 10), messages }
          const fitted = fitContext(parts, { numCtx: most, calibration })
          expect(Object.values(fitted.bySource).reduce((sum, one) => sum + one, 0)).toBe(fitted.estimate)
          expect(fitted.estimate).toBeLessThanOrEqual(fitted.numCtx)
          expect(fitted.messages.at(-1)).toEqual(messages.at(-1))
          const isNoted = fitted.messages[0]?.content.includes('earlier messages of this chat') ?? false
          const rest = fitted.messages.slice(isNoted ? 1 : 0)
          const same = messages.slice(messages.length - rest.length)
          expect(rest.map(({ role }) => role)).toEqual(same.map(({ role }) => role))
          expect(rest[0]?.role).toBe('user')
          const shrunk = rest.filter((message, index) => message.content !== same[index]?.content).length
          expect(fitted.withheld).toHaveLength(messages.length - rest.length + shrunk)
        },
      ),
    )
  })
})

const fitTo = (numCtx: number, messages: ModelMessage[]) =>
  fitContext({ system: 'Be brief.', skills: '', tools, messages }, { numCtx, calibration: 1 })

function turn(text: string, size: number): ModelMessage[] {
  return [
    { role: 'user', content: text },
    { role: 'assistant', content: '', calls: [{ tool: 'look', args: {} }] },
    { role: 'tool', content: 'out '.repeat(size / 4), tool: 'look' },
    { role: 'assistant', content: `Answer to ${text}`, calls: [] },
  ]
}
