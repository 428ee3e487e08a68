import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Approval } from '#renderer/parts/call/approval.tsx'
import { ApprovalDiffers, RememberChoices } from '#renderer/parts/call/approval-choices.tsx'
import { EditCall } from '#renderer/parts/call/edit-call.tsx'
import { decidedUnasked, RuleLine } from '#renderer/parts/call/rule-line.tsx'
import { formatDay } from '#renderer/parts/ui/figures.ts'
import { describeRule } from '#shared/call/rule'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { JsonObject } from '#shared/json'
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
      onAnswer={nothing}
      edit={() => null}
    />,
  )
}

describe('an approval', () => {
  it('offers Deny, Edit arguments, Remember and Run once, in this order', () => {
    const names = [
      ...render(callOf('purge')).matchAll(
        /<button(?:[^>]*aria-label="([^"]*)")?[^>]*>(?:<span.*?<\/span>)?([A-Z][^<]*)/g,
      ),
    ]
    expect(names.map(([, label, name]) => label ?? name)).toEqual([
      ...['Show arguments', 'Details', 'Edit arguments', 'Always allow…', 'Deny with a note', 'Deny', 'Run once'],
    ])
  })

  it('offers nothing to remember if main proposed nothing', () => {
    expect(render(callOf('ls'))).not.toContain('>Remember<')
  })

  it('says if it follows untrusted output, and only then', () => {
    expect(words(render(callOf('purge')))).toContain('follows untrusted output')
    expect(words(render(callOf('ls')))).not.toContain('untrusted')
  })

  it('says what changed since it was approved, with the old and the new value', () => {
    const shown = words(render(callOf('purge')))
    expect(shown).toContain('This changed after you approved it')
    expect(shown).toContain('the working folder "/home/you/Downloads" "/home/you"')
    expect(shown).toContain('the environment variable PIP_CACHE_DIR one value another')
    const hidden = renderToStaticMarkup(<ApprovalDiffers differs={[{ field: 'cwd', was: 'a\u202eb', is: 'c' }]} />)
    expect(hidden).not.toContain('\u202e')
  })

  it('leaves the name of an unknown field as it is, with hidden characters visible', () => {
    const name = (field: string) =>
      words(renderToStaticMarkup(<ApprovalDiffers differs={[{ field, was: '1', is: '2' }]} />))
    expect(name('constructor')).toContain('constructor 1 2')
    expect(name('new\u202eone')).toContain('new\\u{202E}one 1 2')
    expect(name('env A\u202eB')).toContain('the environment variable A\\u{202E}B 1 2')
  })

  it('says what the sandbox grants, or that there is none', () => {
    const shown = words(render(callOf('purge')))
    for (const each of ['Can change /home/you/.cache/pip', 'Internet Off', 'Sandbox partial'])
      expect(shown).toContain(each)
    expect(words(render(callOf('ls')))).toContain('Can access everything you can')
  })
})

describe('remembering a decision', () => {
  it('shows each rule in its own words, and chooses none by itself', () => {
    const { proposals = [] } = approvalOf(callOf('purge'))
    const markup = renderToStaticMarkup(
      <RememberChoices proposals={proposals} isReady isAnswering={false} onRemember={nothing} />,
    )
    for (const { rule } of proposals) expect(words(markup)).toContain(describeRule(rule, formatDay))
    expect(markup).not.toContain('checked=""')
    expect(markup).toMatch(/<button[^>]*disabled=""[^>]*>Allow and run/)
  })
})

describe('editing arguments', () => {
  const params = {
    type: 'object',
    required: ['folder'],
    properties: { folder: { type: 'string' }, depth: { type: 'integer' } },
  }
  const edit = (args: JsonObject) =>
    renderToStaticMarkup(
      <EditCall
        {...{ params, args, isSending: false, note: 'The model gets its output.', action: 'Run my version' }}
        preview={async () => undefined}
        onRun={nothing}
      />,
    )

  it('is a form with a field for each parameter, filled in with the arguments of the call', () => {
    const markup = edit({ folder: '/x', depth: 3 })
    expect(markup).toMatch(/<textarea[^>]*>\/x<\/textarea>/)
    expect(markup).toMatch(/<input[^>]*value="3"/)
    expect(words(markup)).toContain('The model gets its output.')
  })

  it('runs nothing before it showed what would run', () => {
    expect(edit({ folder: '/x' })).toMatch(/<button[^>]*disabled=""[^>]*>Run my version/)
  })
})

describe('a call that ran unasked', () => {
  it('names its rule, with the way to revoke it', () => {
    const decided = decidedUnasked(callOf('sizes'))
    expect(decided).toEqual({ rule: 'd3b07384d113', why: null, isRefusal: false })
    const markup = decided ? renderToStaticMarkup(<RuleLine {...decided} onRevoke={nothing} />) : ''
    expect(words(markup)).toContain('Ran automatically: allowed by your rule d3b07384 Revoke')
    expect(decidedUnasked(callOf('purge'))).toBeNull()
  })
})
