import { describe, expect, it } from 'vitest'
import { newReading } from '#main/agent/model-reading'
import { runTurn } from '#main/agent/turn'
import type { ToolDefinition } from '#shared/model/model'
import { answer, call, fact, makeInput, makeWorld, offer, problem } from './turn-world.ts'

describe('what a request of a turn contains', () => {
  it('records how it fits before it is sent, and asks for its whole context each time', async () => {
    const world = makeWorld([answer({ content: 'Hello.' })])
    await runTurn(makeInput({ contextLength: 8192 }), world.ports)
    expect(world.facts[2]).toMatchObject({ type: 'context.fitted', numCtx: 8192, bySource: { toolOutput: 0 } })
    expect(world.requests[0]).toMatchObject({ numCtx: 8192, messages: [{ role: 'system' }, { role: 'user' }] })
  })

  it('keeps system text and tools whole in a long chat and names what is left out', async () => {
    const history = Array.from({ length: 200 }, (_, index) =>
      fact({
        type: 'message.added',
        chat: 'c',
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `message ${index} ${'about the disk '.repeat(20)}`,
      }),
    )
    const world = makeWorld([answer({ content: 'Yes.' })])
    const input = makeInput({ history, contextLength: 4096, tools: offer('uptime', 'disk', 'weather') })
    await runTurn(input, world.ports)
    const [request] = world.requests
    expect(request?.messages[0]).toEqual({ role: 'system', content: input.system })
    expect(request?.messages.at(-1)).toEqual({ role: 'user', content: input.text })
    expect(request?.tools.slice(0, -1)).toEqual(input.tools)
    const fitted = world.facts.find(({ type }) => type === 'context.fitted')
    expect(fitted?.type === 'context.fitted' && fitted.withheld?.length).toBeGreaterThan(100)
  })

  it('shows how much the model has to read before it answers, if that takes a while', async () => {
    const reading = newReading()
    const text = 'about the disk '.repeat(200)
    const world = makeWorld([
      answer({ content: 'Yes.', promptTokens: 900, promptMs: 1800, outputTokens: 5 }),
      answer({ content: 'Sure.', promptTokens: 920 }),
    ])
    const input = makeInput({ text, reading })
    await runTurn(input, world.ports)
    await runTurn({ ...input, history: world.facts.map((each) => fact(each)), text: 'Sure?' }, world.ports)
    const told = world.ticks.filter((tick) => tick.tick === 'phase' && tick.phase === 'reading')
    expect(told).toEqual([{ tick: 'phase', chat: 'c', turn: 't', phase: 'reading', tokens: expect.any(Number) }])
    const fitted = world.facts.find((each) => each.type === 'context.fitted')
    expect(told).toMatchObject([{ tokens: fitted?.type === 'context.fitted' ? fitted.estimate : 0 }])
  })

  it('records the time to the first word of each answer', async () => {
    const world = makeWorld([answer({ content: 'Yes.', outputTokens: 5, outputMs: 50 })])
    const { askModel } = world.ports
    let now = 0
    world.ports.now = () => now
    world.ports.askModel = async (request, onToken) => {
      now += 1200
      onToken('Yes.', false)
      now += 50
      onToken(' And no.', false)
      return askModel(request, onToken)
    }
    await runTurn(makeInput(), world.ports)
    expect(world.facts).toContainEqual(
      expect.objectContaining({ role: 'assistant', stats: { tokens: 5, ms: 50, firstMs: 1200 } }),
    )
  })

  it('is fitted again with a larger estimate and sent once more if the server finds it too long', async () => {
    const world = makeWorld([problem('CONTEXT_TOO_LONG'), answer({ content: 'Now it fits.' })])
    expect(await runTurn(makeInput(), world.ports)).toBe('answered')
    expect(world.requests).toHaveLength(2)
    const never = makeWorld([problem('CONTEXT_TOO_LONG'), problem('CONTEXT_TOO_LONG'), answer({})])
    expect(await runTurn(makeInput(), never.ports)).toBe('error')
    expect(never.requests).toHaveLength(2)
  })

  it('is sent once, and later ones leave no more out, if it was known to be too long', async () => {
    const world = makeWorld([problem('CONTEXT_TOO_LONG')])
    const input = makeInput({ contextLength: 4096, reading: newReading(), text: 'word '.repeat(20_000) })
    expect(await runTurn(input, world.ports)).toBe('error')
    expect(world.requests).toHaveLength(1)
    expect(input.reading?.factor).toBe(1)
  })

  it('asks for half if the server cannot hold its context, keeps to that, and says so', async () => {
    const world = makeWorld([
      problem('MODEL_TOO_LARGE'),
      answer({ content: 'Now it fits.' }),
      answer({ content: 'Yes.' }),
    ])
    const input = makeInput({ contextLength: 16_384, reading: newReading() })
    expect(await runTurn(input, world.ports)).toBe('answered')
    await runTurn(input, world.ports)
    expect(world.requests.map(({ numCtx }) => numCtx)).toEqual([16_384, 8192, 8192])
    const said = world.facts.find((fact) => fact.type === 'message.added' && fact.role === 'assistant')
    expect(said).toMatchObject({ notes: [{ code: 'answer-in-less-context', values: { tokens: 8192 } }] })
    const never = makeWorld(Array.from({ length: 9 }, () => problem('MODEL_TOO_LARGE')))
    expect(await runTurn({ ...input, reading: newReading() }, never.ports)).toBe('error')
    expect(never.requests.map(({ numCtx }) => numCtx)).toEqual([16_384, 8192, 4096])
  })

  it('shows when the server counted as many tokens as fit into the context, which means it cut the front off', async () => {
    const world = makeWorld([answer({ content: 'Hm.', promptTokens: 4096 })])
    await runTurn(makeInput({ contextLength: 4096 }), world.ports)
    expect(world.facts).toContainEqual(
      expect.objectContaining({ type: 'context.mismatched', promptEvalCount: 4096, numCtx: 4096 }),
    )
  })
})

