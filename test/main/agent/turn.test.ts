import { describe, expect, it } from 'vitest'
import { runTurn } from '#main/agent/turn'
import type { Fact } from '#shared/facts'
import { answer, bare, call, fact, makeInput, makeWorld, offer, problem } from './turn-world.ts'

describe('a turn', () => {
  it('records the question, the answer and its own end, in that order', async () => {
    const world = makeWorld([answer({ content: 'Hello.' })])
    expect(await runTurn(makeInput(), world.ports)).toBe('answered')
    expect(world.facts.map(({ type }) => type)).toEqual([
      'turn.started',
      'message.added',
      'context.fitted',
      'message.added',
      'turn.finished',
    ])
    expect(world.facts.at(-1)).toMatchObject({ reason: 'answered', stats: { rounds: 1, calls: 0 } })
  })

  it('gives the model every result and asks again until there are no more calls', async () => {
    const world = makeWorld([answer({ calls: [call('uptime'), call('disk')] }), answer({ content: 'All is well.' })])
    await runTurn(makeInput(), world.ports)
    expect(world.requests[1]?.messages.slice(-3)).toEqual([
      {
        role: 'assistant',
        content: '',
        calls: [
          { tool: 'uptime', args: {} },
          { tool: 'disk', args: {} },
        ],
      },
      { role: 'tool', content: 'result of uptime', tool: 'uptime' },
      { role: 'tool', content: 'result of disk', tool: 'disk' },
    ])
    expect(world.facts.at(-1)).toMatchObject({ reason: 'answered', stats: { rounds: 2, calls: 2 } })
  })

  it('numbers the calls of a turn, since they may be ready in another order', async () => {
    const world = makeWorld([
      answer({ calls: [call('uptime')] }),
      answer({ calls: [call('uptime', { a: 1 }), call('disk')] }),
      answer({ content: 'All is well.' }),
    ])
    const asked: (number | undefined)[] = []
    const runCall: typeof world.ports.runCall = async (proposed) => {
      asked.push(proposed.nth)
      return { text: 'fine' }
    }
    await runTurn(makeInput(), { ...world.ports, runCall })
    expect(asked).toEqual([undefined, 1, 2])
  })

  it('answers an earlier call without a result with a note that it was interrupted', async () => {
    const world = makeWorld([answer({ content: 'Again.' })])
    const history: Fact[] = [
      fact({ type: 'message.added', role: 'user', content: 'Look', chat: 'c' }),
      fact({
        type: 'message.added',
        role: 'assistant',
        content: '',
        calls: [{ call: 'k1', tool: 'uptime', args: {} }],
        chat: 'c',
      }),
    ]
    await runTurn(makeInput({ history }), world.ports)
    expect(world.requests[0]?.messages).toContainEqual({
      role: 'tool',
      content: 'error: interrupted before it ended',
      tool: 'uptime',
    })
  })
})

describe('an answer that breaks off', () => {
  it('is kept as far as it came, with the reason why the turn ended', async () => {
    const world = makeWorld([problem('STREAM_BROKEN', { content: 'Half an ans' })])
    await runTurn(makeInput(), world.ports)
    expect(world.facts.at(-2)).toMatchObject({ role: 'assistant', content: 'Half an ans' })
    expect(world.facts.at(-1)).toMatchObject({ reason: 'error', error: { code: 'STREAM_BROKEN' } })
  })

  it('runs no call, even one that looks whole', async () => {
    const world = makeWorld([problem('STREAM_BROKEN', { calls: [call('uptime')] })])
    await runTurn(makeInput(), world.ports)
    expect(world.ran).toEqual([])
  })

  it('runs no call after it was cut for its length, and says that it was cut', async () => {
    const world = makeWorld([answer({ content: 'I look', calls: [call('uptime')], wasCut: true })])
    expect(await runTurn(makeInput(), world.ports)).toBe('length')
    expect(world.ran).toEqual([])
    expect(world.facts.at(-2)).toMatchObject({ role: 'assistant', content: 'I look' })
    expect(world.facts.at(-2)).not.toHaveProperty('calls')
  })
})

