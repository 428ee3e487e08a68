import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { readPlainYaml } from '#main/formats/frontmatter'

const values = [
  ...[
    'a',
    'b-c',
    'x y',
    "it's fine",
    'a, b',
    'x.',
    'true',
    'Null',
    'no',
    '~',
    '1',
    '1.5',
    '.inf',
    '"x y"',
    '"a: b"',
    '"#"',
    "'q'",
  ],
  ...[
    '[a, b]',
    '[a,b]',
    '[true, a]',
    '[a, 1]',
    '[]',
    '{}',
    'a: b',
    'a #c',
    '- x',
    '-',
    '?',
    '/p',
    'é',
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '',
  ],
]
const key = fc.constantFrom(
  'name',
  'description',
  'metadata',
  'requires',
  'bins',
  'null',
  'true',
  'a b',
  '1',
  '"q"',
  '__proto__',
)
const value = fc.option(fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 4 })), { nil: undefined })
const plain = fc.tuple(
  fc.constantFrom('name', 'a', 'b', 'c'),
  fc.constantFrom('a', 'x y', '"a: b"', '[a, b]', undefined),
)
const indent = fc.constantFrom('', '', '', '  ', '  ', '    ', ' ', '\t')
const line = fc
  .tuple(indent, fc.oneof({ weight: 4, arbitrary: plain }, fc.tuple(key, value)))
  .map(([space, [name, text]]) => `${space}${name}:${text === undefined ? '' : ` ${text}`}\n`)

it('returns what the library returns, or leaves the text to it', () => {
  let read = 0
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const source = lines.join('')
      const plain = readPlainYaml(source)
      if (plain === null) return
      read += 1
      const document = parseDocument(source, { version: '1.2', schema: 'core', logLevel: 'silent' })
      expect([...document.errors, ...document.warnings]).toEqual([])
      expect(JSON.stringify(plain)).toBe(JSON.stringify(document.toJS()))
    }),
    { numRuns: 5000 },
  )
  expect(read).toBeGreaterThan(50)
})

it('reads the frontmatter most skills have', () => {
  const source =
    'name: git\ndescription: "Reads a repository: status, log."\nmetadata:\n  requires:\n    bins: [git, less]\n'
  expect(readPlainYaml(source)).toEqual({
    name: 'git',
    description: 'Reads a repository: status, log.',
    metadata: { requires: { bins: ['git', 'less'] } },
  })
})
