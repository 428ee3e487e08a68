import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headingOf, LONGEST_TITLE, textOfHeading, wordsOfTool } from '#shared/skill/tool-words'
import { hasUnseen } from '#shared/visible'
import { root } from '#test/helpers/root'

const find = {
  name: 'files_find',
  description: 'Find files.',
  words: { title: 'Find files', summary: 'Find {name}', past: 'Found {name}' },
}
const now = (args: Parameters<typeof headingOf>[1], tool: Parameters<typeof headingOf>[0] = find) =>
  textOfHeading(headingOf(tool, args).now)

describe('a tool’s own words', () => {
  it('contain the values of the call, each marked as the model’s', () => {
    expect(headingOf(find, { name: 'report.csv' })).toEqual({
      now: [
        { text: 'Find ', origin: 'skill' },
        { text: 'report.csv', origin: 'model' },
      ],
      past: [
        { text: 'Found ', origin: 'skill' },
        { text: 'report.csv', origin: 'model' },
      ],
    })
  })

  it('are only the title if a named parameter has no value that fits on a line', () => {
    for (const args of [{}, { name: '' }, { name: ['a'] }, { name: null }]) expect(now(args)).toBe('Find files')
  })

  it('come from the first clause of the description if there are none', () => {
    const titleOf = (description: string) => wordsOfTool({ name: 'tool_x', description }).title
    expect(titleOf('Show how full the disks are: size, used. Use it when asked.')).toBe('Show how full the disks are')
    expect(titleOf('Changes files: writes a text file, and replaces all that was there.')).toBe('Writes a text file')
    expect(titleOf('')).toBe('tool_x')
    expect(titleOf('x'.repeat(10_000))).toHaveLength(LONGEST_TITLE)
  })

  it('are one short line without hidden characters, whatever a model or a skill wrote', () => {
    const hostile = [
      `a\nb\u202ec\u200b`,
      'x'.repeat(10_000),
      '{name}{name}',
      '\ud800',
      'https://a.example/\u0000',
      '🙂'.repeat(500),
    ]
    for (const text of hostile) {
      for (const heading of [now({ name: text }), now({}, { name: 'n', description: text })]) {
        expect(hasUnseen(heading)).toBe(false)
        expect([...heading].length).toBeLessThanOrEqual(LONGEST_TITLE)
      }
    }
  })

  it('never fill in a value a second time', () => {
    expect(now({ name: '{name}' })).toBe('Find {name}')
  })

  const files = readdirSync(join(root, 'skills'))
    .map((skill) => join(root, 'skills', skill, 'tools.json'))
    .filter((file) => existsSync(file))

  it.each(files)('exist for every tool of %s, in both tenses', (file) => {
    const { tools } = JSON.parse(readFileSync(file, 'utf8')) as {
      tools: { name: string; title?: string; past?: string }[]
    }
    for (const { name, title = '', past = '' } of tools) {
      expect(title, name).toMatch(/^[A-Z].{3,}[^.]$/)
      expect(past, name).toMatch(/^[A-Z].{3,}[^.]$/)
    }
  })
})
