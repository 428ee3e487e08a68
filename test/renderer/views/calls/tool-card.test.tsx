import { describe, expect, it } from 'vitest'
import type { App } from '#renderer/store/app.ts'
import { ToolCard } from '#renderer/views/calls/tool-card.tsx'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { quiet } from '#shared/chat/live'
import type { Fact } from '#shared/facts'
import type { ChatCall } from '#shared/requests/chat-requests'
import { diskStory, endingsStory, runningStory } from '../../../stories/stories.ts'
import { draw } from '../../draw.ts'

const calls = (facts: Fact[]) => foldFacts(emptyChat('disk'), facts).calls
const render = (call: ChatCall | undefined, state: Partial<App> = {}) =>
  call ? draw(<ToolCard call={call} waiting={[]} />, state) : ''
const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the card of a call', () => {
  it('is an article named after its tool, and one line when the command is done', () => {
    const markup = render(calls(endingsStory()).get('df'))
    expect(markup).toMatch(/^<article[^>]*aria-label="Tool call disk_space"[^>]*data-open="false"/)
    expect(words(markup)).toContain('Ran df -h --output=target,size,avail,pcent 0.4 s · exit 0')
  })

  it('is open on its question while it waits', () => {
    const markup = render(calls(diskStory()).get('purge'))
    expect(markup).toContain('data-open="true"')
    expect(markup).toMatch(/<fieldset[^>]*aria-label="Approve /)
  })

  it('is open on what went wrong, with the output in colour and made harmless', () => {
    const call = calls(endingsStory()).get('ping')
    const read = { state: 'here', stdout: '', stderr: '\u001b[31mno route\u001b[0m\u0007' } as const
    const markup = render(call, { outputs: new Map([[call?.run?.run ?? '', read]]) })
    expect(markup).toContain('data-open="true"')
    expect(markup).toContain('<span data-token="red">no route</span>\\u{7}')
  })

  it('opens while it runs as soon as there is output', () => {
    const call = calls(runningStory()).get('du')
    expect(render(call)).toContain('data-open="false"')
    const output = { stdout: '1 MB', stderr: '', dropped: 0 }
    expect(words(render(call, { live: { ...quiet, outputs: new Map([[call?.run?.run ?? '', output]]) } }))).toContain(
      '1 MB',
    )
  })

  it('says each state in words', () => {
    const all = [...calls(endingsStory()).values()].map((call) => words(render(call)))
    for (const verb of ['Ran', 'Failed', 'Denied', 'Not run', 'Timed out', 'Interrupted']) {
      expect(all.some((line) => line.includes(verb))).toBe(true)
    }
  })
})
