import { describe, expect, it } from 'vitest'
import { runTurn } from '#main/agent/turn'
import { answer, call, keepProposed, makeInput, makeWorld, problem } from './turn-world.ts'

const OSLO = '{"name": "weather", "arguments": {"city": "Oslo"}}'

describe('a call that the model wrote as text', () => {
  it('runs as one read from the content, and its text is not an answer', async () => {
    const world = makeWorld([answer({ content: OSLO }), answer({ content: 'It rains.' })])
    const proposed = keepProposed(world)
    expect(await runTurn(makeInput(), world.ports)).toBe('answered')
    expect(proposed).toEqual([{ call: 'call0', tool: 'weather', args: { city: 'Oslo' }, recoveredFrom: 'content' }])
    expect(world.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: '', calls: [{ tool: 'weather', args: { city: 'Oslo' } }] },
      { role: 'tool', content: 'result of weather', tool: 'weather' },
    ])
    expect(world.facts).toContainEqual(
      expect.objectContaining({
        role: 'assistant',
        content: '',
        calls: [{ call: 'call0', tool: 'weather', args: { city: 'Oslo' } }],
      }),
    )
  })

  it('runs as one read from XML, and the prose around it stays', async () => {
    const world = makeWorld([
      answer({ content: `I look.\n<tool_call>${OSLO}</tool_call>` }),
      answer({ content: 'Rain.' }),
    ])
    const proposed = keepProposed(world)
    await runTurn(makeInput(), world.ports)
    expect(proposed).toMatchObject([{ tool: 'weather', recoveredFrom: 'xml' }])
    expect(world.requests[1]?.messages.at(-2)).toMatchObject({ role: 'assistant', content: 'I look.' })
  })

  it('does not run next to calls of the protocol', async () => {
    const world = makeWorld([answer({ content: OSLO, calls: [call('uptime')] }), answer({ content: 'Done.' })])
    await runTurn(makeInput(), world.ports)
    expect(world.ran).toEqual(['uptime'])
  })

  it.each([
    ['was cut for its length', answer({ content: OSLO, wasCut: true })],
    ['broke off', problem('STREAM_BROKEN', { content: OSLO })],
    ['was stopped', problem('STOPPED', { content: OSLO })],
    ['consists of hundreds', answer({ content: `${OSLO}\n`.repeat(300) })],
    ['quotes it in prose', answer({ content: `A call looks like ${OSLO}` })],
    ['names a tool that was not offered', answer({ content: '{"name": "remove_all", "arguments": {}}' })],
  ])('is not run when the message %s', async (_what, outcome) => {
    const world = makeWorld([outcome])
    await runTurn(makeInput(), world.ports)
    expect(world.ran).toEqual([])
  })
})

describe('the calls of the protocol', () => {
  it('keep the server’s id, in the repeated call and in its result', async () => {
    const world = makeWorld([answer({ calls: [{ ...call('uptime'), id: 'call_1' }] }), answer({ content: 'Done.' })])
    await runTurn(makeInput(), world.ports)
    expect(world.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: '', calls: [{ tool: 'uptime', args: {}, id: 'call_1' }] },
      { role: 'tool', content: 'result of uptime', tool: 'uptime', id: 'call_1' },
    ])
  })

  it.each([
    ['an object', { name: 'weather', arguments: { city: 'Oslo' } }, { city: 'Oslo' }],
    ['a text', { name: 'weather', arguments: '{"city": "Oslo"}' }, { city: 'Oslo' }],
    ['values beside the name', { name: 'weather', city: 'Oslo' }, { city: 'Oslo' }],
    ['an empty list', { name: 'weather', arguments: [] }, {}],
    ['nothing', { name: 'weather', arguments: null }, {}],
  ])('reach a tool by use_tool with all its arguments, given as %s', async (_what, args, given) => {
    const world = makeWorld([answer({ calls: [call('use_tool', args)] }), answer({ content: 'Rain.' })])
    const proposed = keepProposed(world)
    await runTurn(makeInput(), world.ports)
    expect(proposed).toMatchObject([{ tool: 'weather', args: given }])
    expect(proposed[0]?.args).toEqual(given)
  })
})
