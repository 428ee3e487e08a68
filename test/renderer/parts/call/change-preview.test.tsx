import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ChangePreview, figureOf } from '#renderer/parts/call/change-preview.tsx'
import { ClosedApproval } from '#renderer/parts/call/closed-approval.tsx'
import type { Effect } from '#shared/call/action'
import type { Plan, ReplacedFile } from '#shared/call/plan'
import { message } from '#shared/messages/message'
import { processOf } from '#test/helpers/make-plan'
import { plan } from '../../../stories/facts.ts'

const base = plan('save', 'ssm', ['tee', '--', 'a.txt'], {})
const text = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const shown = (changes: Partial<Plan>) => text(renderToStaticMarkup(<ChangePreview plan={{ ...base, ...changes }} />))
const file: ReplacedFile = { path: '/home/you/a.txt', does: 'replace', bytes: 9, sha256: 'x' }
const send = (origin: string): Effect => ({ does: 'send', origin, slot: { in: 'argv', index: 1 } })

describe('what a call changes', () => {
  it('is shown as one removed line, one added line, and how many more', () => {
    const diff = [' one', '-two', '-three', '+2', '+3', '+4']
    const lines = { before: 3, after: 4, added: 3, removed: 2 }
    const words = shown({ replaces: [{ ...file, lines, diff }] })
    expect(words).toContain('− two + 2 2 more lines added, 1 more removed Show all changes')
    expect(figureOf({ ...base, replaces: [{ ...file, lines, diff }] })).toBe('3 → 4 lines')
  })

  it('lists five files and counts the others, each with the reason why no copy is kept', () => {
    const replaces = Array.from({ length: 8 }, (_, at) => ({
      ...file,
      path: `/f/${at}`,
      noCopy: message('no-copy-large'),
    }))
    const words = shown({ replaces })
    expect(words).toContain('/f/4 It is too large to keep a copy. 3 more')
    expect(words).not.toContain('/f/5')
  })

  it('is empty for a call that only reads', () => {
    expect(shown({ effects: [] })).toBe('')
  })

  it.each([
    ['https://a.example/feed', '<strong>a.example</strong>/feed'],
    ['https://b.example@a.example/', 'https://b.example@a.example/<strong></strong>'],
    ['http://a\\@b/', 'http://a\\@b/<strong></strong>'],
  ])(
    'shows the address %s whole, and sets its host apart only where every program reads the same one',
    (url, markup) => {
      const action = { ...processOf(base), argv: ['curl', url] }
      const drawn = renderToStaticMarkup(
        <ChangePreview plan={{ ...base, action, effects: [send('https://a.example')] }} />,
      )
      expect(drawn).toContain(markup)
    },
  )
})

describe('a closed folder', () => {
  const card = (access: 'read' | 'write') =>
    renderToStaticMarkup(
      <ClosedApproval
        {...{ tool: 'save', isMac: false, isAnswering: false, onOpen: () => {}, onDeny: () => {} }}
        approval={{
          digest: 'd',
          plan: base,
          verdict: { kind: 'ask', reason: 'closed' },
          askedAt: '',
          state: 'waiting',
        }}
        closed={{ path: '/home/you/Pictures/2024', folder: '/home/you/Pictures', access, param: 'path' }}
      />,
    )

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
