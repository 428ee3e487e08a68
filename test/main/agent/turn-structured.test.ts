import { describe, expect, it } from 'vitest'
import { toGrammar } from '#main/agent/force-call'
import { runTurn, type TurnInput } from '#main/agent/turn'
import type { ModelOutcome, ModelRequest, ToolDefinition } from '#shared/model/model'
import { answer, fact, keepProposed, makeInput, makeWorld, offer, problem } from './turn-world.ts'

const weather: ToolDefinition = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'Tells the weather of a city. In one line.',
    parameters: {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string', pattern: '^[A-Z]', maxLength: 40, description: 'Its name.' } },
    },
  },
}

const plain = (changes: Partial<TurnInput> = {}) =>
  makeInput({
    style: 'choose',
    capabilities: ['completion'],
    tools: [...offer('uptime', 'disk'), weather],
    text: 'What is the weather in Oslo?',
    ...changes,
  })

/** As a server with scores answers a list: the option whose line names it is by far the likeliest. */
function pick(name: string) {
  return ({ messages }: ModelRequest): ModelOutcome => {
    const label = (messages[0]?.content ?? '').match(new RegExp(`^- (\\S*${name}\\S*): `, 'm'))?.[1] ?? '?'
    return answer({ content: label, wasCut: true, firstTokens: [{ token: label.slice(0, 4), logprob: -0.01 }] })
  }
}
const twice = (name: string) => [pick(name), pick(name)]
const json = (value: unknown) => answer({ content: JSON.stringify(value) })

describe('a model without tools of its own', () => {
  it('chooses a tool in two opposite orders, fills it in, and answers in words with the result', async () => {
    const world = makeWorld([
      ...twice('weather'),
      json({ city: 'Oslo' }),
      ...twice('answer'),
      answer({ content: 'It rains.' }),
    ])
    const proposed = keepProposed(world)
    expect(await runTurn(plain(), world.ports)).toBe('answered')
    expect(proposed).toEqual([{ call: 'call0', tool: 'weather', args: { city: 'Oslo' }, recoveredFrom: 'structured' }])
    const [forward, backward, fill, , , words] = world.requests
    expect([forward?.maxTokens, forward?.logprobs, backward?.logprobs]).toEqual([1, 20, 20])
    const listed = (request?: ModelRequest) => (request?.messages[0]?.content ?? '').split('\n').slice(1)
    expect(listed(backward)).toEqual(listed(forward).toReversed())
    expect(fill?.format).toMatchObject({ type: 'object', required: ['city'] })
    expect(words?.messages.at(-1)).toEqual({
      role: 'user',
      content: 'What is the weather in Oslo?\n\nweather with {"city":"Oslo"} gave this:\nresult of weather',
    })
    expect(world.facts.at(-2)).toMatchObject({ role: 'assistant', content: 'It rains.' })
    expect(world.facts.at(-1)).toMatchObject({ reason: 'answered', stats: { rounds: 2, calls: 1 } })
  })

  it('never gets tools in a request, and a format only to fill in', async () => {
    const world = makeWorld([
      ...twice('weather'),
      json({ city: 'Oslo' }),
      ...twice('answer'),
      answer({ content: 'Rain.' }),
    ])
    await runTurn(plain(), world.ports)
    expect(world.requests.map(({ tools }) => tools.length)).toEqual([0, 0, 0, 0, 0, 0])
    expect(world.requests.map(({ format }) => format !== undefined)).toEqual([false, false, true, false, false, false])
    expect(world.requests.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'))).toEqual([])
  })

  it('keeps one context for all requests of a round, so that it is not loaded again', async () => {
    const world = makeWorld([
      ...twice('weather'),
      json({ city: 'Oslo' }),
      ...twice('answer'),
      answer({ content: 'Rain.' }),
    ])
    const long = fact({ type: 'message.added', role: 'user', content: 'word '.repeat(8000), chat: 'c' })
    await runTurn(plain({ history: [long] }), world.ports)
    expect(new Set(world.requests.map(({ numCtx }) => numCtx)).size).toBe(1)
  })

  it('shows only the tokens of the words, not those of choosing and filling in', async () => {
    const script = [...twice('weather'), json({ city: 'Oslo' }), ...twice('answer'), answer({ content: 'Rain.' })]
    const world = makeWorld(script)
    const { askModel } = world.ports
    world.ports.askModel = async (request, onToken) => {
      onToken(`token ${world.requests.length}`, false)
      return askModel(request, onToken)
    }
    await runTurn(plain(), world.ports)
    expect(world.ticks.filter(({ tick }) => tick === 'token')).toMatchObject([{ text: 'token 5' }])
  })

  it('answers in words at once if there is no tool', async () => {
    const world = makeWorld([answer({ content: 'Hello.' })])
    expect(await runTurn(plain({ tools: [] }), world.ports)).toBe('answered')
    expect(world.requests).toHaveLength(1)
  })

  it('answers in words if the request shares no word with a tool and the model cannot decide', async () => {
    const unsure = answer({ firstTokens: ['up', 'disk', 'wea', 'answer'].map((token) => ({ token, logprob: -1.4 })) })
    const world = makeWorld([unsure, unsure, answer({ content: 'You are welcome.' })])
    expect(await runTurn(plain({ text: 'Thanks, that was great' }), world.ports)).toBe('answered')
    expect(world.ran).toEqual([])
  })

  it('takes the tool whose words the request has if the model cannot decide', async () => {
    const unsure = answer({ firstTokens: ['up', 'disk', 'wea', 'answer'].map((token) => ({ token, logprob: -1.4 })) })
    const world = makeWorld([unsure, unsure, json({ city: 'Oslo' })])
    await runTurn(plain({ maxRounds: 1 }), world.ports)
    expect(world.ran).toEqual(['weather'])
  })

  it('asks for nothing twice: a call it already made means that it should answer', async () => {
    const world = makeWorld([
      ...twice('weather'),
      json({ city: 'Oslo' }),
      ...twice('weather'),
      json({ city: 'Oslo' }),
      answer({ content: 'It rains.' }),
    ])
    expect(await runTurn(plain(), world.ports)).toBe('answered')
    expect(world.ran).toEqual(['weather'])
  })

  it('takes a second step if there is one', async () => {
    const world = makeWorld([
      ...twice('weather'),
      json({ city: 'Oslo' }),
      ...twice('uptime'),
      ...twice('answer'),
      answer({ content: 'Rain, and 3 days.' }),
    ])
    expect(await runTurn(plain({ text: 'The weather in Oslo, then the uptime' }), world.ports)).toBe('answered')
    expect(world.ran).toEqual(['weather', 'uptime'])
  })

  it('is offered no more tools than the server reports candidates for a token, the best matches among them', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `tool${index}`)
    const world = makeWorld([...twice('weather'), json({ city: 'Oslo' })])
    await runTurn(plain({ tools: [...offer(...names), weather], maxRounds: 1 }), world.ports)
    const lines = (world.requests[0]?.messages[0]?.content ?? '').split('\n').slice(1)
    expect(lines.length).toBeLessThanOrEqual(20)
    expect(new Set(lines.map((line) => line.split(':')[0])).size).toBe(lines.length)
    expect(world.ran).toEqual(['weather'])
  })

  it('gets a grammar without what servers stumble over', async () => {
    const world = makeWorld([...twice('weather'), json({ city: 'Oslo' })])
    await runTurn(plain({ maxRounds: 1 }), world.ports)
    expect(world.requests[2]?.format).toEqual({
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' } },
      additionalProperties: false,
    })
  })
})

