import { describe, expect, it } from 'vitest'
import { runTurn } from '#main/agent/turn'
import type { CallErrorCode } from '#shared/call/plan'
import { answer, call, makeInput, makeWorld, offer, type World } from './turn-world.ts'

const WRONG = 'error: parameter host: expected a string, received 5'

/** Refuses so many calls of a tool, as the gate does, then takes them. */
function refuseFirst({ ports, ran }: World, times: number, code: CallErrorCode = 'PARAM_TYPE', only = 'uptime'): void {
  const left = new Map<string, number>()
  ports.runCall = async ({ tool }) => {
    ran.push(tool)
    const count = (left.get(tool) ?? 0) + 1
    left.set(tool, count)
    return tool === only && count <= times ? { text: WRONG, code } : { text: `result of ${tool}` }
  }
}

const asks = (times: number) =>
  Array.from({ length: times }, (_, n) => answer({ calls: [call('uptime', { host: n })] }))
const lastText = (world: World, request: number) => world.requests[request]?.messages.at(-1)?.content

describe('arguments that do not fit', () => {
  it('come back to the model as path, expected and received, and a repaired call runs', async () => {
    const world = makeWorld([...asks(3), answer({ content: 'Three days.' })])
    refuseFirst(world, 2)
    expect(await runTurn(makeInput(), world.ports)).toBe('answered')
    expect([1, 2, 3].map((request) => lastText(world, request))).toEqual([WRONG, WRONG, 'result of uptime'])
  })

  it('end after two repairs with a text that asks for an answer without the tool', async () => {
    const world = makeWorld([...asks(3), answer({ content: 'I cannot tell.' })])
    refuseFirst(world, 9)
    expect(await runTurn(makeInput(), world.ports)).toBe('answered')
    expect(lastText(world, 3)).toBe(
      `${WRONG}\nthe arguments of uptime were wrong 3 times. Do not call uptime again; answer without it`,
    )
  })

  it('are refused without running if they are sent once more, and recorded', async () => {
    const world = makeWorld([...asks(5), answer({ content: 'I cannot tell.' })])
    refuseFirst(world, 9)
    await runTurn(makeInput(), world.ports)
    expect(world.ran).toHaveLength(3)
    expect(world.facts.filter(({ type }) => type === 'call.refused')).toMatchObject([
      { call: 'call3', code: 'REFUSED' },
      { call: 'call4', code: 'REFUSED' },
    ])
  })

  it('are counted for each tool separately', async () => {
    const world = makeWorld([...asks(4), answer({ calls: [call('disk')] }), answer({ content: 'Half full.' })])
    refuseFirst(world, 9)
    await runTurn(makeInput(), world.ports)
    expect(world.ran).toEqual(['uptime', 'uptime', 'uptime', 'disk'])
  })

  it('in several calls of one message count once: the model had no chance to repair between them', async () => {
    const together = Array.from({ length: 4 }, (_, host) => call('uptime', { host }))
    const world = makeWorld([answer({ calls: together }), ...asks(1), answer({ content: 'Three days.' })])
    refuseFirst(world, 4)
    expect(await runTurn(makeInput(), world.ports)).toBe('answered')
    expect(world.ran).toHaveLength(5)
  })

  it.each(['DECLINED', 'BINARY_NOT_FOUND', 'ARG_LOOKS_LIKE_OPTION', 'REFUSED'] as const)(
    'do not include %s: such a call may be repeated',
    async (code) => {
      const world = makeWorld([...asks(5), answer({ content: 'Done.' })])
      refuseFirst(world, 4, code)
      await runTurn(makeInput(), world.ports)
      expect(world.ran).toHaveLength(5)
    },
  )
})

describe('arguments that do not fit, from a model without tools', () => {
  const first = answer({ firstTokens: [{ token: 'up', logprob: 0 }] })
  const host = { type: 'string' }
  const tools = offer('uptime').map((tool) => ({
    ...tool,
    function: { ...tool.function, parameters: { type: 'object' as const, properties: { host } } },
  }))
  const input = () => makeInput({ style: 'choose', tools })

  it('are written again after the reason, without a new choice', async () => {
    const world = makeWorld([first, first, answer({ content: '{"host":"a"}' }), answer({ content: '{"host":"b"}' })])
    refuseFirst(world, 1)
    await runTurn({ ...input(), maxRounds: 2 }, world.ports)
    expect(world.ran).toEqual(['uptime', 'uptime'])
    expect(world.requests[3]?.format).toMatchObject({ type: 'object' })
    expect(lastText(world, 3)).toContain(WRONG)
  })

  it('end the choice after two repairs, and the model answers in words', async () => {
    const filled = ['a', 'b', 'c'].map((value) => answer({ content: JSON.stringify({ host: value }) }))
    const world = makeWorld([first, first, ...filled, answer({ content: 'I cannot tell.' })])
    refuseFirst(world, 9)
    expect(await runTurn(input(), world.ports)).toBe('answered')
    expect(world.ran).toHaveLength(3)
    expect(world.facts.at(-2)).toMatchObject({ role: 'assistant', content: 'I cannot tell.' })
  })

  it('go to the gate as text if they are cut off, and the gate says so', async () => {
    const cut = answer({ content: '{"host":"a', wasCut: true })
    const world = makeWorld([first, first, cut, answer({ content: '{"host":"b"}' })])
    const seen: unknown[] = []
    world.ports.runCall = async ({ args }) => {
      seen.push(args)
      return seen.length === 1 ? { text: 'error: not an object', code: 'ARGS_NOT_OBJECT' } : { text: 'up' }
    }
    await runTurn({ ...input(), maxRounds: 2 }, world.ports)
    expect(seen).toEqual(['{"host":"a', { host: 'b' }])
  })
})
