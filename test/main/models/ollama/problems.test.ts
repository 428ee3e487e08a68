import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askModel } from '#main/models/ollama/chat'
import { textOf } from '#shared/messages/message'
import type { ModelOutcome, ModelProblemCode } from '#shared/model/model'
import { type FakeOllama, type ScriptedReply, startFakeOllama } from '#test/helpers/fake-ollama'

let ollama: FakeOllama

beforeEach(async () => {
  ollama = await startFakeOllama()
})
afterEach(() => ollama.close())

const refusal = (status: number, error: string): ScriptedReply => ({ status, body: JSON.stringify({ error }) })

const REFUSED: [string, ScriptedReply, ModelProblemCode, RegExp][] = [
  ['a model it does not have', refusal(404, "model 'tiny:1b' not found"), 'MODEL_MISSING', /ollama pull tiny:1b/],
  ['a model without tools', refusal(400, 'tiny:1b does not support tools'), 'MODEL_WITHOUT_TOOLS', /Choose a model/],
  ['a model without thinking', refusal(400, '"tiny:1b" does not support thinking'), 'MODEL_WITHOUT_THINKING', /Turn/],
  ['an embedding model', refusal(400, '"tiny:1b" does not support chat'), 'MODEL_NOT_FOR_CHAT', /Choose another/],
  ['a prompt too long', refusal(400, 'the input length exceeds the context length'), 'CONTEXT_TOO_LONG', /Shorten/],
  [
    'a prompt too long, in the words of the runner',
    refusal(400, 'request (600 tokens) exceeds the available context size (512 tokens), try increasing it'),
    'CONTEXT_TOO_LONG',
    /Shorten/,
  ],
  [
    'too little memory',
    refusal(500, 'model requires more system memory (48.2 GiB) than is available (7.1 GiB)'),
    'MODEL_TOO_LARGE',
    /smaller model/,
  ],
  [
    'a runner that fell over',
    refusal(500, 'llama runner process has terminated: exit status 2'),
    'MODEL_CRASHED',
    /Ask/,
  ],
  ['a call it cannot read', refusal(500, "error parsing tool call: raw='{'"), 'CALL_UNREADABLE', /Ask again/],
  ['an error of its own', refusal(500, 'something broke'), 'OLLAMA_ERROR', /^Ollama says: something broke$/],
  ['an error that is an object', { status: 500, body: '{"error":{"code":3}}' }, 'OLLAMA_ERROR', /"code":3/],
  ['a proxy with a page', { status: 502, body: '<html>Bad gateway</html>' }, 'NOT_OLLAMA', /HTTP 502.*Settings/],
  ['another server without the path', { status: 404, body: '404 page not found' }, 'NOT_OLLAMA', /HTTP 404/],
  ['an error without a body', { status: 500, body: '' }, 'NOT_OLLAMA', /HTTP 500/],
  ['an error without end', { status: 500, body: 'x'.repeat(100_000) }, 'STREAM_TOO_LARGE', /far more/],
  [
    'a redirect',
    { status: 307, body: '', headers: { location: 'http://127.0.0.1:9/api/chat' } },
    'OLLAMA_REDIRECTED',
    /does not follow/,
  ],
  [
    'a page instead of a stream',
    { status: 200, body: '<html>Log in</html>', headers: { 'content-type': 'text/html; charset=utf-8' } },
    'NOT_OLLAMA',
    /web page/,
  ],
  ['JSON of another kind', { status: 200, body: '{"data":[]}' }, 'NOT_OLLAMA', /not Ollama/],
  ['something that is not JSON', { status: 200, body: 'hello' }, 'NOT_OLLAMA', /not Ollama/],
]

describe('a refused request', () => {
  it.each(REFUSED)('has its own code and its one remedy: %s', async (_what, reply, code, message) => {
    const written = ['log', 'warn', 'error'].map((name) => vi.spyOn(console, name as 'log'))
    ollama.enqueue(reply)
    const outcome = await ask()
    expect(outcome).toMatchObject({ ok: false, problem: { code } })
    expect(textOf(messageOf(outcome))).toMatch(message)
    for (const spy of written) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })

  it('shows what the server says with hidden characters visible, and shortened', async () => {
    ollama.enqueue(refusal(500, `a\u202eb\u001b[2J${'x'.repeat(10_000)}`))
    const message = messageOf(await ask())
    expect(textOf(message)).toContain('a\\u{202E}b\\u{1B}[2J')
    expect(textOf(message).length).toBeLessThan(600)
  })
})

describe('a host that does not answer', () => {
  it('is named, with what to do', async () => {
    const { host } = ollama
    await ollama.close()
    const outcome = await ask(host)
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'OLLAMA_UNREACHABLE' } })
    expect(textOf(messageOf(outcome))).toMatch(`Ollama does not answer at ${host} (ECONNREFUSED). Start it`)
    ollama = await startFakeOllama()
  })

  it('is not confused with another program that answers there', async () => {
    await withProgram(
      (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
      async (host) => expect(await ask(host)).toMatchObject({ ok: false, problem: { code: 'NOT_OLLAMA' } }),
    )
  })

  it('is not confused with one that hangs up at once', async () => {
    await withProgram(
      (socket) => socket.destroy(),
      async (host) => expect(await ask(host)).toMatchObject({ ok: false, problem: { code: 'STREAM_BROKEN' } }),
    )
  })

  it('is not confused with one that never answers', async () => {
    await withProgram(
      () => undefined,
      async (host) => expect(await ask(host, 50)).toMatchObject({ ok: false, problem: { code: 'STREAM_SILENT' } }),
    )
  })

  it('is not confused with one without TLS', async () => {
    const outcome = await ask(ollama.host.replace('http:', 'https:'))
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'OLLAMA_UNREACHABLE' } })
  })
})

async function withProgram(greet: (socket: Socket) => void, work: (host: string) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    greet(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await work(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  for (const socket of sockets) socket.destroy()
  server.close()
  await once(server, 'close')
}

function ask(host = ollama.host, firstByteMs = 5000): Promise<ModelOutcome> {
  const request = { model: 'tiny:1b', messages: [{ role: 'user' as const, content: 'Hi' }], tools: [] }
  const never = new AbortController().signal
  return askModel(host, request, { token: () => undefined }, never, { firstByteMs, betweenLinesMs: 5000 })
}

const messageOf = (outcome: ModelOutcome) => (outcome.ok ? '' : outcome.problem.message)
