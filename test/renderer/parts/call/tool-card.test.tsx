import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Output } from '#renderer/parts/call/output-view.tsx'
import { ToolCard } from '#renderer/parts/call/tool-card.tsx'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import type { ChatCall } from '#shared/requests/chat-requests'
import { diskStory, endingsStory, runningStory } from '../../../stories/stories.ts'

const calls = (facts: Fact[]) => foldFacts(emptyChat('disk'), facts).calls
const render = (call: ChatCall | undefined, output: Output = { state: 'none' }) =>
  call
    ? renderToStaticMarkup(
        <ToolCard
          call={call}
          output={output}
          approval="ASKS"
          isInspected={false}
          onInspect={() => {}}
          onWantOutput={() => {}}
        />,
      )
    : ''
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
    expect(words(markup)).toContain('ASKS')
  })

  it('is open on what went wrong, with the output in colour and made harmless', () => {
    const markup = render(calls(endingsStory()).get('ping'), {
      state: 'here',
      stdout: '',
      stderr: '\u001b[31mno route\u001b[0m\u0007',
    })
    expect(markup).toContain('data-open="true"')
    expect(markup).toContain('<span data-token="red">no route</span>\\u{7}')
  })

  it('opens while it runs as soon as there is output', () => {
    const call = calls(runningStory()).get('du')
    expect(render(call)).toContain('data-open="false"')
    expect(words(render(call, { state: 'here', stdout: '1 MB', stderr: '', isLive: true }))).toContain('1 MB')
  })

  it('says each state in words', () => {
    const all = [...calls(endingsStory()).values()].map((call) => words(render(call)))
    for (const verb of ['Ran', 'Failed', 'Denied', 'Not run', 'Timed out', 'Interrupted']) {
      expect(all.some((line) => line.includes(verb))).toBe(true)
    }
  })
})
