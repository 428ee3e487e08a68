import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askModel } from '#main/models/ollama/chat'
import type { ModelRequest } from '#shared/model/model'
import {
  callTool,
  end,
  type FakeOllama,
  part,
  type ScriptedReply,
  say,
  startFakeOllama,
} from '#test/helpers/fake-ollama'

const REQUEST: ModelRequest = { model: 'tiny:1b', messages: [{ role: 'user', content: 'Hi' }], tools: [] }

let ollama: FakeOllama

beforeEach(async () => {
  ollama = await startFakeOllama()
})
afterEach(() => ollama.close())

describe('a model’s answer', () => {
  it('arrives token by token and as a whole', async () => {
    ollama.enqueue(say('It is up for three days.'))
    const tokens: string[] = []
    const outcome = await ask({ token: (text) => tokens.push(text) })
    expect(tokens.length).toBeGreaterThan(3)
    expect(outcome).toMatchObject({ ok: true, answer: { content: 'It is up for three days.', promptTokens: 100 } })
  })

  it('gathers calls from any chunk, even before the last and several times', async () => {
    const asks = (name: string) => part({ content: '', tool_calls: [{ function: { name, arguments: {} } }] })
    ollama.enqueue({ lines: [asks('one'), part({ content: 'and ' }), asks('two'), end()] })
    const outcome = await ask()
    expect(outcome).toMatchObject({ ok: true, answer: { calls: [{ tool: 'one' }, { tool: 'two' }] } })
  })

  it('keeps thinking apart from the answer', async () => {
    ollama.enqueue({ lines: [part({ content: '', thinking: 'Hmm.' }), part({ content: 'Yes.' }), end()] })
    expect(await ask()).toMatchObject({ ok: true, answer: { content: 'Yes.', thinking: 'Hmm.' } })
  })

  it('says so if it was cut for its length', async () => {
    ollama.enqueue({ lines: [part({ content: 'And then' }), end('length')] })
    expect(await ask()).toMatchObject({ ok: true, answer: { wasCut: true } })
  })

  it('tells the server neither to cut the prompt from the front nor to slide the window', async () => {
    ollama.enqueue(say('Ok.'))
    await ask()
    expect(ollama.requests[0]).toMatchObject({ truncate: false, shift: false, stream: true })
  })

  it('sends results back under the name of their tool', async () => {
    ollama.enqueue(say('Ok.'))
    const messages: ModelRequest['messages'] = [
      { role: 'assistant', content: '', calls: [{ tool: 'uptime', args: {} }] },
      { role: 'tool', content: 'up 3 days', tool: 'uptime' },
    ]
    await ask({}, { ...REQUEST, messages })
    expect(ollama.requests[0]?.messages).toEqual([
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'uptime', arguments: {} } }] },
      { role: 'tool', content: 'up 3 days', tool_name: 'uptime' },
    ])
  })
})

