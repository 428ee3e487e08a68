import { describe, expect, it } from 'vitest'
import { templateOf } from '#renderer/parts/call/tool-template.ts'
import { SKILLS } from '../../../stories/records.ts'

describe('the template of a tool', () => {
  it('shows each tool as the command it would make, with what is optional in one piece', () => {
    const tool = SKILLS.find(({ name }) => name === 'photo-tools')?.tools[1]
    const [execution] = tool?.runtime.executions ?? []
    expect(
      execution &&
        templateOf(execution).map(({ isOptional, words }) => [isOptional, words.map(({ text }) => text).join(' ')]),
    ).toEqual([
      [false, 'magick'],
      [false, 'file'],
      [true, '-resize size'],
      [false, 'target'],
    ])
  })
})
