import { describe, expect, it } from 'vitest'
import { toPlainMessages } from '#main/agent/plain-messages'
import type { ModelMessage } from '#shared/model/model'

const asked = (...calls: [tool: string, args: object][]): ModelMessage => ({
  role: 'assistant',
  content: '',
  calls: calls.map(([tool, args]) => ({ tool, args: { ...args } })),
})
const gave = (tool: string, content: string): ModelMessage => ({ role: 'tool', tool, content })
const said = (content: string): ModelMessage => ({ role: 'user', content })

describe('a conversation for a model that knows no tools', () => {
  it('tells results as the person would, each with the arguments of its own call', () => {
    const plain = toPlainMessages([
      said('How big are they?'),
      asked(['size', { path: 'a' }], ['size', { path: 'b' }], ['uptime', {}]),
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

  it('takes turns: neither side speaks twice in a row, and nothing empty is said', () => {
    const words: ModelMessage = { role: 'assistant', content: 'Two.', calls: [] }
    const plain = toPlainMessages([
      said('Count'),
      words,
      { ...words, content: 'Three.' },
      said('On'),
      asked(),
      said('!'),
    ])
    expect(plain).toEqual([said('Count'), { role: 'assistant', content: 'Two.\n\nThree.', calls: [] }, said('On\n\n!')])
  })

  it('leaves the messages it is made of as they are', () => {
    const messages = [said('One'), gave('size', '1 KB')]
    const before = structuredClone(messages)
    toPlainMessages(messages)
    expect(messages).toEqual(before)
  })
})
