import { describe, expect, it } from 'vitest'
import { runTurn } from '#main/agent/turn'
import { answer, call, makeInput, makeWorld, offer } from './turn-world.ts'

const repeat = (times: number, ...tools: string[]) =>
  Array.from({ length: times }, () => tools.map((tool) => answer({ calls: [call(tool)] }))).flat()

describe('a turn that goes round in circles', () => {
  it('stops at the third identical call with an identical result', async () => {
    const world = makeWorld(repeat(9, 'uptime'))
    expect(await runTurn(makeInput(), world.ports)).toBe('loop')
    expect(world.ran).toHaveLength(3)
    expect(world.facts.at(-2)).toMatchObject({ role: 'tool' })
  })

  it('stops when it alternates between two calls', async () => {
    const world = makeWorld(repeat(9, 'uptime', 'disk'))
    expect(await runTurn(makeInput(), world.ports)).toBe('loop')
    expect(world.ran).toEqual(['uptime', 'disk', 'uptime', 'disk'])
  })

  it('may poll as long as the results differ, up to the limit of rounds', async () => {
    const world = makeWorld(repeat(20, 'uptime'))
    let count = 0
    world.ports.runCall = async () => ({ text: `${count++}` })
    expect(await runTurn(makeInput(), world.ports)).toBe('rounds')
    expect(count).toBe(12)
  })

  it('has as many rounds as it is given', async () => {
    const world = makeWorld(repeat(2, 'uptime', 'disk', 'weather'))
    expect(await runTurn(makeInput({ maxRounds: 2 }), world.ports)).toBe('rounds')
    expect(world.ran).toEqual(['uptime', 'disk'])
  })
})

describe('many calls in one message', () => {
  const names = Array.from({ length: 10 }, (_, index) => `tool${index}`)
  const asked = names.map((name) => call(name))

  it('run up to the eighth, and the model is told about the others', async () => {
    const world = makeWorld([answer({ calls: asked }), answer({ content: 'Done.' })])
    await runTurn(makeInput({ tools: offer(...names) }), world.ports)
    expect(world.ran).toHaveLength(8)
    expect(world.requests[1]?.messages.slice(-2)).toMatchObject([
      { role: 'tool', tool: 'tool8', content: expect.stringContaining('at most 8') },
      { role: 'tool', tool: 'tool9', content: expect.stringContaining('at most 8') },
    ])
    expect(world.facts).toContainEqual(expect.objectContaining({ type: 'call.refused', code: 'REFUSED' }))
  })

  it('never run more than four at once', async () => {
    const world = makeWorld([answer({ calls: asked.slice(0, 8) }), answer({ content: 'Done.' })])
    let atWork = 0
    let most = 0
    world.ports.runCall = async ({ tool }) => {
      most = Math.max(most, ++atWork)
      await Promise.resolve()
      atWork--
      return { text: tool }
    }
    await runTurn(makeInput({ tools: offer(...names) }), world.ports)
    expect(most).toBe(4)
  })
})

describe('a call of a tool that was not offered in this request', () => {
  it('runs nothing and tells the model the names there are, the likeliest first', async () => {
    const world = makeWorld([
      answer({ calls: [call('show_weather', { city: 'Oslo' })] }),
      answer({ content: 'Sorry.' }),
    ])
    await runTurn(makeInput(), world.ports)
    expect(world.ran).toEqual([])
    expect(world.requests[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      tool: 'show_weather',
      content: 'error: there is no tool show_weather. Tools: weather, read_output, uptime, disk',
    })
  })

  it('is recorded as requested and refused', async () => {
    const world = makeWorld([answer({ calls: [call('show_weather', { city: 'Oslo' })] })])
    await runTurn(makeInput(), world.ports)
    expect(world.facts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'call.requested', call: 'call0', args: { city: 'Oslo' } }),
        expect.objectContaining({ type: 'call.refused', call: 'call0', code: 'TOOL_UNKNOWN' }),
      ]),
    )
  })

  it('is told to answer without tools if there are none', async () => {
    const world = makeWorld([answer({ calls: [call('ls')] })])
    await runTurn(makeInput({ tools: [] }), world.ports)
    expect(world.requests[1]?.messages.at(-1)?.content).toBe(
      'error: there is no tool ls, nor any other. Answer without tools',
    )
  })

  it('shows only one line of a huge name, and nothing invisible', async () => {
    const world = makeWorld([answer({ calls: [call(`\u202e${'x'.repeat(100_000)}`)] })])
    await runTurn(makeInput(), world.ports)
    const text = world.requests[1]?.messages.at(-1)?.content ?? ''
    expect(text.length).toBeLessThan(200)
    expect(text).toContain('\\u{202E}')
  })
})
