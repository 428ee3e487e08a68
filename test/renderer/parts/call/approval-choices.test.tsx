import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Approval } from '#renderer/parts/call/approval.tsx'
import { ApprovalDiffers, EditArguments, problemOf, RememberChoices } from '#renderer/parts/call/approval-choices.tsx'
import { grantsOf } from '#renderer/parts/call/approval-facts.tsx'
import { decidedUnasked, RuleLine } from '#renderer/parts/call/rule-line.tsx'
import { formatDay } from '#renderer/parts/ui/figures.ts'
import { describeRule } from '#shared/call/rule'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { ChatCall } from '#shared/requests/chat-requests'
import { decisionsStory } from '../../../stories/decisions.ts'

const nothing = () => {}
const chat = foldFacts(emptyChat('disk'), decisionsStory())
const callOf = (id: string) => chat.calls.get(id) as ChatCall
const approvalOf = (call: ChatCall) => call.approvals.at(-1) as NonNullable<ReturnType<ChatCall['approvals']['at']>>
const words = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')

function render(call: ChatCall): string {
  return renderToStaticMarkup(
    <Approval
      tool={call.tool}
      approval={approvalOf(call)}
      isMac={false}
      isAnswering={false}
      followsUntrusted={call.followsUntrusted}
      args={call.args}
      onAnswer={nothing}
      onEdit={nothing}
    />,
  )
}

describe('an approval', () => {
  it('offers Deny, Edit arguments, Remember and Run once, in this order', () => {
    const names = [...render(callOf('purge')).matchAll(/<button[^>]*>([A-Z][^<]*)/g)].map(([, name]) => name)
    expect(names).toEqual(['Show arguments', 'Deny', 'Deny with a note', 'Edit arguments', 'Always allow…', 'Run once'])
  })

  it('offers nothing to remember where main proposed nothing', () => {
    expect(render(callOf('ls'))).not.toContain('>Remember<')
  })

  it('says that it follows untrusted output, and only where it does', () => {
    expect(words(render(callOf('purge')))).toContain('follows untrusted output')
    expect(words(render(callOf('ls')))).not.toContain('untrusted')
  })

  it('says what changed since it was approved, with what it was and what it is', () => {
    const shown = words(render(callOf('purge')))
    expect(shown).toContain('This changed after you approved it')
    expect(shown).toContain('the working folder "/home/you/Downloads" "/home/you"')
    expect(shown).toContain('the environment variable PIP_CACHE_DIR one value another')
    const hidden = renderToStaticMarkup(<ApprovalDiffers differs={[{ field: 'cwd', was: 'a\u202eb', is: 'c' }]} />)
    expect(hidden).not.toContain('\u202e')
  })

  it('leaves the name of a field that has no words as it is, hidden characters spelled out', () => {
    const name = (field: string) =>
      words(renderToStaticMarkup(<ApprovalDiffers differs={[{ field, was: '1', is: '2' }]} />))
    expect(name('constructor')).toContain('constructor 1 2')
    expect(name('new\u202eone')).toContain('new\\u{202E}one 1 2')
    expect(name('env A\u202eB')).toContain('the environment variable A\\u{202E}B 1 2')
  })

  it('says what the sandbox grants, and that there is none where there is none', () => {
    expect(words(render(callOf('purge')))).toContain('partial Can only write in /home/you/.cache/pip · No network')
    expect(grantsOf({})).toBe('Can access everything you can')
  })
})

describe('remembering', () => {
  it('shows each rule in the words of the rule itself, and chooses none by itself', () => {
    const { proposals = [] } = approvalOf(callOf('purge'))
    const markup = renderToStaticMarkup(
      <RememberChoices proposals={proposals} isReady isAnswering={false} onRemember={nothing} />,
    )
    for (const { rule } of proposals) expect(words(markup)).toContain(describeRule(rule, formatDay))
    expect(markup).not.toContain('checked=""')
    expect(markup).toMatch(/<button[^>]*disabled=""[^>]*>Allow and run/)
  })
})

describe('editing', () => {
  it('starts with the arguments of the call, and says that the model does not get the output', () => {
    const markup = renderToStaticMarkup(<EditArguments args={{ folder: '/x' }} isSending={false} onEdit={nothing} />)
    expect(words(markup)).toContain('"folder": "/x"')
    expect(words(markup)).toContain('The model does not get its output')
  })

  it('takes an object and nothing else', () => {
    expect(problemOf('{"a":1}')).toBeNull()
    expect(problemOf('[1]')).toContain('JSON object')
    expect(problemOf('{')).toContain('Invalid JSON')
  })
})

describe('what ran unasked', () => {
  it('names its rule, with the way to revoke it', () => {
    const decided = decidedUnasked(callOf('sizes'))
    expect(decided).toEqual({ rule: 'd3b07384d113', why: null, isRefusal: false })
    const markup = decided ? renderToStaticMarkup(<RuleLine {...decided} onRevoke={nothing} />) : ''
    expect(words(markup)).toContain('Ran automatically: allowed by your rule d3b07384 Revoke')
    expect(decidedUnasked(callOf('purge'))).toBeNull()
  })
})
