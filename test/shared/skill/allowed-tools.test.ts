import { describe, expect, it } from 'vitest'
import { isToolAllowed, matchesGlob, parseAllowedTools } from '#shared/skill/allowed-tools'

const allows = (text: string, name: string, args: unknown = {}, commands: string[] = []) =>
  isToolAllowed(parseAllowedTools(text), { names: [name], commands }, args)

describe('what a tool may call', () => {
  it('depends on the arguments too, and a denial wins (SI-15)', () => {
    const specs = 'file-*(path=src/*) file-write($deny)'
    expect(allows(specs, 'file-read', { path: 'src/x' })).toBe(true)
    expect(allows(specs, 'file-read', { path: 'etc' })).toBe(false)
    expect(allows(specs, 'file-write', { path: 'src/x' })).toBe(false)
    expect(allows('file-write($deny) *', 'file-write')).toBe(false)
  })

  it('requires all conditions of one entry, and a missing argument meets none', () => {
    expect(allows('a(x=1,y=2)', 'a', { x: 1, y: '2' })).toBe(true)
    expect(allows('a(x=1,y=2)', 'a', { x: 1 })).toBe(false)
    expect(allows('a(__proto__=*)', 'a', {})).toBe(false)
    expect(allows('a(x="b, (c)")', 'a', { x: 'b, (c)' })).toBe(true)
    expect(allows('a(x=1,$deny) a', 'a', { x: 1 })).toBe(false)
    expect(allows('a(x=1,$deny) a', 'a', { x: 2 })).toBe(true)
  })

  it('reads a list and an odd object as a text as well', () => {
    expect(allows('a(x=*.env,$deny) a', 'a', { x: ['b', '.env'] })).toBe(false)
    expect(allows('a(x=src/*)', 'a', { x: { toString: 1 } })).toBe(false)
    expect(allows('a(x=*)', 'a', { x: [{ toString: 1 }] })).toBe(true)
  })

  it('matches declared command lines if it is written as Agent Skills do, and nothing else (SI-16)', () => {
    expect(allows('Bash(git:*)', 'Bash')).toBe(false)
    expect(allows('Bash(git:*)', 'log', {}, ['git log'])).toBe(true)
    expect(allows('Bash(git log:*)', 'log', {}, ['git log', 'git push'])).toBe(false)
    expect(allows('Bash(git lo:*)', 'log', {}, ['git log'])).toBe(false)
    expect(parseAllowedTools('Bash(git:*)')).toMatchObject([{ isBroken: true, command: ['git'] }])
  })

  it('names scripts with the program that runs them, or alone, and Bash alone means any command line', () => {
    for (const text of ['Bash(python:*)', 'Bash(python3 scripts/x.py:*)', 'Bash(./scripts/x.py)', 'Bash', 'Bash(*)']) {
      expect(allows(text, 'x', {}, ['python scripts/x.py']), text).toBe(true)
    }
    expect(allows('Bash(node:*)', 'x', {}, ['python scripts/x.py'])).toBe(false)
    expect(allows('Bash(status:*)', 'x', {}, ['git status'])).toBe(false)
    expect(allows('Bash', 'x')).toBe(false)
  })

  it('may be separated by commas, as in many Agent Skills', () => {
    const text = 'Read, Bash(git:*),a(x=1)'
    expect(parseAllowedTools(text).map((spec) => spec.text)).toEqual(['Read', 'Bash(git:*)', 'a(x=1)'])
    expect(allows(text, 'a', { x: 1 })).toBe(true)
  })

  it('is empty if the text is empty, and does not split inside brackets (SI-17)', () => {
    expect(parseAllowedTools('')).toEqual([])
    expect(allows('', 'a')).toBe(false)
    expect(parseAllowedTools(' Bash(git add:*)  Read ').map(({ text }) => text)).toEqual(['Bash(git add:*)', 'Read'])
  })

  it('allows nothing, and still denies, if it cannot be read', () => {
    expect(allows('a(', 'a')).toBe(false)
    expect(allows('a(x) b', 'b')).toBe(true)
    expect(allows('* a($deny', 'a')).toBe(false)
    expect(allows('* a($deny', 'b')).toBe(true)
    expect(allows('a(x=1', 'a', { x: 1 })).toBe(false)
  })
})

it.each([
  ['*', 'anything', true],
  ['a*c', 'abbbc', true],
  ['a*c', 'ab', false],
  ['a?c', 'abc', true],
  ['a.c', 'abc', false],
  ['src/*', 'src/../etc', true],
])('matches %s against %s', (glob, text, matches) => {
  expect(matchesGlob(glob, text)).toBe(matches)
})

it('takes no longer for a pattern built to be slow', () => {
  expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(2000))).toBe(false)
})
