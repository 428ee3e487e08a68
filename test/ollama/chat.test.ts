import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { ask, findPort, host, isOurs, model, startServer, uptime } from './real-server.ts'

const QUESTION = [{ role: 'user' as const, content: 'How long is web1 up?' }]
const LONG = [{ role: 'user' as const, content: 'word '.repeat(1200) }]
const HOST_ARGUMENTS = {
  type: 'object',
  properties: { host: { type: 'string', maxLength: 20 } },
  required: ['host'],
}

describe('an answer from a real model', () => {
  it('streams, and counts its tokens', async () => {
    const tokens: string[] = []
    const outcome = await ask({}, { token: (text) => tokens.push(text) })
    if (!outcome.ok) throw new Error(textOf(outcome.problem.message))
    expect(tokens.length).toBeGreaterThan(2)
    expect(tokens.join('')).toBe(outcome.answer.content)
    expect(outcome.answer.promptTokens).toBeGreaterThan(0)
    expect(outcome.answer.outputTokens).toBeGreaterThan(0)
  })

  it('is marked as cut off if its tokens were too few', async () => {
    expect(await ask({ maxTokens: 3 })).toMatchObject({ ok: true, answer: { wasCut: true, outputTokens: 3 } })
  })

  it('reports the likeliest first tokens', async () => {
    const outcome = await ask({ logprobs: 5, maxTokens: 1 })
    expect(outcome.ok && outcome.answer.firstTokens).toHaveLength(5)
  })

  it('under a schema fits it', async () => {
    const outcome = await ask({ format: HOST_ARGUMENTS, maxTokens: 100 })
    const read = outcome.ok ? (JSON.parse(outcome.answer.content) as { host: unknown }) : undefined
    expect(read?.host).toBeTypeOf('string')
  })

  it('ends at once when it is stopped, and what came before is kept', async () => {
    const stop = new AbortController()
    let tokensAfter = 0
    const token = () => {
      if (stop.signal.aborted) tokensAfter++
      stop.abort()
    }
    const outcome = await ask({ maxTokens: 2000 }, { token }, stop.signal)
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'STOPPED' } })
    expect(outcome.ok ? '' : outcome.said.content).not.toBe('')
    expect(tokensAfter).toBe(0)
  })
})

describe('a prompt longer than its context', () => {
  it('is refused, not cut from the front', async () => {
    const outcome = await ask({ messages: LONG, numCtx: 512 })
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'CONTEXT_TOO_LONG' } })
  })

  it.skipIf(!isOurs)('is silently cut down to the context without our option against it', async () => {
    const body = { model, messages: LONG, stream: false, options: { num_ctx: 512, num_predict: 1 } }
    const response = await fetch(`${host}/api/chat`, { method: 'POST', body: JSON.stringify(body) })
    expect(response.status).toBe(200)
    const { prompt_eval_count: read } = (await response.json()) as { prompt_eval_count: number }
    expect(read).toBeLessThanOrEqual(512)
  })
})

describe.skipIf(!isOurs)('what a model cannot do', () => {
  it.each([
    ['tools', { tools: [uptime] }, 'MODEL_WITHOUT_TOOLS'],
    ['thinking', { think: true }, 'MODEL_WITHOUT_THINKING'],
    ['being there', { model: 'not-there' }, 'MODEL_MISSING'],
  ])('is said with its own code: %s', async (_what, request, code) => {
    expect(await ask(request)).toMatchObject({ ok: false, problem: { code } })
  })
})

describe.skipIf(!isOurs)('a native call', () => {
  const format = {
    type: 'object',
    properties: { name: { type: 'string', enum: ['uptime'] }, arguments: HOST_ARGUMENTS },
    required: ['name', 'arguments'],
  }

  it('comes from a model that writes bare JSON, and its result goes back', async () => {
    const request = { model: 'smollm2-json', tools: [uptime] }
    const outcome = await ask({ ...request, format, messages: QUESTION, maxTokens: 80 })
    if (!outcome.ok) throw new Error(textOf(outcome.problem.message))
    const [call] = outcome.answer.calls
    expect(call).toMatchObject({ tool: 'uptime', args: { host: expect.any(String) }, id: expect.any(String) })
    const calls = [{ tool: 'uptime', args: { host: 'web1' }, ...(call?.id && { id: call.id }) }]
    const answered = await ask({
      ...request,
      messages: [
        ...QUESTION,
        { role: 'assistant', content: '', calls },
        { role: 'tool', tool: 'uptime', content: 'up 3 days', ...(call?.id && { id: call.id }) },
      ],
    })
    expect(answered.ok).toBe(true)
    if (answered.ok) expect(answered.answer.promptTokens).toBeGreaterThan(outcome.answer.promptTokens)
  })

  it('is offered to a model that knows <tool_call> tags, whatever it does with it', async () => {
    const outcome = await ask({ model: 'smollm2-tools', tools: [uptime], messages: QUESTION, maxTokens: 60 })
    expect(outcome.ok).toBe(true)
    for (const { tool } of outcome.ok ? outcome.answer.calls : []) expect(tool).toBe('uptime')
  })
})

describe.skipIf(!isOurs)('a server killed in the middle of an answer', () => {
  it('ends the answer typed, is unreachable, and answers again after a restart', async () => {
    const port = await findPort()
    const first = await startServer(port)
    let dying: Promise<void> | undefined
    const token = () => {
      dying ??= first.kill()
    }
    const outcome = await ask({ maxTokens: 4000, numCtx: 8192 }, { token, at: first.at })
    await dying
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'STREAM_BROKEN' } })
    expect(outcome.ok ? '' : outcome.said.content).not.toBe('')
    expect(await ask({}, { at: first.at })).toMatchObject({ ok: false, problem: { code: 'OLLAMA_UNREACHABLE' } })
    const second = await startServer(port)
    expect(await ask({}, { at: second.at })).toMatchObject({ ok: true })
    await second.kill()
  })
})
