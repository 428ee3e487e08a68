import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolsJsonReading } from '#main/formats/tools-json/read-tools-json'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { isObject, type Json } from '#shared/json'
import { readDescriptor, richDescriptor } from '#test/main/formats/descriptors'
import { pathsOf, replaceAt } from '#test/main/formats/json-edits'

const checks = { schema: checkSchema, pattern: checkPattern }
const scripts = ['find.sh']
const read = (descriptor: Json) => readDescriptor({ 'tools.json': descriptor }, { checks, scripts })

/** What holds for every descriptor there is. */
function expectSound(descriptor: Json, { tools, withheld, diagnostics }: ToolsJsonReading): void {
  const offered = tools.map(({ name }) => name)
  expect(new Set(offered).size).toBe(offered.length)
  for (const { diagnostic } of withheld) {
    expect(diagnostic.severity).toBe('error')
    expect(diagnostics).toContain(diagnostic)
  }
  for (const tool of tools) expect(tool.diagnostics.map(({ severity }) => severity)).not.toContain('error')
  const parts = isObject(descriptor) ? descriptor : { tools: descriptor }
  const declared = Array.isArray(parts.tools) ? parts.tools : []
  const executions = Array.isArray(parts.execution) ? parts.execution : []
  if (diagnostics.every(({ code }) => code !== 'TOO_MANY_TOOLS'))
    expect(tools.length + withheld.length).toBe(declared.length)
  for (const { severity, path } of diagnostics) {
    if (severity !== 'error') continue
    const [, part, index] = /^(tools|execution)\[(\d+)\]/.exec(path) ?? []
    const entry = part === 'tools' ? declared[Number(index)] : executions[Number(index)]
    const name = isObject(entry) ? entry[part === 'tools' ? 'name' : 'tool'] : undefined
    if (part) expect(offered).not.toContain(name)
  }
}

const REPLACEMENTS: [string, Json | undefined][] = [
  ['null', null],
  ['a number', 5],
  ['a string', 'text'],
  ['an array', []],
  ['an object', {}],
  ['true', true],
  ['nothing', undefined],
]

describe('a valid descriptor with one field replaced', () => {
  const good = richDescriptor() as unknown as Json
  const paths = pathsOf(good)

  it('offers everything if nothing is replaced', () => {
    const { tools, diagnostics } = read(good)
    expect(tools).toHaveLength(2)
    expect(diagnostics).toEqual([])
  })

  it.each(REPLACEMENTS)('stays sound with each of its fields replaced by %s', (_name, value) => {
    for (const path of paths) {
      const descriptor = replaceAt(good, path, value)
      expectSound(descriptor, read(descriptor))
    }
  })

  it('reports a wrong type at the field that has it', () => {
    const free = /^tools\[\d\]\.parameters\.|whenArg\.|absentDefault$/
    for (const path of paths) {
      const at = path.map((key, index) => (typeof key === 'number' ? `[${key}]` : nameKey(key, index))).join('')
      if (free.test(at) || at === '') continue
      const { diagnostics } = read(replaceAt(good, path, null))
      expect(diagnostics.filter(({ severity }) => severity === 'error').map((found) => found.path)).toContain(at)
    }
  })
})

const nameKey = (key: string, index: number) =>
  /^[\w$]+$/.test(key) ? `${index === 0 ? '' : '.'}${key}` : `["${key}"]`

describe('generated descriptors', () => {
  const numRuns = process.env.SKILLET_LONG ? 20_000 : 2000
  const seed = Date.now() & 0x7fffffff
  const good = richDescriptor() as unknown as Json
  const paths = pathsOf(good)
  const names = [...new Set(paths.flatMap((path) => path.filter((key) => typeof key === 'string')))]
  const word = fc.constantFrom(
    'look',
    'count',
    'ad',
    'run',
    'walk',
    'query',
    'folder',
    'positional',
    'flag',
    'literal',
    'object',
    '',
    'rm',
    '-x',
    '../x',
    '\0',
    '\u202e',
    '$query',
    '__proto__',
    'constructor',
  )
  const key = fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom('denyAll', 'filePath', '__proto__', 'constructor', 'a b', '\u200b', 'x'),
  )
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(word, fc.string(), fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300), fc.integer()),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }))
  const edit = fc.tuple(fc.nat(paths.length - 1), fc.option(value, { nil: undefined }))

  it(`are handled without an exception, ${numRuns} of them with seed ${seed}`, () => {
    const edited = fc
      .array(edit, { minLength: 1, maxLength: 4 })
      .map((edits) => edits.reduce<Json>((descriptor, [at, put]) => replaceAt(descriptor, paths[at] ?? [], put), good))
    const wild = fc.record(
      { tools: value, allowlist: value, execution: value },
      { requiredKeys: [], noNullPrototype: true },
    )
    let offered = 0
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: edited }, { weight: 1, arbitrary: wild as fc.Arbitrary<Json> }),
        (descriptor) => {
          const reading = read(descriptor)
          expectSound(descriptor, reading)
          offered += reading.tools.length
        },
      ),
      { numRuns, seed },
    )
    // Of no use if nearly everything were withheld.
    expect(offered).toBeGreaterThan(numRuns / 4)
  }, 120_000)

  it('with a megabyte of mistakes report the first thousand, and whatever withholds a tool', () => {
    const tools = Array.from({ length: 120 }, (_, index) => ({ name: `t${index}`, parameters: { type: 'object' } }))
    const noise = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`unknown${index}`, 1]))
    const execution = tools.map(({ name }) => ({ tool: name, binary: 'no', subcommand: '', ...noise }))
    const { withheld, diagnostics } = read({ tools, execution })
    expect(withheld).toHaveLength(120)
    expect(diagnostics.length).toBeLessThan(1200)
    expect(diagnostics.map(({ code }) => code)).toContain('NOT_LISTED')
    for (const { diagnostic } of withheld) expect(diagnostics).toContain(diagnostic)
  })
})
