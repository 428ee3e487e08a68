import { describe, expect, it } from 'vitest'
import { BINARY_NAME, dashed, FLAG_NAME, isScriptName, SKILL_NAME, TOOL_NAME } from '#main/formats/names'

describe('the name of a script', () => {
  it.each([
    ...['a', 'resolve-daily-path', 'x.sh', '_x', 'A.b-c_1', 'console', 'com10', 'nullify', 'x'.repeat(64)],
    // The document forbids paths alone.
    ...['my up.sh', 'a b', ' x', '.x', '.hid.sh', '-x', '-', '~', 'é', 'C:x', 'a.sh:ads'],
    ...['x*', 'x?', 'x;y', 'x|y', 'x&', '$x', '`x`', 'x'.repeat(255)],
  ])('may be %s', (name) => expect(isScriptName(name)).toBe(true))

  it.each([
    ...['', '.', '..', '...', '../x', 'x/../y', 'a/b', '/etc/x', 'a\\b', '..\\x', 'C:\\x', '~/x', 'a..b'],
    ...['x.', 'x ', 'x\0', 'x\n', 'x\t', 'CON', 'con', 'PRN', 'aux.sh', 'NUL', 'nul.txt', 'COM1', 'lpt9.sh'],
    ...['x\u200b', 'x\u202e', 'x\ud800', 'x'.repeat(256)],
  ])('may not be %j', (name) => expect(isScriptName(name)).toBe(false))
})

describe('the name of a binary', () => {
  it.each(['git', 'notesmd-cli', 'g++', 'python3.12', '7z', 'a_b', 'X'])('may be %s', (name) => {
    expect(BINARY_NAME.test(name)).toBe(true)
  })

  it.each([
    '',
    './evil',
    '../x',
    '/tmp/x',
    'a/b',
    'C:\\x',
    'git.exe ',
    ' git',
    'git\u200b',
    'git\0',
    'git\n',
    '-x',
    '.x',
    '~x',
    'é',
    'a b',
    '*',
    'x'.repeat(65),
  ])('may not be %j', (name) => expect(BINARY_NAME.test(name)).toBe(false))
})

describe('the name of a flag', () => {
  it.each([
    ['content', '--content'],
    ['--content', '--content'],
    ['-content', '-content'],
    ['n', '-n'],
    ['-n', '-n'],
    ['1', '-1'],
    ['max-count', '--max-count'],
    ['dry_run', '--dry_run'],
    ['a.b:c', '--a.b:c'],
  ])('may be %s, which becomes %s', (name, flag) => {
    expect(FLAG_NAME.test(name)).toBe(true)
    expect(dashed(name)).toBe(flag)
  })

  it.each([
    '',
    '-',
    '--',
    '---x',
    'x; rm',
    'x y',
    '--x=y',
    'x\n',
    'x\0',
    '_x',
    'é',
    '$x',
    '@x',
    '+x',
    '/x',
    'x'.repeat(65),
  ])('may not be %j', (name) => expect(FLAG_NAME.test(name)).toBe(false))
})

it('knows the names of tools and skills', () => {
  for (const name of ['a', 'a_b-C1', '_', 'x'.repeat(64)]) expect(TOOL_NAME.test(name)).toBe(true)
  for (const name of ['', 'a b', 'a.b', 'é', 'a\n', 'x'.repeat(65)]) expect(TOOL_NAME.test(name)).toBe(false)
  for (const name of ['a', 'A.b_c-1', '1', 'x'.repeat(64)]) expect(SKILL_NAME.test(name)).toBe(true)
  for (const name of ['', '-a', '.a', '_a', 'a/b', 'a b', 'a\n', 'x'.repeat(65)])
    expect(SKILL_NAME.test(name)).toBe(false)
})
