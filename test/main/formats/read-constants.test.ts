import { describe, expect, it } from 'vitest'
import { readConstants } from '#main/formats/read-constants'

function literalOf(source: string, name = 'X', language: 'js' | 'ts' = 'ts') {
  const reading = readConstants(source, language)
  if ('fault' in reading) return reading.fault
  return reading.constants.get(name)?.value
}

describe('a module that is read without running it', () => {
  it.each([
    [`export const X = "Don't stop"`, "Don't stop"],
    [`const X = "two" + ' parts'`, 'two parts'],
    ['let X = `template`', 'template'],
    [`const X: string = 'typed'`, 'typed'],
    [`const X: Record<string, unknown> = { 'a-b': [1, -2, null, true] } as const`, { 'a-b': [1, -2, null, true] }],
    [`const X = { url: 'https://x.y', text: ', b: c {' }`, { url: 'https://x.y', text: ', b: c {' }],
    [`const X = ({ a: 1 }) satisfies object`, { a: 1 }],
  ])('gives the literal of %s', (source, value) => expect(literalOf(source)).toEqual(value))

  it.each([
    'const X = make()',
    'const X = `a$' + '{b}`',
    'const X = { ...y }',
    'const X = { [k]: 1 }',
    'const X = { __proto__: 1 }',
  ])('gives nothing for %s', (source) => expect(literalOf(source)).toBeUndefined())

  it('reveals its functions, its imports, its default export and the comment at its head', () => {
    const source = `/** @version 1.0.0 */\nimport a from './a.js'\nexport async function execute() {}\nconst main = () => 1\nexport default main`
    const reading = readConstants(source, 'js')
    expect(reading).toMatchObject({ comment: '* @version 1.0.0 ', imports: ['./a.js'], hasDefault: true })
    expect('functions' in reading && [...reading.functions]).toEqual(['execute', 'main'])
  })

  it('gets the line of a syntax error', () => {
    expect(literalOf('const a = 1\nconst = 2')).toMatchObject({ line: 2 })
  })

  it('gives up on values nested too deeply', () => {
    expect(literalOf(`const X = ${'['.repeat(100)}${']'.repeat(100)}`)).toBeUndefined()
  })
})
