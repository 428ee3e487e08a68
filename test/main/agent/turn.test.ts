import { describe, expect, it } from 'vitest'
import type { TurnPorts } from '#main/agent/ports'
import { runTurn, type TurnInput } from '#main/agent/turn'
import type { Fact, NewFact } from '#shared/facts'
import type { ModelAnswer, ModelOutcome, ModelRequest } from '#shared/model'

describe('a turn', () => {
  it('records the question, the answer and its own end, in that order', async () => {
    const world = makeWorld([answer({ content: 'Hello.' })])
    expect(await runTurn(makeInput(), world.ports)).toBe('answered')
    expect(world.facts.map(({ type }) => type)).toEqual([
      'turn.started',
      'message.added',
      'message.added',
      'turn.finished',
    ])
    expect(world.facts.at(-1)).toMatchObject({ reason: 'answered', stats: { rounds: 1, calls: 0 } })
  })

  it('gives the model every result and asks again until no call is left', async () => {
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

  it('keeps what was said before the stream broke, and says why it ended', async () => {
    const world = makeWorld([
      { ok: false, problem: { code: 'STREAM_BROKEN', message: 'cut' }, said: bare({ content: 'Half an ans' }) },
    ])
    await runTurn(makeInput(), world.ports)
    expect(world.facts.at(-2)).toMatchObject({ role: 'assistant', content: 'Half an ans' })
    expect(world.facts.at(-1)).toMatchObject({ reason: 'error', error: { code: 'STREAM_BROKEN', message: 'cut' } })
  })

  it('runs no call of a stream that broke', async () => {
    const said = bare({ calls: [call('uptime')] })
    const world = makeWorld([{ ok: false, problem: { code: 'STREAM_BROKEN', message: 'cut' }, said }])
    await runTurn(makeInput(), world.ports)
    expect(world.ran).toEqual([])
  })

  it('ends as stopped when the person stops it while the model speaks', async () => {
    const world = makeWorld([
      { ok: false, problem: { code: 'STOPPED', message: '' }, said: bare({ content: 'So far' }) },
    ])
    expect(await runTurn(makeInput(), world.ports)).toBe('stopped')
    expect(world.facts.at(-2)).toMatchObject({ role: 'assistant', content: 'So far' })
  })

  it('ends as stopped after the running calls have their results when it is stopped meanwhile', async () => {
    const stop = new AbortController()
    const world = makeWorld([answer({ calls: [call('uptime')] })])
    world.ports.runCall = async () => {
      stop.abort()
      return 'error: the person stopped this command'
    }
    expect(await runTurn({ ...makeInput(), signal: stop.signal }, world.ports)).toBe('stopped')
    expect(world.facts.at(-2)).toMatchObject({ role: 'tool', content: 'error: the person stopped this command' })
  })

  it('stops at the third identical call with an identical result', async () => {
    const world = makeWorld(Array.from({ length: 9 }, () => answer({ calls: [call('uptime')] })))
    expect(await runTurn(makeInput(), world.ports)).toBe('loop')
    expect(world.ran).toHaveLength(3)
  })

  it('lets a model poll as long as the results differ, up to the limit of rounds', async () => {
    const world = makeWorld(Array.from({ length: 20 }, () => answer({ calls: [call('uptime')] })))
    let count = 0
    world.ports.runCall = async () => `${count++}`
    expect(await runTurn(makeInput(), world.ports)).toBe('rounds')
    expect(count).toBe(12)
  })

  it('runs at most eight calls of one message and tells the model of the others', async () => {
    const world = makeWorld([
      answer({ calls: Array.from({ length: 10 }, (_, index) => call(`tool${index}`)) }),
      answer({ content: 'Done.' }),
    ])
    await runTurn(makeInput(), world.ports)
    expect(world.ran).toHaveLength(8)
    expect(world.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringContaining('at most 8'),
    })
  })

  it('never has more than four calls at work', async () => {
    const world = makeWorld([
      answer({ calls: Array.from({ length: 8 }, (_, index) => call(`tool${index}`)) }),
      answer({ content: 'Done.' }),
    ])
    let atWork = 0
    let most = 0
    world.ports.runCall = async ({ tool }) => {
      most = Math.max(most, ++atWork)
      await Promise.resolve()
      atWork--
      return tool
    }
    await runTurn(makeInput(), world.ports)
    expect(most).toBe(4)
  })

  it('gives an earlier call without a result one that says it was interrupted', async () => {
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
    await runTurn({ ...makeInput(), history }, world.ports)
    expect(world.requests[0]?.messages).toContainEqual({
      role: 'tool',
      content: 'error: interrupted before it ended',
      tool: 'uptime',
    })
  })
})

function makeInput(): TurnInput {
  return {
    chat: 'c',
    turn: 't',
    model: 'tiny:1b',
    system: 'Be brief.',
    tools: [],
    history: [],
    text: 'How long is it up?',
    signal: new AbortController().signal,
  }
}

function makeWorld(script: ModelOutcome[]) {
  const facts: NewFact[] = []
  const requests: ModelRequest[] = []
  const ran: string[] = []
  let ids = 0
  const ports: TurnPorts = {
    publish: async (...added) => void facts.push(...added),
    tick: () => undefined,
    askModel: async (request) => {
      requests.push(structuredClone(request))
      return script.shift() ?? answer({ content: 'The script has ended.' })
    },
    runCall: async ({ tool }) => {
      ran.push(tool)
      return `result of ${tool}`
    },
    newId: () => `call${ids++}`,
    now: () => 0,
  }
  return { ports, facts, requests, ran }
}

const call = (tool: string) => ({ tool, args: {} })

const bare = (parts: Partial<ModelAnswer>): ModelAnswer => ({
  content: '',
  thinking: '',
  calls: [],
  wasCut: false,
  promptTokens: 0,
  outputTokens: 0,
  ...parts,
})

const answer = (parts: Partial<ModelAnswer>): ModelOutcome => ({ ok: true, answer: bare(parts) })

let seq = 0
const fact = (body: NewFact): Fact => ({ ...body, seq: ++seq, at: '2026-01-01T00:00:00.000Z' })
