import { describe, expect, it } from 'vitest'
import { toTextMessages } from '#main/agent/compact-messages'
import { A_PICTURE, fitContext } from '#main/agent/fit-context'
import { canSee, toMessages } from '#main/agent/messages'
import type { Picture } from '#shared/chat/picture'
import type { Fact } from '#shared/facts'
import type { ModelMessage } from '#shared/model/model'

const picture = (name: string): Picture => ({
  ...{ sha256: name.padEnd(64, '0'), type: 'image/png', name, bytes: 100, width: 10, height: 10 },
})
const named = (name: string) => ({ sha256: name.padEnd(64, '0'), name })
const looks = (content: string, ...names: string[]): ModelMessage => ({
  ...{ role: 'user', content },
  ...(names.length > 0 && { images: names.map(named) }),
})
const fitInto = (messages: ModelMessage[], numCtx: number) =>
  fitContext({ system: '', skills: '', tools: [], messages }, { numCtx, calibration: 1 })

describe('pictures in the conversation', () => {
  it('are part of the message they came with, for a model that sees; another model is told about them', () => {
    const fact: Fact = {
      ...{ seq: 1, at: '', chat: 'c', type: 'message.added', role: 'user', content: '' },
      images: [picture('cat.png')],
    }
    expect(toMessages([fact])).toEqual([looks('', 'cat.png')])
    expect(toMessages([fact], false)).toEqual([looks('[a picture, cat.png, which you cannot see]')])
    expect([canSee(undefined), canSee([]), canSee(['completion', 'vision']), canSee(['completion'])]).toEqual([
      ...[true, true, true, false],
    ])
  })

  it('count one by one, and eight of them fit the largest context taken without asking', () => {
    const without = fitInto([looks('Look')], 16_384)
    const names = Array.from({ length: 8 }, (_, at) => `${at}.png`)
    const fitted = fitInto([looks('Look', ...names)], 16_384)
    expect(fitted.estimate - without.estimate).toBe(8 * A_PICTURE)
    expect(fitted.numCtx).toBeLessThanOrEqual(16_384)
    expect(fitted.withheld).toEqual([])
  })

  it('are left out with their message if it does not fit, with a note', () => {
    const answer: ModelMessage = { role: 'assistant', content: 'A cat.', calls: [] }
    const messages = [looks('One', '1.png', '2.png'), answer, looks('Two', '3.png'), answer, looks('Three', '4.png')]
    const fitted = fitInto(messages, 4096)
    expect(fitted.messages.slice(1)).toEqual(messages.slice(2))
    expect(fitted.withheld).toEqual([
      ...['message 1 (user, 3 characters, 2 pictures)', 'message 2 (assistant, 8 characters)'],
    ])
  })

  it('are kept when two messages become one, and when there are no words', () => {
    const calls: ModelMessage = { role: 'assistant', content: '', calls: [] }
    const messages = [looks('One', '1.png'), calls, looks('', '2.png'), looks('Three')]
    for (const isCompact of [true, false]) {
      expect(toTextMessages(messages, isCompact)).toEqual([looks('One\n\nThree', '1.png', '2.png')])
    }
  })
})
