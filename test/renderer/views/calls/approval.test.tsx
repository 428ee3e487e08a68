import { describe, expect, it } from 'vitest'
import { WaitingApproval } from '#renderer/views/calls/approval.tsx'
import type { ProcessAction } from '#shared/call/action'
import type { Plan, Verdict } from '#shared/call/plan'
import { message } from '#shared/messages/message'
import type { ChatCall } from '#shared/requests/chat-requests'
import { processOf } from '#test/helpers/make-plan'
import { plan } from '../../../stories/facts.ts'
import { draw } from '../../draw.ts'

function render(what: Plan, verdict: Verdict = { kind: 'ask', reason: 'it writes', more: what.risk.reasons }): string {
  const call: ChatCall = {
    ...{ call: 'k', tool: what.tool, at: '', args: {}, caller: { kind: 'model', from: 'protocol' }, turn: 't' },
    ...{ status: 'waiting', resolvers: [], facts: [] },
    approvals: [{ digest: what.digest, plan: what, verdict, askedAt: '', state: 'waiting' }],
  }
  return draw(<WaitingApproval call={call} />)
}
const text = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const simple = plan('sizes', 'ssmr', ['du', '-h', '/home/you', 'x'], {
  env: ['PATH', 'TZ'],
  risk: { class: 'C', reasons: ['may change files'] },
  timeoutMs: 120_000,
  resolvers: [{ param: 'p', kind: 'command', argv: ['find-it'], outcome: 'resolved', value: 'x' }],
})

const withAction = (changes: Partial<ProcessAction>): Pick<Plan, 'action'> => ({
  action: { ...processOf(simple), ...changes },
})

