import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toDraft } from '#main/ledger/fact-json'
import { wordsOf } from '#main/ledger/search-words'
import type { NewFact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { makeMessage, makePlan, startRun } from './sample-facts.ts'

describe('the words to find a fact by', () => {
  it.each<[string, NewFact, string]>([
    ['a message by its content', makeMessage('how much is free?'), 'how much is free?'],
    ['a chat by its title', { type: 'chat.created', chat: 'c', title: 'Disks', model: 'small' }, 'Disks'],
    ['a renamed chat by its new title', { type: 'chat.renamed', chat: 'c', title: 'Space' }, 'Space'],
    [
      'a call by its tool',
      { type: 'call.requested', chat: 'c', call: '1', tool: 'disk_space', args: {} },
      'disk_space',
    ],
    [
      'a refusal by its message',
      { type: 'call.refused', chat: 'c', call: '1', code: 'DECLINED', message: 'You said no.' },
      'You said no.',
    ],
    ['a run by its tool and its argv', startRun('r'), 'disk_space df -h /mnt'],
    [
      'an approval by what it asks for',
      {
        type: 'approval.asked',
        chat: 'c',
        call: '1',
        digest: 'd',
        plan: makePlan(['ls', '-la']),
        verdict: { kind: 'ask', reason: 'new' },
      },
      'disk_space ls -la',
    ],
    [
      'an answer to an approval by nothing',
      { type: 'approval.answered', chat: 'c', call: '1', digest: 'd', decision: 'once', by: 'person' },
      '',
    ],
  ])('finds %s', (_, fact, words) => {
    const { type, body } = toDraft(fact)
    expect(wordsOf(type, body)).toBe(words)
  })

  it('reads any body of any type without failing', () => {
    const type = fc.constantFrom('message.added', 'run.started', 'turn.finished', '__proto__', 'constructor')
    const plan = fc.jsonValue().map((value) => ({ content: value, plan: value, error: value }) as JsonObject)
    fc.assert(
      fc.property(type, plan, (one, body) => {
        expect(typeof wordsOf(one, JSON.stringify(body))).toBe('string')
      }),
    )
  })
})
