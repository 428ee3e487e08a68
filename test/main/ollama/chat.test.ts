import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askModel } from '#main/ollama/chat'
import { listModels } from '#main/ollama/models'
import type { ModelRequest } from '#shared/model'
import { end, type FakeOllama, part, type ScriptedReply, say, startFakeOllama } from '#test/helpers/fake-ollama'

const REQUEST: ModelRequest = { model: 'tiny:1b', messages: [{ role: 'user', content: 'Hi' }], tools: [] }

let ollama: FakeOllama

beforeEach(async () => {
  ollama = await startFakeOllama()
})
afterEach(() => ollama.close())

describe('an answer of the model', () => {
  it('arrives token by token and as a whole', async () => {
    ollama.enqueue(say('It is up for three days.'))
    const tokens: string[] = []
    const outcome = await ask({ token: (text) => tokens.push(text) })
    expect(tokens.length).toBeGreaterThan(3)
    expect(outcome).toMatchObject({ ok: true, answer: { content: 'It is up for three days.', promptTokens: 100 } })
  })

  it('gathers calls from any chunk, also before the last and several times', async () => {
    const asks = (name: string) => part({ content: '', tool_calls: [{ function: { name, arguments: {} } }] })
    ollama.enqueue({ lines: [asks('one'), part({ content: 'and ' }), asks('two'), end()] })
    const outcome = await ask()
    expect(outcome).toMatchObject({ ok: true, answer: { calls: [{ tool: 'one' }, { tool: 'two' }] } })
  })

  it('keeps thinking apart from what is said', async () => {
    ollama.enqueue({ lines: [part({ content: '', thinking: 'Hmm.' }), part({ content: 'Yes.' }), end()] })
    expect(await ask()).toMatchObject({ ok: true, answer: { content: 'Yes.', thinking: 'Hmm.' } })
  })

  it('says so when it was cut off by the length', async () => {
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

const half = part({ content: 'Half' })
const BROKEN: [string, ScriptedReply, string][] = [
  ['a stream that ends before it is done', { lines: [half] }, 'STREAM_BROKEN'],
  ['a connection that is cut', { lines: [half], cutOff: true }, 'STREAM_BROKEN'],
  ['a line that is not JSON', { lines: [half, '<html>\n'] }, 'STREAM_BROKEN'],
  ['a line that is null', { lines: [half, 'null\n'] }, 'STREAM_BROKEN'],
  ['a line that is an array', { lines: [half, '[]\n'] }, 'STREAM_BROKEN'],
  ['a line of more than 1 MiB', { lines: [half, 'x'.repeat(1_200_000)] }, 'STREAM_TOO_LARGE'],
  ['an error in the middle', { lines: [half, { error: 'out of memory' }] }, 'OLLAMA_ERROR'],
]

describe('a broken stream', () => {
  it.each(BROKEN)('ends typed and keeps what was said: %s', async (_what, reply, code) => {
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

const REFUSED: [string, ScriptedReply, string][] = [
  ['a model it does not have', { status: 404, body: '{"error":"model \'tiny:1b\' not found"}' }, 'MODEL_MISSING'],
  ['a model without tools', { status: 400, body: '{"error":"tiny:1b does not support tools"}' }, 'MODEL_WITHOUT_TOOLS'],
  ['an internal error in HTML', { status: 500, body: '<html>Bad gateway</html>' }, 'OLLAMA_ERROR'],
  ['a redirect', { status: 307, body: '', headers: { location: 'http://127.0.0.1:9/api/chat' } }, 'OLLAMA_REDIRECTED'],
]

describe('a refused request', () => {
  it.each(REFUSED)('has its own code: %s', async (_what, reply, code) => {
    const log = vi.spyOn(console, 'log')
    ollama.enqueue(reply)
    expect(await ask()).toMatchObject({ ok: false, problem: { code } })
    expect(log).not.toHaveBeenCalled()
    log.mockRestore()
  })

  it('says where nobody answers', async () => {
    const { host } = ollama
    await ollama.close()
    const outcome = await askModel(host, REQUEST, { token: () => undefined }, new AbortController().signal)
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'OLLAMA_UNREACHABLE' } })
    expect(outcome.ok ? '' : outcome.problem.message).toContain(host)
    ollama = await startFakeOllama()
  })
})

describe('stopping', () => {
  it('ends the stream at once and keeps what was said', async () => {
    const never = Promise.withResolvers<void>()
    ollama.enqueue({ lines: [half, end()], until: never.promise })
    const stop = new AbortController()
    const outcome = await ask({ token: () => stop.abort() }, REQUEST, stop.signal)
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'STOPPED' }, said: { content: 'Half' } })
    never.resolve()
  })
})

describe('the list of models', () => {
  it('tells a server with models, one without and none apart', async () => {
    expect(await listModels(ollama.host)).toMatchObject({
      state: 'ready',
      version: '0.17.4',
      models: [{ name: 'tiny:1b' }],
    })
    ollama.setModels()
    expect(await listModels(ollama.host)).toMatchObject({ state: 'no-model' })
    const { host } = ollama
    await ollama.close()
    expect(await listModels(host)).toMatchObject({ state: 'unreachable', host })
    ollama = await startFakeOllama()
  })
})

function ask(
  listener: { token?: (text: string) => void } = {},
  request = REQUEST,
  signal = new AbortController().signal,
  betweenBytesMs = 5000,
) {
  const token = listener.token ?? (() => undefined)
  return askModel(ollama.host, request, { token }, signal, { firstByteMs: 5000, betweenBytesMs })
}
