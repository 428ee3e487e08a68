import { afterEach, describe, expect, it } from 'vitest'
import type { Fact } from '#shared/facts'
import { callTool, type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { openFunctions } from '#test/helpers/function-skill'

let open: Awaited<ReturnType<typeof openFunctions>> | undefined
let server: FakeOllama | undefined
afterEach(async () => {
  await open?.core.close()
  await server?.close()
  open = undefined
  server = undefined
})

async function start(files: Record<string, string>, options: Parameters<typeof openFunctions>[1] = {}) {
  server = await startFakeOllama()
  const said = { host: server.host, model: 'tiny:1b', allowScripts: true } as const
  open = await openFunctions(files, { ...options, said })
  return { ...open, server }
}

const RETURNS = 'returns: { type: object, required: [n], properties: { n: { type: number } } }'
const prompt = (name: string, metadata = '', top = '', body = 'Count what is asked.') =>
  `---\nname: ${name}\ndescription: Counts.\n${top}metadata:\n  params: { type: object, properties: { what: { type: string } } }\n  ${metadata}\n---\n${body}\n`
const ECHO = `export const frontmatter = { metadata: { params: { type: 'object', properties: { x: {} } } } }
export default (ctx, { x }) => 'echo ' + x\n`
const results = (body: Record<string, unknown> = {}) =>
  (body.messages as { role: string; content: string }[]).flatMap(({ role, content }) =>
    role === 'tool' ? [content] : [],
  )
const inside = (facts: readonly Fact[]) => facts.flatMap((fact) => (fact.type === 'turn.inside' ? [fact.body] : []))

describe('a prompt', () => {
  it('is a turn of its own: its text as instructions, the arguments as a message, recorded with its call', async () => {
    const { call, server, facts } = await start({ 'count.skill.md': prompt('count') })
    server.enqueue(say('There are three.'))
    const { forModel, plan, verdict } = await call('count', { what: 'apples' })
    expect(forModel).toBe('There are three.')
    expect(server.requests[0]?.messages).toEqual([
      { role: 'system', content: expect.stringContaining('- demo: A demo.') },
      { role: 'user', content: 'Count what is asked.\n\nDo not call read_skill for this.' },
      { role: 'user', content: '{\n  "what": "apples"\n}' },
    ])
    expect(plan?.action).toMatchObject({ kind: 'prompt', instructions: 'Count what is asked.', tools: ['*'] })
    expect(verdict?.class).toBe('A')
    expect(inside(facts).map(({ type }) => type)).toEqual([
      'turn.started',
      'message.added',
      'message.added',
      'turn.finished',
    ])
    // The chat itself never hears what was said inside.
    expect(facts.some(({ type }) => type === 'message.added')).toBe(false)
  })

  it('is offered the tools it may call, and calls them as inner calls', async () => {
    const files = {
      'count.skill.md': prompt('count', '', 'allowed-tools: "echo"\n'),
      ...{ 'echo.skill.js': ECHO, 'other.skill.js': ECHO },
    }
    const { call, server, facts } = await start(files)
    server.enqueue(callTool('echo', { x: 'hi' }), callTool('other', { x: 'hi' }), say('Done.'))
    expect((await call('count', { what: 'x' })).forModel).toBe('Done.')
    expect(results(server.requests[2])).toEqual(['echo hi', 'error: there is no tool other. Tools: echo, read_output'])
    expect(JSON.stringify(server.requests[0]?.messages)).toContain('Call only these tools for this: echo')
    const requested = facts.filter((fact) => fact.type === 'call.requested')
    const ran = facts.flatMap((fact) => (fact.type === 'run.started' ? [fact.plan.tool] : []))
    expect(ran).toEqual(['count', 'echo'])
    expect(requested[1]).toMatchObject({ caller: { kind: 'tool', call: requested[0]?.call } })
    expect(JSON.stringify(server.requests[1]?.messages)).toContain('echo hi')
  })

  it('reads that an inner call was denied', async () => {
    const { call, server } = await start(
      { 'count.skill.md': prompt('count'), 'echo.skill.js': ECHO },
      { decide: async () => ({ decision: 'deny', by: 'person' }) },
    )
    server.enqueue(callTool('echo', { x: 'hi' }), say('You declined.'))
    expect((await call('count', { what: 'x' })).forModel).toBe('You declined.')
    expect(JSON.stringify(server.requests[1]?.messages)).toContain('User declined this call.')
  })

  it('must return JSON of its schema: prose gets one more request under a grammar (SI-28)', async () => {
    const { call, server } = await start({ 'count.skill.md': prompt('count', RETURNS) })
    server.enqueue(say('Three apples.'), say('{"n": 3}'))
    expect(await call('count', { what: 'x' })).toMatchObject({
      succeeded: true,
      run: { result: { n: 3 } },
      forModel: '{"n":3}',
    })
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]).toMatchObject({ format: { type: 'object', required: ['n'] } })
    expect(server.requests[1]?.tools ?? []).toEqual([])
  })

  it('fails after three answers that do not fit, and all of them are recorded (SI-29)', async () => {
    const { call, server, facts } = await start({ 'count.skill.md': prompt('count', RETURNS) })
    server.enqueue(say('Three.'), say('{"n": "three"}'), say('{}'))
    const outcome = await call('count', { what: 'x' })
    expect(outcome).toMatchObject({ succeeded: false, forModel: expect.stringContaining('in 3 attempts') })
    const answers = inside(facts).flatMap((body) =>
      body.type === 'message.added' && body.role === 'assistant' ? [body.content] : [],
    )
    expect(answers).toEqual(['Three.', '{"n": "three"}', '{}'])
  })

  it('may call itself three calls deep and no deeper', async () => {
    const { call, server, facts } = await start({ 'count.skill.md': prompt('count') })
    const again = () => callTool('count', { what: 'more' })
    server.enqueue(again(), again(), again(), again(), say('4'), say('3'), say('2'), say('1'))
    expect((await call('count', { what: 'x' })).forModel).toBe('1')
    expect(facts.filter(({ type }) => type === 'call.refused')).toMatchObject([{ message: { code: 'inner-too-deep' } }])
  })

  it('ends with the call it belongs to, and at its time limit', async () => {
    const { call, server, next } = await start({ 'count.skill.md': prompt('count') })
    const held = Promise.withResolvers<void>()
    server.enqueue({ lines: [...(say('a b') as { lines: object[] }).lines], until: held.promise })
    const stop = new AbortController()
    const started = next('turn.inside')
    const ending = call('count', { what: 'x' }, { signal: stop.signal })
    await started
    stop.abort()
    expect((await ending).run).toMatchObject({ how: 'canceled', canceled: true })
    server.enqueue({ lines: [...(say('a b') as { lines: object[] }).lines], until: held.promise })
    expect((await call('count', { what: 'x' }, { timeoutMs: 300 })).run).toMatchObject({ how: 'timed-out' })
    held.resolve()
  })

  it('takes over from a function: a delegate without a result passes on to the text (S6)', async () => {
    const text = prompt('count', 'delegate: ./maybe.js')
    const maybe = 'export default (ctx, { what }) => (what === "none" ? 0 : undefined)\n'
    const { call, server } = await start({ 'count.skill.md': text, 'maybe.js': maybe })
    expect((await call('count', { what: 'none' })).run?.result).toBe(0)
    server.enqueue(say('Five.'))
    expect((await call('count', { what: 'pears' })).run?.result).toBe('Five.')
  })

  it('is wrapped by middleware like a function', async () => {
    const loud = `export const frontmatter = { metadata: { role: 'middleware' } }
export default async (ctx, args) => (await ctx.next()) + args\n`
    const { call, server } = await start({ 'count.skill.md': prompt('count', 'loud: "!"'), 'loud.skill.js': loud })
    server.enqueue(say('Five'))
    expect((await call('count', { what: 'pears' })).run?.result).toBe('Five!')
  })
})
