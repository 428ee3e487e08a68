import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { end, type FakeOllama, part, type ScriptedReply, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

let ollama: FakeOllama
beforeEach(async () => {
  ollama = await startFakeOllama()
})
afterEach(() => ollama.close())

describe('a model without the tools capability, over HTTP', () => {
  it('has its tool chosen, filled in, asked about and run, and gets the result', async () => {
    ollama.enqueue(choose('echo_say'), choose('echo_say'), say('{"text": "hello"}'), choose('answer'), choose('answer'))
    ollama.enqueue(say('It said hello.'))
    const { facts } = await ask('Say hello', ['completion'])
    expect(facts).toMatchObject([
      { type: 'call.requested', tool: 'echo_say', args: { text: 'hello' }, caller: { kind: 'model', from: 'choice' } },
      { type: 'approval.asked', verdict: { kind: 'ask' } },
      { type: 'approval.answered', decision: 'once', by: 'person' },
      { type: 'run.started' },
      { type: 'run.finished', exitCode: 0 },
      { type: 'turn.finished', reason: 'answered' },
    ])
    expect(ollama.requests.some((body) => 'tools' in body)).toBe(false)
    expect(ollama.requests.map((body) => [body.logprobs, body.top_logprobs])).toEqual([
      [true, 20],
      [true, 20],
      [undefined, undefined],
      [true, 20],
      [true, 20],
      [undefined, undefined],
    ])
    expect(ollama.requests[0]?.options).toMatchObject({ num_predict: 1, temperature: 0 })
    expect(ollama.requests[2]?.format).toMatchObject({ required: ['text'] })
    expect(ollama.requests[5]?.messages).toContainEqual({
      role: 'user',
      content: 'Say hello\n\necho_say with {"text":"hello"} gave this:\nhello',
    })
  })

  it('gets the tools listed by a server without scores, and writes the call as a line', async () => {
    ollama.enqueue(say('A'), say('{"name": "echo_say", "arguments": {"text": "hello"}}'), say('It said hello.'))
    const { facts } = await ask('Say hello', ['completion'])
    expect(facts[0]).toMatchObject({ tool: 'echo_say', args: { text: 'hello' } })
    expect(facts.at(-1)).toMatchObject({ reason: 'answered' })
  })

  it('gets wrong arguments back with their path, and writes them again', async () => {
    ollama.enqueue(choose('echo_say'), choose('echo_say'), say('{}'), say('{"text": "hello"}'))
    ollama.enqueue(choose('answer'), choose('answer'), say('It said hello.'))
    const { facts } = await ask('Say hello', ['completion'])
    expect(facts.slice(0, 3)).toMatchObject([
      { type: 'call.requested', args: {} },
      { type: 'call.refused', code: 'PARAM_MISSING', message: 'missing parameter: text (string)' },
      { type: 'call.requested', args: { text: 'hello' }, caller: { kind: 'model', from: 'choice' } },
    ])
    expect(facts.at(-1)).toMatchObject({ reason: 'answered' })
  })

  it('has its arguments converted where that is safe, and the card shows the conversion', async () => {
    ollama.enqueue(choose('echo_say'), choose('echo_say'), say('{"text": 42}'), choose('answer'), choose('answer'))
    ollama.enqueue(say('It said 42.'))
    const { facts } = await ask('Say 42', ['completion'])
    expect(facts[1]).toMatchObject({ plan: { coercions: [{ param: 'text', from: 42, to: '42' }] } })
  })
})

describe('a model that claims tools, over HTTP', () => {
  it('gets them listed in its instructions in the same turn if the server refuses them', async () => {
    const body = JSON.stringify({ error: 'registry/tiny:1b does not support tools' })
    const line = say('{"name": "echo_say", "arguments": {"text": "hello"}}')
    ollama.enqueue({ status: 400, body }, line, say('It said hello.'))
    const { facts } = await ask('Say hello', ['completion', 'tools'], '7B')
    expect(ollama.requests[0]).toHaveProperty('tools')
    expect(ollama.requests[1]).not.toHaveProperty('tools')
    expect(facts[0]).toMatchObject({ tool: 'echo_say', args: { text: 'hello' } })
    expect(facts.at(-1)).toMatchObject({ reason: 'answered' })
  })
})

/** One turn over the whole core, with a person who approves everything; the facts of calls and the end. */
async function ask(text: string, capabilities: string[], size = '135M') {
  const details = { parameter_size: size }
  ollama.answer('/api/show', { status: 200, body: JSON.stringify({ capabilities, model_info: {}, details }) })
  const { core, facts, next } = await openTestCore({ home: makeTempDir() })
  await core.publish({ type: 'setting.changed', chat: null, name: 'host', value: ollama.host })
  core.listen((push) => {
    if (push.kind !== 'fact' || push.fact.type !== 'approval.asked') return
    const { call, digest } = push.fact
    // The fact is pushed just before the answer is waited for.
    const approve = () => {
      if (!core.approvals.answer(call, digest, { decision: 'once', by: 'person' })) setImmediate(approve)
    }
    approve()
  })
  const chat = await core.chats.create()
  const finished = next('turn.finished')
  await core.chats.send(chat, text)
  await finished
  await core.close()
  const kinds = /^(call|approval|run|turn\.finished)/
  return { facts: facts.filter(({ type }) => kinds.test(type)) }
}

/** One token, and how likely it was: the label on the line that names the option. */
function choose(name: string) {
  return ({ messages }: Record<string, unknown>): ScriptedReply => {
    const listed = (messages as { content: string }[])[0]?.content ?? ''
    const words = name.split('_')
    const token = listed
      .split('\n')
      .flatMap((line) => /^- (\w+):/.exec(line)?.[1] ?? [])
      .find((label) => {
        return words.every((word) => label.includes(word))
      })
    const logprobs = [{ token, logprob: -0.01, top_logprobs: [{ token, logprob: -0.01 }] }]
    return { lines: [{ ...part({ content: token }), logprobs }, end('length')] }
  }
}
