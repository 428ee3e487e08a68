import { describe, expect, it } from 'vitest'
import type { FactOf } from '#shared/facts'
import { callTool, end, part, type ScriptedReply, say } from '#test/helpers/fake-ollama'
import { describeModels, type OpenChat, openChat } from '#test/helpers/open-chat'

interface Counts {
  prompt_eval_count?: number
  prompt_eval_duration?: number
  eval_count?: number
}

/** An answer with the figures of a server, in milliseconds. */
const counted = (text: string, prompt: number, ms: number): ScriptedReply =>
  withCounts(text, {
    prompt_eval_count: prompt,
    prompt_eval_duration: ms * 1e6,
    eval_count: 5,
  })
const withCounts = (text: string, counts: Counts): ScriptedReply => {
  const { prompt_eval_count: _, eval_count: __, ...last } = end() as Record<string, unknown>
  return { lines: [part({ content: text }), { ...last, ...counts }] }
}

const answers = ({ facts }: OpenChat) =>
  facts.filter((each): each is FactOf<'message.added'> => each.type === 'message.added' && each.role === 'assistant')
const stats = (open: OpenChat) => answers(open).map((each) => each.stats)
const has = ({ facts }: OpenChat, type: string) => facts.some((each) => each.type === type)
const choose = ({ core }: OpenChat, value: string) =>
  core.publish({ type: 'setting.changed', chat: null, name: 'model', value })

describe('a turn under hard conditions', () => {
  it('two chats take turns with two models: each keeps what it read, unless the machine has room for only one', async () => {
    const open = await openChat()
    open.ollama.setModels('tiny:1b', 'zeta:2b')
    open.ollama.enqueue(counted('A.', 1000, 4000), counted('B.', 900, 4000), counted('A2.', 1020, 100))
    open.ollama.enqueue(counted('B2.', 920, 4200))
    const other = await open.core.chats.create()
    for (const model of ['tiny:1b', 'zeta:2b', 'tiny:1b', 'zeta:2b']) {
      await choose(open, model)
      if (model === 'tiny:1b') await open.ask('Hi')
      else {
        await open.core.chats.send(other, 'Hi')
        await open.core.chats.settled(other)
      }
    }
    expect(stats(open)).toMatchObject([
      { readTokens: 1000, readAgain: 'first' },
      { readTokens: 900, readAgain: 'first' },
      { readTokens: 15 },
      { readTokens: 920, readAgain: 'lost' },
    ])
    const sizes = open.ollama.requests.map(({ options }) => (options as { num_ctx?: number }).num_ctx)
    expect(new Set(sizes).size).toBe(1)
  })

  it('the server restarts: the interrupted answer is kept, and the next one is read again and answered', async () => {
    const open = await openChat()
    open.ollama.enqueue(counted('One.', 1000, 4000), { lines: [part({ content: 'Half' })], cutOff: true })
    open.ollama.enqueue(counted('Two.', 1030, 4100))
    await open.ask('Hi')
    await open.ask('And?')
    expect(open.facts.at(-1)).toMatchObject({
      type: 'turn.finished',
      reason: 'error',
      error: { code: 'STREAM_BROKEN' },
    })
    expect(answers(open).at(-1)?.content).toBe('Half')
    await open.ask('Again?')
    expect(answers(open).at(-1)).toMatchObject({ content: 'Two.', stats: { readTokens: 1030, readAgain: 'lost' } })
  })

  it('the server reports no figures: nothing is claimed, and nothing is suspected', async () => {
    const open = await openChat()
    open.ollama.enqueue(withCounts('One.', {}), withCounts('Two.', {}))
    await open.ask('Hi')
    await open.ask('And?')
    expect(answers(open).map(({ content }) => content)).toEqual(['One.', 'Two.'])
    expect(stats(open)).toEqual([undefined, undefined])
    expect(has(open, 'context.mismatched')).toBe(false)
  })

  it('a template puts the tools last: each prompt is read from there on, which is shown and does no harm', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'])
    open.ollama.enqueue(counted('One.', 1000, 4000), counted('Two.', 1030, 4100), counted('Three.', 1060, 4200))
    for (const text of ['Hi', 'And?', 'Again?']) await open.ask(text)
    expect(stats(open)).toMatchObject([{ readAgain: 'first' }, { readAgain: 'lost' }, { readAgain: 'lost' }])
    expect(has(open, 'context.mismatched')).toBe(false)
  })

  it('a template ignores the tools: a prompt much shorter than what was sent does not count as cut', async () => {
    const open = await openChat()
    open.ollama.enqueue(counted('One.', 40, 100), counted('Two.', 60, 100))
    await open.ask('Hi')
    await open.ask('And?')
    expect(has(open, 'context.mismatched')).toBe(false)
    expect(stats(open)).toMatchObject([{ promptTokens: 40 }, { promptTokens: 60 }])
  })

  it('a context of 2048: a chat with long outputs continues, and no request is longer', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'], 2048)
    const words = 'a long line of words '.repeat(60)
    for (let at = 0; at < 6; at++) open.ollama.enqueue(callTool('echo_say', { text: words }), say(`Done ${at}.`))
    for (let at = 0; at < 6; at++) await open.ask(`Say it, the time number ${at}`)
    const fitted = open.facts.flatMap((each) => (each.type === 'context.fitted' ? [each] : []))
    expect(fitted).toHaveLength(12)
    expect(fitted.every(({ numCtx, estimate }) => numCtx === 2048 && estimate <= 2048)).toBe(true)
    expect(fitted.some(({ withheld = [] }) => withheld.length > 0)).toBe(true)
    expect(answers(open).at(-1)?.content).toBe('Done 5.')
  })
})
