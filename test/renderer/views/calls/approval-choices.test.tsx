import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { formatDay } from '#renderer/parts/ui/figures.ts'
import { WaitingApproval } from '#renderer/views/calls/approval.tsx'
import { ApprovalDiffers, listFields, RememberChoices } from '#renderer/views/calls/approval-choices.tsx'
import { EditCall } from '#renderer/views/calls/call-actions.tsx'
import { ToolCard } from '#renderer/views/calls/tool-card.tsx'
import { describeRule } from '#shared/call/rule'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { JsonObject } from '#shared/json'
import type { ChatCall } from '#shared/requests/chat-requests'
import type { Tool } from '#shared/skill/tool'
import { decisionsStory } from '../../../stories/decisions.ts'
import { SKILLS } from '../../../stories/records.ts'
import { draw } from '../../draw.ts'

const nothing = () => {}
const chat = foldFacts(emptyChat('disk'), decisionsStory())
const callOf = (id: string) => chat.calls.get(id) as ChatCall
const approvalOf = (call: ChatCall) => call.approvals.at(-1) as NonNullable<ReturnType<ChatCall['approvals']['at']>>
const words = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')

const [tool] = SKILLS.flatMap(({ tools }) => tools)
/** The skills, with this tool alone. */
const having = (modelName: string, params: Tool['params'] = { type: 'object' }) => ({
  skills: SKILLS.slice(0, 1).map((skill) => ({ ...skill, tools: tool ? [{ ...tool, modelName, params }] : [] })),
})

const render = (call: ChatCall): string => draw(<WaitingApproval call={call} waiting={[call]} />, having(call.tool))

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
    expect(words(render(callOf('ls')))).toContain('Everything you can')
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
    type: 'object' as const,
    required: ['folder'],
    properties: { folder: { type: 'string' }, depth: { type: 'integer' } },
  }
  const edit = (args: JsonObject) => {
    const call = { ...callOf('purge'), args }
    const words = { note: 'The model gets its output.', action: 'Run my version' }
    return draw(<EditCall call={call} {...words} onRun={nothing} />, having(call.tool, params))
  }

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
    const card = (id: string) => words(draw(<ToolCard call={{ ...callOf(id), status: 'failed' }} waiting={[]} />))
    expect(card('sizes')).toContain('Ran automatically: allowed by your rule d3b07384 Revoke')
    expect(card('purge')).not.toContain('automatically')
  })
})

const compare = (was: unknown, is: unknown) => listFields(JSON.stringify(was), JSON.stringify(is))

describe('the difference between two plans', () => {
  it('is listed field by field, without the unchanged fields', () => {
    const was = { name: 'du', path: '/usr/bin/du', identity: { size: 10, sha256: 'a' } }
    const is = { name: 'du', path: '/usr/local/bin/du', identity: { size: 10, sha256: 'b' } }
    expect(compare(was, is)).toEqual([
      { name: 'path', before: '"/usr/bin/du"', now: '"/usr/local/bin/du"' },
      { name: 'identity.sha256', before: '"a"', now: '"b"' },
    ])
  })

  it('says which side alone has a field, even one named like a built-in member', () => {
    expect(compare({ a: 1 }, { a: 1, constructor: 2 })).toEqual([{ name: 'constructor', before: '–', now: '2' }])
  })

  it('shows lists, plain values and words whole', () => {
    expect(compare(['a'], ['a', 'b'])).toEqual([{ name: '', before: '["a"]', now: '["a","b"]' }])
    expect(listFields('one value', 'another')).toEqual([{ name: '', before: 'one value', now: 'another' }])
    expect(listFields('nothing', '{"a":1}')).toEqual([{ name: '', before: 'nothing', now: '{"a":1}' }])
  })

  it('is never empty if main reported one', () => {
    expect(compare({ a: 1 }, { a: 1 })).toEqual([{ name: '', before: '{"a":1}', now: '{"a":1}' }])
  })
})
