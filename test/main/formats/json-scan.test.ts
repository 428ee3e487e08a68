import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readJson } from '#main/formats/json-scan'
import { textOf } from '#shared/messages/message'
import { summarize } from '#test/main/formats/descriptors'

const read = (text: string | Uint8Array) =>
  readJson('tools.json', typeof text === 'string' ? new TextEncoder().encode(text) : text)

it('returns the value of valid JSON without a remark', () => {
  const reading = read('{"a": [1, -2.5e3, true, null, "x\\n"], "b": {"c": {}}}')
  expect(reading.value).toEqual({ a: [1, -2500, true, null, 'x\n'], b: { c: {} } })
  expect(reading.diagnostics).toEqual([])
})

it.each([
  ['an empty file', '', 'is empty'],
  ['spaces alone', ' \n ', 'is empty'],
  ['a comma after the last element', '[1,\n 2,\n]', 'line 3, column 1: there is a comma before the ]'],
  ['a comma after the last field', '{"a": 1,}', 'line 1, column 9: there is a comma before the }'],
  ['a missing comma', '{"a": 1\n "b": 2}', 'line 2, column 2: a comma is missing before "\\"b\\""'],
  ['a missing colon', '{"a" 1}', 'line 1, column 6: expected a : after the key, found "1"'],
  ['a key without quotes', '{a: 1}', 'line 1, column 2: "a" is not a JSON value; texts need double quotes'],
  ['single quotes', "{'a': 1}", 'line 1, column 2: JSON strings need straight double quotes'],
  ['a comment', '{} // x', 'line 1, column 4: JSON has no comments'],
  ['a file that is cut off', '{"a": {', 'the file ends before the { of line 1, column 7 is closed'],
  ['a string that is cut off', '{"a": "x', 'line 1, column 7: the file ends before this string is closed'],
  ['a line break in a string', '["a\nb"]', 'line 1, column 4: a string must end in the line where it starts'],
  ['a tab in a string', '["a\tb"]', 'line 1, column 4: a string contains a control character; write \\u0009'],
  ['an unknown escape', '["C:\\Users"]', 'line 1, column 5: "\\\\U" is not an escape in JSON'],
  ['a number with a leading zero', '[01]', 'line 1, column 2: "01" is not a valid number in JSON'],
  ['a word that is no value', '[True]', 'line 1, column 2: "True" is not a JSON value'],
  ['a second value', '[] []', 'line 1, column 4: found "[" after the end of the JSON value'],
  ['a bracket of the other kind', '[1}', 'line 1, column 3: expected a comma or the end of the [ of line 1'],
])('says in plain words, with line and column, what is wrong with %s', (_name, text, message) => {
  const { value, diagnostics } = read(text)
  expect(value).toBeUndefined()
  expect(summarize(diagnostics)).toEqual(['error JSON_SYNTAX'])
  expect(textOf(diagnostics[0]?.message ?? '')).toContain(message)
})

it('finds each repeated key, with both places and its path', () => {
  const { value, diagnostics } = read('{"a": {"b": 1,\n "b": [{"c": 1, "\\u0063": 2}]},\n "a": 3}')
  expect(value).toBeUndefined()
  expect(summarize(diagnostics)).toEqual([
    'error JSON_DUPLICATE_KEY a.b',
    'error JSON_DUPLICATE_KEY a.b[0].c',
    'error JSON_DUPLICATE_KEY a',
  ])
  expect(textOf(diagnostics[0]?.message ?? '')).toContain('line 1, column 8 and line 2, column 2')
})

it('allows the same key in different objects', () => {
  expect(read('[{"a": 1}, {"a": {"a": 2}}]').diagnostics).toEqual([])
})

it.each([
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
])('takes 64 levels of %s, refuses 65, and does not recurse into 10 000', (_name, open, close) => {
  const nested = (levels: number) => open.repeat(levels) + (open === '[' ? '' : '1') + close.repeat(levels)
  expect(read(nested(64)).diagnostics).toEqual([])
  for (const text of [nested(65), nested(10_000), open.repeat(10_000)]) {
    const { value, diagnostics } = read(text)
    expect(value).toBeUndefined()
    expect(diagnostics.map(({ code }) => code)).toEqual(['JSON_TOO_DEEP'])
  }
})

it('accepts 1 MiB and refuses one byte more', () => {
  const filled = (bytes: number) => `["${'x'.repeat(bytes - 4)}"]`
  expect(read(filled(1024 * 1024)).diagnostics).toEqual([])
  expect(summarize(read(filled(1024 * 1024 + 1)).diagnostics)).toEqual(['error FILE_TOO_LARGE'])
})

it('accepts a byte order mark with a warning, and Windows line ends without one', () => {
  const reading = read('\uFEFF{\r\n"a": 1\r\n}')
  expect(reading.value).toEqual({ a: 1 })
  expect(summarize(reading.diagnostics)).toEqual(['warning BYTE_ORDER_MARK'])
})

it('names the line of the first byte that is not UTF-8', () => {
  const { value, diagnostics } = read(Uint8Array.of(91, 10, 10, 34, 0xe9, 34, 93))
  expect(value).toBeUndefined()
  expect(summarize(diagnostics)).toEqual(['error NOT_UTF8'])
  expect(textOf(diagnostics[0]?.message ?? '')).toContain('line 3')
})

it('keeps __proto__ and constructor as harmless keys of their own', () => {
  const { value } = read('{"__proto__": {"polluted": true}, "constructor": 1}')
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

it('agrees with JSON.parse on 4 000 damaged texts about what is valid', () => {
  const sample = JSON.stringify({ a: [1, -2.5e3, true, null, 'x\\y\n\u2028'], b: { c: '' }, 'd"': [[], {}] }, null, 1)
  const noise = fc.constantFrom(...'{}[]:,"\\/ \n\t019eE+-.truefalsn\0\u0007é“#\'', '\\u00', '"a":1,', '')
  const damage = fc.array(fc.tuple(fc.nat(sample.length), fc.nat(2), noise), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(damage, (cuts) => {
      let text = sample
      for (const [at, removed, put] of cuts) text = text.slice(0, at) + put + text.slice(at + removed)
      const { value, diagnostics } = read(text)
      const codes = diagnostics.map(({ code }) => code)
      const expected = parse(text)
      if (expected === undefined) expect(codes).toEqual([...codes.filter(isDuplicate), 'JSON_SYNTAX'])
      else if (codes.length > 0) expect(codes.every(isDuplicate)).toBe(true)
      else expect(value).toEqual(expected)
    }),
    { numRuns: 4000 },
  )
})

const isDuplicate = (code: string) => code === 'JSON_DUPLICATE_KEY'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
