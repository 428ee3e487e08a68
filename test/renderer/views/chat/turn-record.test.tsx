import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CallActions } from '#renderer/views/calls/call-actions.tsx'
import { ComparisonView } from '#renderer/views/calls/comparison.tsx'
import { TurnRecord } from '#renderer/views/chat/turn-record.tsx'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import type { ActivityRow } from '#shared/requests/requests'
import { plan, tell } from '../../../stories/facts.ts'
import { SKILLS } from '../../../stories/records.ts'
import { draw } from '../../draw.ts'

const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const AT = Date.parse('2026-11-18T10:00:00Z')
const du = plan('folder_sizes', 'sm', ['du', '2'], { coercions: [{ param: 'depth', from: '2', to: 2 }] })

function show(facts: readonly Fact[], isCut = false): string {
  const turnRecord = { turn: 'turn-1', state: 'here' as const, facts: [...facts], isCut }
  return words(draw(<TurnRecord />, { inspectedTurn: 'turn-1', turnRecord }))
}

const begun = () => tell('c', AT).open('t').ask('q')

describe('the page of a turn', () => {
  it('lists what was sent, in order, with its tools and its size', () => {
    const named = { turn: 'turn-1', model: 'tiny:1b', tools: ['a', 'b'], sha256: 'f'.repeat(64), kept: '0'.repeat(64) }
    const story = begun()
      .add({ type: 'request.sent', ...named, request: 1, bytes: 4100 })
      .say('Yes.')
      .end('answered')
    expect(show(story.facts)).toContain('Request 1 tiny:1b · 2 tools · 4.1 KB')
    expect(show(story.facts)).not.toContain('before requests were kept')
  })

  it('says of an older turn that its requests were not kept, and shows how they were fitted', () => {
    const bySource = { system: 0, tools: 612, skills: 488, history: 96, toolOutput: 41 }
    const fitted = { numCtx: 8192, estimate: 1237, bySource, withheld: ['2 messages'] }
    const shown = show(
      begun()
        .add({ type: 'context.fitted', ...fitted })
        .say('Yes.')
        .end('answered').facts,
    )
    expect(shown).toContain('Requests were not saved when this was recorded.')
    expect(shown).toMatch(/Tools 612.*Conversation 96.*Left out to save space 2 messages/)
    expect(show(begun().end('error').facts)).toContain('Nothing was sent.')
  })

  it('shows how much of each prompt the model had to read, and why it was more than the new part', () => {
    const said = (stats: object) => ({
      ...({ type: 'message.added', role: 'assistant', content: 'Yes.' } as const),
      stats: { tokens: 4, promptMs: 1200, promptTokens: 4200, readTokens: 40, ...stats },
    })
    const story = begun()
      .add(said({}))
      .add(said({ readTokens: 4200, readAgain: 'lost' }))
      .end('answered')
    const shown = show(story.facts)
    expect(shown).toContain('Prompt 1 40 of 4,200 tokens read · 1.2 s')
    expect(shown).toContain('Prompt 2 4,200 of 4,200 tokens read · 1.2 s · model was reloaded')
  })

  it('lists what had to be recovered, converted or sent back, or that nothing had to be', () => {
    const story = begun()
      .add({ type: 'call.requested', call: 'x', tool: 'folder_sizes', args: {}, recoveredFrom: 'xml' })
      .add({ type: 'call.refused', call: 'x', code: 'PARAM_MISSING', message: 'path is missing' })
      .add({ type: 'context.mismatched', estimate: 5000, promptEvalCount: 2048, numCtx: 8192 })
      .ran('y', 'folder_sizes', { depth: '2' }, du)
    const shown = show(story.end('answered').facts)
    expect(shown).toContain('Found in the model’s text.')
    expect(shown).toContain('Invalid arguments, sent back to the model: path is missing')
    expect(shown).toContain('the model read 2,048.')
    expect(shown.match(/depth: &quot;2&quot; interpreted as 2/g)).toHaveLength(1)
    expect(show(begun().say('Yes.').end('answered').facts)).toContain('No corrections needed.')
  })

  it('lists its facts in order with their time, hostile text spelled out, and says that its end is missing', () => {
    const shown = show(begun().say('a\u202eb').facts, true)
    expect(shown).toMatch(/turn\.started .*message\.added user q .*message\.added assistant a\\u\{202E\}b/)
    expect(shown).not.toContain('\u202e')
    expect(shown).toContain('Still running.')
    expect(shown).toContain('The end is missing here')
  })
})

describe('two runs compared', () => {
  const row = { chat: 'c', skill: 's', tool: 't', argv: ['du'], at: new Date(AT).toISOString() }
  const left: ActivityRow = { ...row, seq: 1, call: 'a', state: 'done', exitCode: 0, ms: 20 }
  const right: ActivityRow = { ...row, seq: 2, call: 'b', state: 'failed', exitCode: 1, chat: null }

  it('mark what differs, keep empty and hidden arguments visible, and link to the chat if there is one', () => {
    const html = renderToStaticMarkup(
      <ComparisonView
        compared={{
          ...{ left, right, differs: ['cwd'], isShortened: true, stderr: null },
          argv: [{ left: 'du', right: 'du' }, { left: '', right: '\u202e' }, { right: '-h' }],
          stdout: ['@@ -1 +1 @@', '-old', '+new'],
        }}
      />,
    )
    const shown = words(html)
    expect(shown).toMatch(/Status differs exit 0 exit 1/)
    expect(shown).toMatch(/Command du du/)
    expect(shown).toMatch(/differs \(empty\) \\u\{202E\} differs – -h/)
    expect(shown).toContain('Other differences: the working folder')
    expect(shown).toContain('Almost every line differs.')
    expect(shown).toContain('only the beginnings were compared')
    expect(html).toContain('data-line="removed">-old')
    expect(html.match(/Show in chat/g)).toHaveLength(1)
  })
})

describe('the actions on a call', () => {
  const bar = (facts: readonly Fact[], call: string) => {
    const found = foldFacts(emptyChat('c'), facts).calls.get(call)
    if (!found) throw new Error('there is no such call')
    const [skill] = SKILLS
    const tools = skill?.tools.map((tool) => ({ ...tool, modelName: found.tool })) ?? []
    return words(draw(<CallActions call={found} />, { skills: skill ? [{ ...skill, tools }] : [] }))
  }

  it('are offered after it is over; a call that never ran is compared with nothing', () => {
    const over = begun().ran('y', 'folder_sizes', {}, du).facts
    expect(bar(over, 'y')).toMatch(/Run again Edit arguments and run Compare with…/)
    const waiting = begun().call('y', 'folder_sizes', {}).approve('y', du)
    expect(bar(waiting.facts, 'y').trim()).toBe('')
    expect(bar(waiting.answer('y', du, 'deny').facts, 'y')).not.toContain('Compare')
  })
})