describe('a call', () => {
  it.each([
    ['an object in a text is read once', '{"host":"a"}', { host: 'a' }],
    ['a text in a text stays what it is', '"{\\"host\\":\\"a\\"}"', '"{\\"host\\":\\"a\\"}"'],
    ['a list in a text stays a text', '[1]', '[1]'],
    ['a text that is no JSON stays a text', 'host=a', 'host=a'],
    ['a list is passed on', [1], [1]],
    ['nothing at all is an empty object', undefined, {}],
  ])('arrives with its arguments as they are, for the gate to judge: %s', async (_what, sent, args) => {
    ollama.enqueue(callTool('uptime', sent))
    expect(await ask()).toMatchObject({ ok: true, answer: { calls: [{ tool: 'uptime', args }] } })
  })

  it('named or filled with __proto__ changes nothing else', async () => {
    const line = '{"message":{"tool_calls":[{"function":{"name":"__proto__","arguments":{"__proto__":{"x":1}}}}]}}\n'
    ollama.enqueue({ lines: [line, end()] })
    const outcome = await ask()
    expect(outcome).toMatchObject({ ok: true, answer: { calls: [{ tool: '__proto__' }] } })
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  it('without a name or a function is passed on without a name', async () => {
    ollama.enqueue({ lines: [part({ tool_calls: [null, {}, { function: { name: 7 } }] }), end()] })
    expect(await ask()).toMatchObject({ ok: true, answer: { calls: [{ tool: '' }, { tool: '' }, { tool: '' }] } })
  })

  it('keeps the server’s id, and its result carries it', async () => {
    const call = { id: 'call_1', function: { name: 'uptime', arguments: {} } }
    ollama.enqueue({ lines: [part({ tool_calls: [call] }), end()] }, say('Ok.'))
    expect(await ask()).toMatchObject({ ok: true, answer: { calls: [{ id: 'call_1' }] } })
    const messages: ModelRequest['messages'] = [
      { role: 'assistant', content: '', thinking: 'Hmm.', calls: [{ tool: 'uptime', args: {}, id: 'call_1' }] },
      { role: 'tool', content: 'up', tool: 'uptime', id: 'call_1' },
    ]
    await ask({}, { ...REQUEST, messages })
    expect(ollama.requests[1]?.messages).toEqual([
      { role: 'assistant', content: '', thinking: 'Hmm.', tool_calls: [call] },
      { role: 'tool', content: 'up', tool_name: 'uptime', tool_call_id: 'call_1' },
    ])
  })
})

describe('a request', () => {
  it('carries exactly what was requested, in Ollama’s terms', async () => {
    ollama.enqueue(say('Ok.'), say('Ok.'))
    const format = { type: 'object', properties: {} }
    const more = { numCtx: 8192, format, think: false, maxTokens: 5, temperature: 0, logprobs: 20 }
    await ask({}, { ...REQUEST, ...more })
    await ask()
    expect(ollama.requests[0]).toEqual({
      model: 'tiny:1b',
      messages: [{ role: 'user', content: 'Hi' }],
      format,
      think: false,
      logprobs: true,
      top_logprobs: 20,
      options: { num_ctx: 8192, num_predict: 5, temperature: 0 },
      stream: true,
      truncate: false,
      shift: false,
    })
    expect(Object.keys(ollama.requests[1] ?? {})).toEqual(['model', 'messages', 'stream', 'truncate', 'shift'])
  })

  it('does not name a tool’s tags', async () => {
    ollama.enqueue(say('Ok.'))
    const tool = {
      type: 'function',
      function: { name: 't', description: 'd', parameters: { type: 'object' } },
    } as const
    await ask({}, { ...REQUEST, tools: [{ ...tool, tags: ['garden'] }] })
    expect(ollama.requests[0]).toMatchObject({ tools: [tool] })
    expect(JSON.stringify(ollama.requests[0])).not.toContain('garden')
  })

  it('that asks for candidates gets those of the first token only', async () => {
    const scored = (...top_logprobs: object[]) => [{ token: 'a', logprob: -1, top_logprobs }]
    const lines = [
      {
        ...part({ content: 'a' }),
        logprobs: scored({ token: 'a', logprob: -1 }, { token: 'b', logprob: -2 }, { token: 3 }),
      },
      { ...part({ content: 'c' }), logprobs: scored({ token: 'c', logprob: -1 }) },
      end(),
    ]
    ollama.enqueue({ lines }, say('Ok.'))
    const firstTokens = [
      { token: 'a', logprob: -1 },
      { token: 'b', logprob: -2 },
    ]
    expect(await ask()).toMatchObject({ ok: true, answer: { firstTokens } })
    const without = await ask()
    expect(without.ok && without.answer.firstTokens).toBe(undefined)
  })
})

const half = part({ content: 'Half' })
const asksFor = (count: number) =>
  part({
    content: '',
    tool_calls: Array.from({ length: count }, () => ({ function: { name: 'uptime', arguments: {} } })),
  })
const BROKEN: [string, ScriptedReply, string][] = [
  ['a stream that ends before it is done', { lines: [half] }, 'STREAM_BROKEN'],
  ['a connection that is cut', { lines: [half], cutOff: true }, 'STREAM_BROKEN'],
  ['a line that is not JSON', { lines: [half, '<html>\n'] }, 'STREAM_BROKEN'],
  ['a line that is null', { lines: [half, 'null\n'] }, 'STREAM_BROKEN'],
  ['a line that is an array', { lines: [half, '[]\n'] }, 'STREAM_BROKEN'],
  ['a line of more than 1 MiB', { lines: [half, 'x'.repeat(1_200_000)] }, 'STREAM_TOO_LARGE'],
  ['an error in the middle', { lines: [half, { error: 'something went wrong' }] }, 'OLLAMA_ERROR'],
  ['memory that runs out in the middle', { lines: [half, { error: 'CUDA error: out of memory' }] }, 'MODEL_TOO_LARGE'],
  ['an error that is an object', { lines: [half, { error: { message: 'no' } }] }, 'OLLAMA_ERROR'],
  ['a line of another shape', { lines: [half, { message: { content: 7 }, done: false }] }, 'STREAM_BROKEN'],
  ['a success that is no answer', { lines: [half, { ...part({ content: '' }), status: 'success' }] }, 'STREAM_BROKEN'],
  ['bytes that are not UTF-8', { lines: [half, Buffer.from([0x7b, 0xff, 0x7d, 0x0a])] }, 'STREAM_BROKEN'],
  ['10 000 calls', { lines: [half, asksFor(10_000), end()] }, 'STREAM_TOO_LARGE'],
]

describe('a broken stream', () => {
  it.each(BROKEN)('ends typed and keeps what came before: %s', async (_what, reply, code) => {
    ollama.enqueue(reply)
    expect(await ask()).toMatchObject({ ok: false, problem: { code }, said: { content: 'Half' } })
  })

  it('is ended when the server falls silent', async () => {
    const never = Promise.withResolvers<void>()
    ollama.enqueue({ lines: [half, end()], until: never.promise })
    expect(await ask({}, REQUEST, undefined, 50)).toMatchObject({ ok: false, problem: { code: 'STREAM_SILENT' } })
    never.resolve()
  })
})

describe('stopping', () => {
  it('ends the stream at once and keeps what came before', async () => {
    const never = Promise.withResolvers<void>()
    ollama.enqueue({ lines: [half, end()], until: never.promise })
    const stop = new AbortController()
    const outcome = await ask({ token: () => stop.abort() }, REQUEST, stop.signal)
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'STOPPED' }, said: { content: 'Half' } })
    never.resolve()
  })
})

function ask(
  listener: { token?: (text: string) => void } = {},
  request = REQUEST,
  signal = new AbortController().signal,
  betweenLinesMs = 5000,
) {
  const token = listener.token ?? (() => undefined)
  return askModel(ollama.host, request, { token }, signal, { firstByteMs: 5000, betweenLinesMs })
}
