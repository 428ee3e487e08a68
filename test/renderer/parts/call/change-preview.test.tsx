import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ChangePreview, figureOf } from '#renderer/parts/call/change-preview.tsx'
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

  it('marks the changed words of the lines it shows', () => {
    const diff = [' one', '-two cats', '+two dogs']
    const lines = { before: 2, after: 2, added: 1, removed: 1 }
    const replaces: ReplacedFile[] = [{ ...file, lines, diff, words: { 1: [[5, 9]], 2: [[5, 9]] } }]
    const markup = renderToStaticMarkup(<ChangePreview plan={{ ...base, replaces }} />)
    expect(markup).toContain('two <del>cats</del>')
    expect(markup).toContain('two <ins>dogs</ins>')
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
