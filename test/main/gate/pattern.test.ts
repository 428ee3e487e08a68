import { describe, expect, it } from 'vitest'
import { compilePattern, estimateProgram, explainPattern } from '#main/gate/pattern'
import { textOf } from '#shared/messages/message'

describe('explainPattern', () => {
  it.each([
    '^a+$',
    '\\d{4}-\\d{2}',
    '^[^\\s/]+$',
    '(?<year>\\d+)',
    '\\u{1F600}',
    '\\\\1',
    '^\\p{L}+$',
    '[\\s\\S]*',
    '^(a+)+$',
    'x{0,1000}',
    '\\/',
  ])('takes %s', (source) => expect(explainPattern(source)).toBeNull())

  it.each([
    ['(?=x)a', 'looks ahead or behind'],
    ['a(?!x)', 'looks ahead or behind'],
    ['(?<=x)a', 'looks ahead or behind'],
    ['(?<!x)a', 'looks ahead or behind'],
    ['(a)\\1', 'refers back'],
    ['(?<n>a)\\k<n>', 'refers back'],
    ['(', 'missing closing )'],
    ['[a', 'missing closing ]'],
    ['a++', 'invalid nested repetition'],
    ['*', 'missing argument'],
    ['((a{100}){100}){100}', 'too large'],
    ['[ab]{1000}'.repeat(30), 'too large'],
    ['a'.repeat(1001), 'longer than'],
  ])('refuses %s and says why', (source, reason) => {
    expect(textOf(explainPattern(source) ?? '')).toContain(reason)
  })
})

describe('compilePattern', () => {
  it.each<[string, string, boolean]>([
    ['\\s', '\u00a0', true],
    ['^\\S+$', 'a\u2003b', false],
    ['^[^\\s]+$', '\ufeff', false],
    ['^[\\S]+$', '\u3000', false],
    ['^.$', '\r', false],
    ['^.$', '\u2028', false],
    ['^.$', '🙂', true],
    ['^a$', 'a\n', false],
    ['[.]', 'x', false],
    ['b', 'abc', true],
    ['^\\w+$', 'é', false],
    ['^[\\w.-]+$', 'a-b.c', true],
  ])('means by %s what JavaScript means: %j', (source, text, isMatch) => {
    expect(compilePattern(source).test(text)).toBe(isMatch)
    expect(new RegExp(source, 'u').test(text)).toBe(isMatch)
  })

  it('takes time in proportion to the text, even with patterns that never end elsewhere', () => {
    const started = performance.now()
    for (const source of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(.*a){20}$', '(x+x+)+y']) {
      expect(compilePattern(source).test(`${'a'.repeat(5000)}!`)).toBe(false)
    }
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('refuses a pattern that is too large without trying it', () => {
    expect(() => compilePattern('(((a{99}){99}){99}){99}')).toThrow('too large')
  })
})

describe('estimateProgram', () => {
  it('multiplies what is repeated, even when nested', () => {
    expect(estimateProgram('abc')).toBe(3)
    expect(estimateProgram('a{10}')).toBe(10)
    expect(estimateProgram('[a-z]{2,50}x')).toBe(51)
    expect(estimateProgram('(ab){10}')).toBe(30)
    expect(estimateProgram('((a{10}){10}){10}')).toBeGreaterThan(1000)
    expect(estimateProgram('a{x}')).toBe(4)
  })
})