it('a grammar has a pattern only where it is plain enough for every server', () => {
  const patternOf = (pattern: string) => toGrammar({ type: 'string', pattern }).pattern
  for (const plain of ['^[0-9]{1,7},[0-9]{1,7}$', '^[0-9]{1,6}[smh]$', '^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+$'])
    expect(patternOf(plain)).toBe(plain)
  for (const other of ['[.]zip$', '^[^:|]+$', '^(a|b)$', '^\\d+$', '^(?=a)b$', '^a{1,70}$', '^.*$', '^"$'])
    expect(patternOf(other), other).toBe(undefined)
})

describe('a server that reports no scores', () => {
  it('lists the tools and gets the call written as a line', async () => {
    const line = '{"name": "weather", "arguments": {"city": "Oslo"}}'
    const world = makeWorld([answer({ content: 'A' }), answer({ content: line }), answer({ content: 'It rains.' })])
    const proposed = keepProposed(world)
    expect(await runTurn(plain(), world.ports)).toBe('answered')
    expect(proposed).toEqual([{ call: 'call0', tool: 'weather', args: { city: 'Oslo' } }])
    expect(world.requests.map(({ logprobs }) => logprobs)).toEqual([20, undefined, undefined])
    expect(world.requests[1]?.messages[0]?.content).toContain('\nweather(city) Tells the weather of a city')
  })
})

describe('a model that claims tools and has none', () => {
  it('gets them listed in its instructions in the same turn and the same round', async () => {
    const world = makeWorld([
      problem('MODEL_WITHOUT_TOOLS'),
      answer({ content: '{"name": "weather", "arguments": {"city": "Oslo"}}' }),
      answer({ content: 'It rains.' }),
    ])
    expect(await runTurn(plain({ style: 'native' }), world.ports)).toBe('answered')
    expect(world.ran).toEqual(['weather'])
    expect(world.requests.map(({ tools }) => tools.length)).toEqual([4, 0, 0])
    expect(world.facts.at(-1)).toMatchObject({ stats: { rounds: 2 } })
  })
})

describe('choosing and filling in', () => {
  it.each([0, 1, 2])('ends with the problem if request %i has one, and runs nothing', async (at) => {
    const script: ModelOutcome[] = [
      answer({ firstTokens: [{ token: 'weather', logprob: 0 }] }),
      answer({ firstTokens: [{ token: 'weather', logprob: 0 }] }),
    ].slice(0, at)
    const world = makeWorld([...script, problem('STREAM_BROKEN')])
    expect(await runTurn(plain(), world.ports)).toBe('error')
    expect(world.ran).toEqual([])
  })

  it('does not ask a thinking model to think about one token', async () => {
    const world = makeWorld([...twice('answer'), answer({ content: 'Hello.' })])
    await runTurn(plain({ capabilities: ['completion', 'thinking'] }), world.ports)
    expect(world.requests.map(({ think }) => think)).toEqual([false, false, undefined])
  })
})
