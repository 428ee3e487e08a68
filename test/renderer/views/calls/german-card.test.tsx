import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CommandPanel } from '#renderer/parts/call/call-panels.tsx'
import { DiagnosticList } from '#renderer/parts/skill/lists.tsx'
import { WaitingApproval } from '#renderer/views/calls/approval.tsx'
import { ToolCard } from '#renderer/views/calls/tool-card.tsx'
import { TurnEnd } from '#renderer/views/chat/turn-end.tsx'
import { Notices, ProblemLine } from '#renderer/views/window/notices.tsx'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { message } from '#shared/messages/message'
import { speak } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { englishIn } from '#test/shared/messages/english-in'
import { decisionsStory } from '../../../stories/decisions.ts'
import { ABOUT, SKILLS, UNREACHABLE } from '../../../stories/records.ts'
import { REVIEW } from '../../../stories/reviews.ts'
import { diskStory, endingsStory, errorStory, longStory } from '../../../stories/stories.ts'
import { draw } from '../../draw.ts'

const calls = (facts: Fact[]): ChatCall[] => [...foldFacts(emptyChat('disk'), facts).calls.values()]
const STORIES = { diskStory, decisionsStory, longStory, endingsStory }

/** What a person reads and hears, without commands, paths and what programs wrote. */
function readable(...drawn: Parameters<typeof draw>): string {
  return draw(...drawn)
    .replace(/<(code|pre|del|ins)\b[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*?((?:(?:aria-label|title|placeholder)="[^"]*"[^>]*)*)>/g, ' $1 ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replace(/"(?:du|git|pip|ping|df|find|notesmd-cli) [^"]*"/g, ' ')
    .replace(/\s+/g, ' ')
}

const card = (call: ChatCall, untrusted: Pick<ChatCall, 'followsUntrusted'> = {}) => {
  const approval = call.approvals.at(-1)
  return approval ? (
    <WaitingApproval call={{ ...call, ...untrusted, approvals: [{ ...approval, state: 'waiting' }] }} />
  ) : null
}

beforeEach(() => speak('de'))
afterEach(() => speak('en'))

describe('in German, no English is left', () => {
  it.each(Object.entries(STORIES))('on the cards that ask about %s', (_name, story) => {
    const asked = calls(story()).flatMap((call) => card(call, { followsUntrusted: true }) ?? [])
    expect(asked.length).toBeGreaterThan(0)
    for (const each of asked) expect(englishIn(readable(each))).toEqual([])
  })

  it('in the reasons for a question', () => {
    const [purge] = calls(diskStory()).filter(({ call }) => call === 'purge')
    const [create] = calls(longStory())
    expect(purge && readable(card(purge) as ReactElement)).toContain('lässt sich nicht rückgängig machen')
    const long = create ? readable(card(create) as ReactElement) : ''
    expect(long).toContain('Argument 3 ("Work\\u{202E}sdrowkcab") enthält unsichtbare Zeichen')
    expect(long).toContain('Sandbox keine')
  })

  it.each(Object.entries(STORIES))('in the description of the calls of %s', (_name, story) => {
    for (const call of calls(story())) {
      expect(englishIn(readable(<CommandPanel call={call} />))).toEqual([])
      expect(englishIn(readable(<ToolCard call={call} waiting={[]} />))).toEqual([])
    }
  })

  it('in the end of a turn, in notices and in failures', () => {
    const ends = foldFacts(emptyChat('disk'), errorStory()).entries.flatMap((entry) =>
      'end' in entry ? [entry.end] : [],
    )
    for (const end of ends) expect(englishIn(readable(<TurnEnd end={end as never} />))).toEqual([])
    const notices = [
      {
        severity: 'warning',
        message: message('record-was-salvaged', { reason: message('entry-unreadable', { fact: 7 }), count: 6 }),
        remedy: message('damaged-file-kept', { path: '/home/you/x' }),
      },
    ] as const
    const about = { ...ABOUT, notices: [...notices, ...ABOUT.notices] }
    expect(englishIn(readable(<Notices />, { about }))).toEqual([])
    const problem = {
      id: 1,
      about: 'chat.send',
      chat: null,
      code: 'OLLAMA_UNREACHABLE',
      message: UNREACHABLE.message,
    } as const
    expect(englishIn(readable(<ProblemLine problem={problem} />))).toEqual([])
  })

  it('in the problems of skills', () => {
    const found = [
      ...SKILLS.flatMap(({ diagnostics, withheld }) => [...diagnostics, ...withheld.map((kept) => kept.diagnostic)]),
      ...REVIEW.diagnostics,
    ]
    expect(found.length).toBeGreaterThan(2)
    expect(englishIn(readable(<DiagnosticList diagnostics={found} />))).toEqual([])
  })
})
