import { describe, expect, it } from 'vitest'
import { waitingCalls } from '#renderer/views/calls/waiting.ts'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { plan, tell } from '../../../stories/facts.ts'

const df = plan('disk', 'ss', ['df', '-h'])
const story = () => tell('c', 0).open('Disk').ask('How full?')
const names = (told: ReturnType<typeof story>) =>
  waitingCalls(foldFacts(emptyChat('c'), told.facts)).map(({ call }) => call)

describe('the calls that wait', () => {
  it('are none where there is no chat', () => expect(waitingCalls(null)).toEqual([]))

  it('include what the person ran again, also after the turn ended', () => {
    const mine = { type: 'call.requested', call: 'mine', tool: 'disk', args: {}, by: 'person' } as const
    expect(names(story().add(mine).approve('mine', df).end('answered'))).toEqual(['mine'])
    expect(names(story().call('k', 'disk', {}).approve('k', df).end('stopped'))).toEqual([])
  })

  it('are in the order in which the model asked for them', () => {
    const called = (call: string, nth: number) =>
      ({ type: 'call.requested', call, tool: 'disk', args: {}, nth }) as const
    const told = story().add(called('late', 1)).add(called('early', 0)).approve('late', df).approve('early', df)
    expect(names(told)).toEqual(['early', 'late'])
  })
})
