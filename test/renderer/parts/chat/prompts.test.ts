import { describe, expect, it } from 'vitest'
import { promptsFor } from '#renderer/parts/chat/prompts.ts'
import { countOn } from '#renderer/parts/skill/skill-words.ts'
import { NOTHING_OFF } from '#renderer/store/choices.ts'
import { SKILLS } from '../../../stories/records.ts'

describe('the usable skills', () => {
  it('count only what can be used here', () => {
    expect(countOn(SKILLS, NOTHING_OFF)).toEqual({ skills: 3, tools: 6 })
  })

  it('suggest at most four first questions, each for a skill that can answer it', () => {
    const prompts = promptsFor(SKILLS)
    expect(prompts).toHaveLength(4)
    expect(prompts.map(({ skill }) => skill)).toEqual(['system', 'disk-care', 'git', 'system'])
    expect(prompts[0]?.text).toBe('How full are my disks?')
    expect(prompts.some(({ skill }) => skill === 'photo-tools')).toBe(false)
    expect(promptsFor([])).toEqual([])
  })
})
