import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ReviewSheet } from '#renderer/views/skills/review-sheet.tsx'
import { message } from '#shared/messages/message'
import type { Review } from '#shared/skill/review'
import type { Skill } from '#shared/skill/skill'
import { SKILLS } from '../../../stories/records.ts'
import { CHANGED_REVIEW, REVIEW } from '../../../stories/reviews.ts'

const skill = { ...SKILLS.find(({ name }) => name === 'photo-tools'), body: '# How\nRun it \u202eneddih' } as Skill
const render = (review: Review, isOutdated = false) =>
  renderToStaticMarkup(
    <ReviewSheet skill={{ ...skill, hash: isOutdated ? 'another' : review.hash }} review={review} isTrusting={false} />,
  )
const words = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')

describe('the review sheet', () => {
  it('shows each tool with its exact command, and marks what can run any code', () => {
    const shown = words(render(REVIEW))
    expect(shown).toContain('photo_map A map of where photographs were taken. python3 map.py folder runs any code')
    expect(shown).toContain('photo_map can run any code the model writes')
    expect(shown).not.toContain('photo_info can run any code')
    expect(shown).toContain('pattern is resolved by the script resolve-name.')
  })

  it('shows which programs are there and which are missing', () => {
    const shown = words(render(REVIEW))
    expect(shown).toContain('magick missing')
    expect(shown).toContain('exiftool /usr/bin/exiftool')
  })

  it('shows scripts and everything the model reads, with hidden characters spelled out', () => {
    const markup = render(REVIEW)
    for (const line of (REVIEW.scripts[0]?.text ?? '').split('\n')) expect(words(markup)).toContain(line.trim())
    expect(words(markup)).toContain('Run it \\u{202E}neddih')
  })

  it('shows what is hidden, withheld and worth a look, its source, hosts, files and the full hash', () => {
    const shown = words(render(REVIEW))
    const expected = [
      'Line 41 contains an HTML comment',
      'photo_strip',
      'is unknown and has no effect',
      'photo-tools.zip',
      'tile.example.org',
    ]
    for (const each of [...expected, REVIEW.hash, 'map.py', 'executable']) expect(shown).toContain(each)
  })

  it('cannot be trusted before its end was seen', () => {
    const markup = render(REVIEW)
    expect(markup).toMatch(/<button[^>]*disabled=""[^>]*>Trust photo-tools</)
    expect(words(markup)).toContain('Read to the end first.')
  })

  it('shows the difference to the trusted version, line by line', () => {
    const markup = render(CHANGED_REVIEW)
    expect(markup).toContain(
      '<span data-line="added">+    &quot;git&quot;: [&quot;log --oneline&quot;, &quot;push&quot;]',
    )
    expect(words(markup)).toContain('notes.bin removed')
  })

  it('offers no trust if there is an obstacle, if it is trusted, or if it changed meanwhile', () => {
    expect(render({ ...REVIEW, obstacle: message('skill-needs-no-trust', { skill: 'photo-tools' }) })).not.toContain(
      '>Trust photo-tools<',
    )
    expect(render({ ...REVIEW, state: 'trusted' })).not.toContain('>Trust photo-tools<')
    expect(render(REVIEW, true)).not.toContain('>Trust photo-tools<')
    expect(words(render(REVIEW, true))).toContain('The skill changed while you were reviewing it')
  })
})