describe('the card that asks', () => {
  it('is a group named after its tool, with Deny before Run once, and focuses neither', () => {
    const markup = render(simple)
    expect(markup).toMatch(/^<fieldset[^>]*aria-label="Approve sizes"/)
    expect(markup.indexOf('Deny')).toBeGreaterThan(0)
    expect(markup.indexOf('Deny')).toBeLessThan(markup.indexOf('Run once'))
    expect(markup).not.toMatch(/autofocus/i)
  })

  it('shows the file that runs with its hash, and the whole request', () => {
    const entry = {
      launcher: 'python',
      path: '/skills/notes/tool.py',
      sha256: 'ab12'.repeat(16),
      result: 'pipe',
    } as const
    const words = text(render({ ...simple, ...withAction({ entry }) }))
    expect(words).toContain(`/skills/notes/tool.py (sha256 ${entry.sha256})`)
    const request = { method: 'POST', url: 'https://a.example/notes?x=1', body: '{"text":"hello"}' }
    const headers = [{ name: 'x-from', value: [{ text: 'me' }] }]
    const asked = text(render({ ...simple, action: { kind: 'http', ...request, headers } }))
    for (const part of ['POST https://a.example/notes?x=1', '{"text":"hello"}', 'x-from', 'me']) {
      expect(asked).toContain(part)
    }
  })

  it('starts with Run once disabled, and Deny enabled', () => {
    const buttons = [...render(simple).matchAll(/<button[^>]*>(?:(?!<\/button>).)*/g)].map(([button]) => button)
    expect(buttons.find((button) => button.includes('Run once'))).toContain('disabled')
    expect(buttons.find((button) => button.includes('Deny'))).not.toContain('disabled')
  })

  it('marks each element by its origin, with ember only for the model’s', () => {
    const marked = [...render(simple).matchAll(/data-origin="(\w+)" title="[^"]*">([^<]*)</g)].map(
      ([, origin, value]) => [origin, value],
    )
    expect(marked).toEqual([
      ['skill', 'du'],
      ['skill', '-h'],
      ['model', '/home/you'],
      ['resolver', 'x'],
    ])
  })

  it('shows the class as just judged, and first what raised it', () => {
    const reason = message('why-first-since-change')
    const markup = render(simple, { kind: 'ask', reason, more: simple.risk.reasons, class: 'D' })
    expect(markup).toContain('data-class="D"')
    expect(text(markup)).toContain('its first run since the tool changed · may change files')
    expect(text(markup)).not.toContain('asks first')
  })

  it('says everything main would do: program, folder, skill, sandbox, environment, time, risk and reasons', () => {
    const words = text(render(simple))
    const expected = [
      '/usr/bin/du',
      '/home/you',
      'disk-care',
      simple.skillHash.slice(0, 12),
      'none',
      'PATH TZ',
      '2\u00a0min',
      'it writes · may change files',
    ]
    for (const each of [...expected, 'p was resolved by find-it: x', '2 from the skill', '1 from the model'])
      expect(words).toContain(each)
  })

  it('names the environment variables of the person that its skill was given', () => {
    const grants = { ...simple.grants, needs: ['env REPORT_TOKEN', 'git', 'env OTHER'] }
    expect(text(render({ ...simple, grants })).replace(/\s+/g, ' ')).toContain(
      'Environment variables REPORT_TOKEN, OTHER',
    )
    expect(text(render(simple))).not.toContain('Environment variables')
  })

  it('shows input, files, notes and changed values that are not in the command line', () => {
    const words = text(
      render({
        ...simple,
        ...withAction({ stdin: 'first\nsecond', tempFiles: [{ path: '/tmp/a', content: 'inside' }] }),
        coercions: [{ param: 'n', from: '5', to: 5 }],
        notes: [
          { element: -1, text: 'reads its input' },
          { element: 2, text: 'looks like an option' },
        ],
      }),
    )
    for (const each of [
      'first\nsecond',
      '/tmp/a',
      'inside',
      'n: "5" interpreted as 5',
      'reads its input',
      'looks like an option',
    ])
      expect(words).toContain(each)
  })

  it('lets the keyboard scroll a long input', () => {
    expect(render({ ...simple, ...withAction({ stdin: 'line\n'.repeat(100) }) })).toMatch(/<pre[^>]* tabindex="0"/i)
  })

  it('spells out characters that hide or turn text, and says so', () => {
    const words = text(
      render({
        ...simple,
        ...withAction({ argv: ['du', '-h', 'a\u202eb\u200b', 'x'] }),
        notes: [{ element: 2, text: 'odd' }],
      }),
    )
    expect(words).toContain("$'a\\342\\200\\256b\\342\\200\\213'")
    expect(words).toContain('hidden characters')
    expect(words).not.toMatch(/[\u202e\u200b]/)
  })

  it('folds what is longer than 4 KiB, says how much, and asks to see it first', () => {
    const words = text(render({ ...simple, ...withAction({ argv: ['du', '-h', 'y'.repeat(6000), 'x'] }) }))
    expect(words).toMatch(/4\.\d\sKB hidden/)
    expect(words).toContain('Show everything before you can run it.')
    expect(words).not.toContain('y'.repeat(3000))
    expect(text(render({ ...simple, ...withAction({ stdin: 'z'.repeat(6000) }) }))).toContain(
      'Show everything before you can run it.',
    )
    expect(text(render({ ...simple, ...withAction({ argv: ['du', '-h', 'y'.repeat(4000), 'x'] }) }))).toContain(
      'y'.repeat(4000),
    )
  })
})

describe('a closed folder', () => {
  const card = (access: 'read' | 'write') =>
    render({
      ...simple,
      closed: [{ path: '/home/you/Pictures/2024', folder: '/home/you/Pictures', access, param: 'path' }],
    })

  it('is named, with the smallest sufficient grant as the main button, and no key that says yes', () => {
    const read = card('read')
    expect(text(read)).toContain('Pictures is closed to this chat')
    expect(text(read)).toContain('/home/you/Pictures/2024')
    expect(read).toMatch(/data-look="strong"[^>]*>Open to read/)
    expect(read).toMatch(/data-look="plain"[^>]*>Open to change/)
    expect(text(read)).not.toContain('Ctrl')
  })

  it('is offered to change only if reading is not enough', () => {
    const write = card('write')
    expect(write).toMatch(/data-look="strong"[^>]*>Open to change/)
    expect(write).not.toContain('>Open to read<')
  })
})