describe('many tools', () => {
  const tools = [...manyTools(), ...offer('disk_space')]

  it('that exceed the beginning are named by skill, with a way to find and call the others', async () => {
    const world = makeWorld([answer({ content: 'Ok.' })])
    await runTurn(makeInput({ tools, text: 'How much disk space is left?', toolBudget: 600 }), world.ports)
    const names = world.requests[0]?.tools.map((tool) => tool.function.name) ?? []
    expect(names.length).toBeLessThan(tools.length / 2)
    expect(new Set(names.map((name) => name.split('_')[0]))).toEqual(
      new Set(['letter', 'photo', 'song', 'recipe', 'invoice', 'ticket', 'disk', 'read', 'find', 'use']),
    )
  })

  it('are listed by how often they were called before, after one of each skill, and always the same', async () => {
    const last = tools.filter(({ function: { name } }) => name.startsWith('ticket_')).at(-1)?.function.name ?? ''
    const other = tools.filter(({ function: { name } }) => name.startsWith('photo_')).at(-1)?.function.name ?? ''
    const list = async (used: ReadonlyMap<string, number>, text: string) => {
      const world = makeWorld([answer({ content: 'Ok.' })])
      await runTurn(makeInput({ tools, text, used, toolBudget: 600 }), world.ports)
      return world.requests[0]?.tools.map((tool) => tool.function.name) ?? []
    }
    const skillsOf = (names: readonly string[]) => new Set(names.map((name) => name.split('_')[0]))
    const before = await list(new Map(), 'Hi')
    expect(before).not.toContain(last)
    const used = new Map([
      [last, 3],
      [other, 1],
    ])
    const names = await list(used, 'Hi')
    expect(names).toEqual(expect.arrayContaining([last, other]))
    expect(skillsOf(names)).toEqual(skillsOf(before))
    expect(await list(used, 'print a letter')).toEqual(names)
  })

  it('are found, and called by name or by use_tool, while the beginning stays the same', async () => {
    const world = makeWorld([
      answer({ calls: [call('find_tools', { query: 'paint the kitchen wall' })] }),
      answer({ calls: [call('ticket_paint')] }),
      answer({ calls: [call('use_tool', { name: 'ticket_paint', arguments: {} })] }),
      answer({ content: 'Ok.' }),
    ])
    const wanted = offer('ticket_paint').map((tool) => ({
      ...tool,
      function: { ...tool.function, description: 'Paint a wall of the kitchen.' },
    }))
    const all = [...tools, ...wanted]
    await runTurn(makeInput({ tools: all, text: 'disk space', toolBudget: 600 }), world.ports)
    expect(world.requests[0]?.tools.map((tool) => tool.function.name)).not.toContain('ticket_paint')
    expect(world.requests[1]?.messages.at(-1)?.content).toContain('ticket_paint() Paint a wall of the kitchen')
    expect(world.ran).toEqual(['ticket_paint', 'ticket_paint'])
    for (const request of world.requests) expect(request.tools).toEqual(world.requests[0]?.tools)
  })

  it('are found among four hundred by meaning if the words do not match, and by words too', async () => {
    const all = [...Array.from({ length: 399 }, (_, at) => offer(`many_tool${at}`)).flat(), ...offer('ledger_balance')]
    const find = (query: string) => [answer({ calls: [call('find_tools', { query })] }), answer({ content: 'Ok.' })]
    const world = makeWorld(find('what do I owe'))
    world.ports.compareMeanings = async (_query, texts) => texts.map((text) => (text.includes('balance') ? 0.9 : 0.1))
    await runTurn(makeInput({ tools: all, toolBudget: 600 }), world.ports)
    const [, first] = String(world.requests[1]?.messages.at(-1)?.content).split('\n')
    expect(first).toBe('ledger_balance() Tells the ledger_balance')

    const other = makeWorld(find('many_tool7'))
    other.ports.compareMeanings = world.ports.compareMeanings
    await runTurn(makeInput({ tools: all, toolBudget: 600 }), other.ports)
    expect(String(other.requests[1]?.messages.at(-1)?.content).split('\n')[1]).toContain('many_tool7()')
  })

  it.each(['compact', 'native'] as const)(
    'fill a context of 2048 as far as there is room in the style %s, and all can be called',
    async (style) => {
      const all = Array.from({ length: 400 }, (_, at) => offer(`skill${at % 20}_tool${at}`)).flat()
      const last = { calls: [call('skill19_tool399')] }
      const world = makeWorld([answer(last), answer({ content: 'Ok.' })])
      expect(await runTurn(makeInput({ style, tools: all, contextLength: 2048 }), world.ports)).toBe('answered')
      const [fitted] = world.facts.flatMap((each) => (each.type === 'context.fitted' ? [each] : []))
      expect(fitted?.estimate).toBeLessThan(2048 / 1.3)
      expect(JSON.stringify(world.requests[0])).toContain('find_tools')
      expect(world.ran).toEqual(['skill19_tool399'])
    },
  )

  it.each(['compact', 'native'] as const)(
    'with one definition of 100 KB are named without it in the style %s, and that tool is found and runs',
    async (style) => {
      const [huge] = offer('huge_import')
      const text = { type: 'string' as const, description: 'x'.repeat(100) }
      const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`parameter_${at}`, text]))
      const wanted = huge && {
        ...huge,
        function: { ...huge.function, parameters: { type: 'object' as const, properties } },
      }
      expect(JSON.stringify(wanted).length).toBeGreaterThan(100_000)
      const all = [...offer('uptime', 'disk'), ...(wanted ? [wanted] : [])]
      const script = [answer({ calls: [call('find_tools', { query: 'huge import' })] })]
      const world = makeWorld([...script, answer({ calls: [call('huge_import')] }), answer({ content: 'Ok.' })])
      expect(await runTurn(makeInput({ style, tools: all, contextLength: 4096 }), world.ports)).toBe('answered')
      expect(JSON.stringify(world.requests[0])).not.toContain('parameter_7')
      expect(JSON.stringify(world.requests[0])).toContain('disk')
      expect(world.ran).toEqual(['huge_import'])
      const fitted = world.facts.flatMap((each) => (each.type === 'context.fitted' ? [each.estimate] : []))
      expect(Math.max(...fitted)).toBeLessThan(4096)
    },
  )

  it('that the beginning does not name run when they are called', async () => {
    const world = makeWorld([answer({ calls: [call('ticket_archive')] }), answer({ content: 'Ok.' })])
    await runTurn(makeInput({ tools, toolBudget: 600 }), world.ports)
    expect(world.requests[0]?.tools.map((tool) => tool.function.name)).not.toContain('ticket_archive')
    expect(world.ran).toEqual(['ticket_archive'])
  })
})

