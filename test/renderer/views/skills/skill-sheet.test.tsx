import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { explainStanding } from '#renderer/parts/skill/skill-words.ts'
import { type App, useApp } from '#renderer/store/app.ts'
import { CandidateList, SourceChooser } from '#renderer/views/skills/skill-intake.tsx'
import { SkillSheet } from '#renderer/views/skills/skill-sheet.tsx'
import { SkillList } from '#renderer/views/skills/skills.tsx'
import { DEFAULT_SETTINGS } from '#shared/settings/settings'
import type { Skill } from '#shared/skill/skill'
import { SKILLS } from '../../../stories/records.ts'
import { ADOPTABLE, CANDIDATES } from '../../../stories/reviews.ts'

/** Markup without a window shows the state that the store begins with. */
const begin = (state: Partial<App>) => Object.assign(useApp.getInitialState(), state)
const photo = { ...SKILLS.find(({ name }) => name === 'photo-tools'), missingBins: [] } as unknown as Skill
const render = (skill: Skill) => renderToStaticMarkup(<SkillSheet skill={skill} />)
afterEach(() => begin({ settings: DEFAULT_SETTINGS, adoptable: [] }))
const listed = (skill: Skill) =>
  words(renderToStaticMarkup(<SkillList skills={[skill]} selected={null} onSelect={() => {}} />))
const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('a skill’s page', () => {
  it('says in the list where the skill is', () => {
    expect(listed(photo)).toMatch(/^ ?Ready photo-tools/)
    expect(listed({ ...photo, enabled: false })).toMatch(/^ ?Turned off photo-tools/)
    expect(listed({ ...photo, state: 'quarantined' })).toContain('photo-tools New: review it')
    expect(listed({ ...photo, state: 'changed' })).toContain('photo-tools Changed: review it')
    const unavailable = listed({ ...photo, state: 'unavailable', missingBins: ['magick'] })
    expect(unavailable).toContain('Not available here photo-tools needs magick')
    expect(explainStanding({ ...photo, state: 'trusted' })).toBeNull()
  })

  it('of an older decision is listed as such, with one press to renew it', () => {
    expect(listed({ ...photo, state: 'trusted', programs: null })).toContain('photo-tools Renew your trust')
    const markup = render({ ...photo, origin: 'installed', state: 'trusted', programs: null })
    expect(words(markup)).toContain('You trusted this skill with programs of any origin')
    expect(words(markup)).toMatch(/ Renew /)
    expect(words(render(photo))).not.toMatch(/ Renew /)
  })

  it('has a switch to enable it and one for its scripts, each named after it', () => {
    const markup = render(photo)
    expect(markup.match(/role="switch"/g)).toHaveLength(2 + photo.tools.length)
    expect(words(markup)).toContain('Enable photo-tools')
    expect(words(markup)).toContain('Allow scripts for photo-tools')
  })

  it('has a switch for each tool, and says which one is off', () => {
    const [first] = photo.tools
    const markup = render({ ...photo, toolsOff: [first?.name ?? ''] })
    expect(markup).toContain(`aria-label="Let the model use ${first?.modelName}"`)
    expect(words(markup)).toContain(`${first?.modelName} turned off`)
    expect(words(render(photo))).not.toContain('turned off')
  })

  it('has neither before its review, and asks for the review', () => {
    const markup = render({ ...photo, state: 'quarantined' })
    expect(markup).not.toContain('role="switch"')
    expect(words(markup)).toContain('Review photo-tools')
    expect(words(markup)).not.toMatch(/Try\b/)
  })

  it('says if scripts are off for all skills, and then cannot switch them', () => {
    begin({ settings: { ...DEFAULT_SETTINGS, scripts: 'off' } })
    const markup = render(photo)
    expect(words(markup)).toContain('Scripts are off for all skills')
    expect(markup).toMatch(/disabled=""/)
  })

  it('offers to remove only an installed skill', () => {
    expect(words(render(photo))).toContain('Remove')
    expect(words(render({ ...photo, origin: 'bundled' }))).not.toContain('Remove')
  })

  it('is listed under what it waits for', () => {
    const said = 'Changed since you trusted them photo-tools Changed: review it'
    expect(listed({ ...photo, state: 'changed' })).toContain(said)
  })
})

describe('the contents of a source', () => {
  const staged = { ok: true, token: 'staged', source: { kind: 'folder', from: '/x' }, candidates: CANDIDATES } as const
  const list = renderToStaticMarkup(<CandidateList staged={staged} refused={[]} />)

  it('are ticked by the person if there are several', () => {
    expect(list.match(/type="checkbox"/g)).toHaveLength(CANDIDATES.length)
    expect(list).not.toContain('checked=""')
    expect(list).toMatch(/<button[^>]*disabled=""[^>]*>Install and review</)
  })

  it('are ticked already if there is one', () => {
    const first = { ...staged, candidates: CANDIDATES.slice(0, 1) }
    const one = renderToStaticMarkup(<CandidateList staged={first} refused={[]} />)
    expect(one).toContain('checked=""')
    expect(one).not.toMatch(/<button[^>]*disabled/)
  })

  it('say that one would replace another, and why one cannot be installed', () => {
    expect(words(list)).toContain('replaces yours')
    expect(words(list)).toContain('and nothing after it. Correct that place. sorter/tools.json')
    expect(list.match(/disabled=""/g)).toHaveLength(2)
  })

  it('are also found in folders of other programs, except installed ones', () => {
    begin({ adoptable: ADOPTABLE })
    const chooser = renderToStaticMarkup(<SourceChooser isReading={false} />)
    expect(words(chooser)).toContain('meeting-notes ~/.agents/skills')
    expect(chooser).not.toContain('Adopt photo-tools')
  })
})