describe('stopping a turn', () => {
  it('keeps what the model has written so far', async () => {
    const world = makeWorld([problem('STOPPED', { content: 'So far' })])
    expect(await runTurn(makeInput(), world.ports)).toBe('stopped')
    expect(world.facts.at(-2)).toMatchObject({ role: 'assistant', content: 'So far' })
  })

  it('waits for the results of running calls and starts no others', async () => {
    const stop = new AbortController()
    const asked = Array.from({ length: 6 }, (_, index) => call(`tool${index}`))
    const tools = offer(...asked.map(({ tool }) => tool))
    const world = makeWorld([answer({ calls: asked })])
    let started = 0
    world.ports.runCall = async () => {
      started++
      await Promise.resolve()
      stop.abort()
      return { text: 'error: the person stopped this command' }
    }
    expect(await runTurn(makeInput({ signal: stop.signal, tools }), world.ports)).toBe('stopped')
    const results = world.facts.flatMap((each) => (each.type === 'message.added' && each.role === 'tool' ? each : []))
    expect(started).toBe(4)
    expect(results.map(({ content }) => content)).toEqual([
      ...Array.from({ length: 4 }, () => 'error: the person stopped this command'),
      ...Array.from({ length: 2 }, () => 'error: it was stopped before it started'),
    ])
  })
})

describe('a port that throws', () => {
  it.each(['askModel', 'runCall', 'newId', 'tick'] as const)(
    'leaves a finished turn with the error, and passes the error on: %s',
    async (port) => {
      const world = makeWorld([answer({ calls: [call('uptime')] })])
      world.ports[port] = () => {
        throw new Error('out of order')
      }
      await expect(runTurn(makeInput(), world.ports)).rejects.toThrow('out of order')
      expect(world.facts.filter(({ type }) => type === 'turn.finished')).toMatchObject([
        { reason: 'error', error: { code: 'INTERNAL', message: 'Something went wrong in Skillet: out of order' } },
      ])
    },
  )

  it('leaves a result for the running call and for the others next to it', async () => {
    const world = makeWorld([answer({ calls: [call('uptime'), call('disk')] })])
    world.ports.runCall = async ({ tool }) => {
      if (tool === 'uptime') throw new Error('out of order')
      return { text: 'half full' }
    }
    await expect(runTurn(makeInput(), world.ports)).rejects.toThrow('out of order')
    expect(world.facts.slice(-3)).toMatchObject([
      { role: 'tool', call: 'call0', content: 'error: Skillet itself failed at this call' },
      { role: 'tool', call: 'call1', content: 'half full' },
      { type: 'turn.finished' },
    ])
  })

  it('while recording one fact still records the end', async () => {
    const world = makeWorld([answer({ content: 'Hello.' })])
    const { publish } = world.ports
    world.ports.publish = async (...facts) => {
      if (facts.some((each) => each.type === 'message.added' && each.role === 'assistant')) throw new Error('full')
      await publish(...facts)
    }
    await expect(runTurn(makeInput(), world.ports)).rejects.toThrow('full')
    expect(world.facts.at(-1)).toMatchObject({ type: 'turn.finished', reason: 'error' })
  })

  it('at every fact passes on what went wrong first', async () => {
    const world = makeWorld([answer({ content: 'Hello.' })])
    let times = 0
    world.ports.publish = async () => {
      throw new Error(`failure ${++times}`)
    }
    await expect(runTurn(makeInput(), world.ports)).rejects.toThrow('failure 1')
  })
})

describe('the tokens of an answer', () => {
  it('are passed on as they come', async () => {
    const world = makeWorld([])
    world.ports.askModel = async (_request, onToken) => {
      onToken('Hm.', true)
      onToken('Hello.', false)
      return { ok: true, answer: bare({ content: 'Hello.', thinking: 'Hm.' }) }
    }
    await runTurn(makeInput(), world.ports)
    expect(world.ticks.filter(({ tick }) => tick === 'token')).toMatchObject([
      { text: 'Hm.', thinking: true },
      { text: 'Hello.', thinking: false },
    ])
    expect(world.facts.at(-2)).toMatchObject({ content: 'Hello.', thinking: 'Hm.' })
  })
})