describe('a long output', () => {
  it('is shortened for the model, which can read the rest from the record', async () => {
    const whole = Array.from({ length: 2000 }, (_, line) => `line ${line + 1}`).join('\n')
    const world = makeWorld([
      answer({ calls: [call('disk')] }),
      answer({ calls: [call('read_output', { id: 'call0', from: 1000, to: 1001 })] }),
      answer({ content: 'Read.' }),
    ])
    const { runCall } = world.ports
    world.ports.runCall = async (call) => (call.tool === 'disk' ? { text: whole } : runCall(call))
    world.ports.readWhole = async (id) => (id === 'call0' ? whole : null)
    await runTurn(makeInput({ contextLength: 4096 }), world.ports)
    const results = world.facts.flatMap((each) => (each.type === 'message.added' && each.role === 'tool' ? [each] : []))
    expect(results[0]?.content.length).toBeLessThan(4000)
    expect(results[0]?.content).toContain('with id call0')
    expect(world.requests[1]?.tools.map((tool) => tool.function.name)).toContain('read_output')
    expect(results[1]?.content).toContain('line 1000\nline 1001')
  })
})

function manyTools(): ToolDefinition[] {
  const deeds = ['open', 'close', 'rename', 'send', 'print', 'sort', 'count', 'merge', 'split', 'archive']
  const things = ['letter', 'photo', 'song', 'recipe', 'invoice', 'ticket']
  return deeds.flatMap((deed) =>
    things.map((thing): ToolDefinition => {
      const description = `${deed} a ${thing} of the person, as described by the other words of the request in detail.`
      return {
        type: 'function',
        function: { name: `${thing}_${deed}`, description, parameters: { type: 'object', properties: {} } },
      }
    }),
  )
}
