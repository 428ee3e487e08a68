import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toTextMessages } from '#main/agent/compact-messages'
import type { ModelMessage } from '#shared/model/model'

const asked = (content: string): ModelMessage => ({ role: 'user', content })
const calls = (...tools: string[]): ModelMessage => ({
  ...{ role: 'assistant', content: '' },
  calls: tools.map((tool) => ({ tool, args: { path: 'a' } })),
})
const gave = (tool: string, content: string): ModelMessage => ({ role: 'tool', tool, content })

describe('a conversation with calls as lines', () => {
  it('repeats each call as the model wrote it, and gives all results in one message that repeats the request', () => {
    const written = '```json\n{"name": "disk"}\n```'
    const messages = [asked('How full?'), { ...calls('disk'), written } as ModelMessage, gave('disk', '5 GB')]
    expect(toTextMessages(messages, true)).toEqual([
      asked('How full?'),
      { role: 'assistant', content: written, calls: [] },
      asked(
        'Result of disk:\n"""\n5 GB\n"""\n\nIf the request asks for more than this, call the next tool. Otherwise answer in words with this result: How full?',
      ),
    ])
    const two = [asked('Both?'), calls('disk', 'memory'), gave('disk', '5'), gave('memory', '6')]
    expect(toTextMessages(two, true).slice(1)).toEqual([
      {
        role: 'assistant',
        content: '{"name": "disk", "arguments": {"path": "a"}}\n{"name": "memory", "arguments": {"path": "a"}}',
        calls: [],
      },
      asked(
        'Result of disk:\n"""\n5\n"""\n\nResult of memory:\n"""\n6\n"""\n\nIf the request asks for more than this, call the next tool. Otherwise answer in words with these results: Both?',
      ),
    ])
  })

  it('names what failed, and asks for it again where another result shows what it needs', () => {
    const two = [asked('Both?'), calls('disk', 'memory'), gave('disk', '5'), gave('memory', 'error: no such place')]
    expect(toTextMessages(two, true).at(-1)?.content).toMatch(
      /\n\nmemory failed\. If the error or another result shows how it works, call it in that way\. Otherwise answer in words with these results: Both\?$/,
    )
  })

  it('marks the end of an output with something it cannot contain', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"', '""', '"""', '\n', 'If the request', 'x')), (parts) => {
        const output = parts.join('')
        const [, , told] = toTextMessages([asked('Q'), calls('t'), gave('t', output)], true)
        const [, mark = '', inside] =
          /^Result of t:\n("+)\n([\s\S]*)\n\1\n\nIf the request/.exec(told?.content ?? '') ?? []
        expect(inside).toBe(output)
        expect(output.includes(mark)).toBe(false)
      }),
    )
  })

  it('repeats both ends of a long request', () => {
    const text = `Start ${'x'.repeat(5000)} end`
    const [, , told] = toTextMessages([asked(text), calls('t'), gave('t', 'out')], true)
    expect(told?.content.length).toBeLessThan(800)
    expect(told?.content).toMatch(/result: Start x+ … x+ end$/)
  })

  it('only ever grows at its end', () => {
    const chat = [
      asked('A'),
      calls('t'),
      gave('t', '1'),
      { role: 'assistant', content: 'One.', calls: [] } as ModelMessage,
    ]
    const long = [...chat, ...chat, ...chat]
    for (let end = 1; end < long.length; end++) {
      if (long[end]?.role === 'tool' || long[end - 1]?.role === 'tool') continue
      const before = toTextMessages(long.slice(0, end), true)
      expect(toTextMessages(long.slice(0, end + 1), true).slice(0, before.length)).toEqual(before)
    }
  })
})

const toPlainMessages = (messages: ModelMessage[]) => toTextMessages(messages, false)
const askedFor = (...made: [tool: string, args: object][]): ModelMessage => ({
  role: 'assistant',
  content: '',
  calls: made.map(([tool, args]) => ({ tool, args: { ...args } })),
})

describe('a conversation for a model that writes no calls itself', () => {
  it('gives results as the person would, each with the arguments of its call', () => {
    const plain = toPlainMessages([
      asked('How big are they?'),
      askedFor(['size', { path: 'a' }], ['size', { path: 'b' }], ['uptime', {}]),
      gave('size', '1 KB'),
      gave('size', '2 KB'),
      gave('uptime', '3 days'),
    ])
    expect(plain).toEqual([
      {
        role: 'user',
        content: [
          'How big are they?',
          'size with {"path":"a"} gave this:\n1 KB',
          'size with {"path":"b"} gave this:\n2 KB',
          'uptime gave this:\n3 days',
        ].join('\n\n'),
      },
    ])
  })

  it('alternates: neither side speaks twice in a row, and nothing empty is sent', () => {
    const words: ModelMessage = { role: 'assistant', content: 'Two.', calls: [] }
    const plain = toPlainMessages([
      asked('Count'),
      words,
      { ...words, content: 'Three.' },
      asked('On'),
      askedFor(),
      asked('!'),
    ])
    expect(plain).toEqual([
      asked('Count'),
      { role: 'assistant', content: 'Two.\n\nThree.', calls: [] },
      asked('On\n\n!'),
    ])
  })

  it('does not change the messages it is made from', () => {
    const messages = [asked('One'), gave('size', '1 KB')]
    const before = structuredClone(messages)
    toPlainMessages(messages)
    expect(messages).toEqual(before)
  })
})
