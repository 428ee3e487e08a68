import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { isObject, type Json } from '#shared/json'
import type { DiagnosticCode } from '#shared/messages/diagnostic'
import { readDescriptor, richDescriptor, summarize } from '#test/main/formats/descriptors'
import { pathsOf, replaceAt } from '#test/main/formats/json-edits'

const schema = JSON.parse(readFileSync(new URL('../../../schema/tools.schema.json', import.meta.url), 'utf8')) as Json
const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false, strictRequired: false })
const validate = ajv.compile(schema as object)
const checks = { schema: checkSchema, pattern: checkPattern }

/** What holds between two parts of a descriptor; a schema looks at each alone. */
const ACROSS: readonly DiagnosticCode[] = [
  'TOOL_NO_EXECUTION',
  'EXECUTION_NO_TOOL',
  'NOT_ALLOWLISTED',
  'PARAM_NOT_IN_SCHEMA',
  'TOOL_DUPLICATE',
]

function expectSameVerdict(descriptor: Json): void {
  const { diagnostics } = readDescriptor({ 'tools.json': descriptor }, { checks, scripts: ['find.sh'] })
  const errors = diagnostics.filter(({ severity, code }) => severity === 'error' && !ACROSS.includes(code))
  const isValid = validate(descriptor)
  expect({ isValid, because: ajv.errorsText(validate.errors), descriptor }).toMatchObject({
    isValid: errors.length === 0,
  })
  if (isValid) expect(summarize(errors)).toEqual([])
}

/** The schemas of all fields, by their path. */
function fieldsOf(part: Json | undefined, at: string): [string, Json][] {
  if (!isObject(part)) return []
  const fields = Object.entries(isObject(part.properties) ? part.properties : {})
  const below = [...fields, ...Object.entries(isObject(part.$defs) ? part.$defs : {})]
  return [
    ...fields.map(([name, field]): [string, Json] => [`${at}.${name}`, field]),
    ...below.flatMap(([name, field]) => fieldsOf(field, `${at}.${name}`)),
  ]
}

it('describes every field in a sentence', () => {
  const fields = fieldsOf(schema, '')
  expect(fields.length).toBeGreaterThan(40)
  for (const [path, field] of fields) {
    expect([path, isObject(field) && field.description]).toEqual([path, expect.stringMatching(/^[A-Z].*\.$/)])
  }
})

it('accepts a descriptor with every field', () => {
  expectSameVerdict(richDescriptor() as unknown as Json)
  expect(validate(richDescriptor())).toBe(true)
})

it('agrees with the reader whatever replaces one field', () => {
  const good = richDescriptor() as unknown as Json
  const puts = [null, 5, 1.5, -1, '', 'some text', '\0', [], [null], ['a', 1], {}, { a: 1 }, true, false, undefined]
  for (const path of pathsOf(good)) for (const put of puts) expectSameVerdict(replaceAt(good, path, put))
})

it('agrees with the reader whatever field is added', () => {
  const good = richDescriptor() as unknown as Json
  const names = [
    'denyAll',
    'Restricted',
    'unsafe',
    'filePath',
    'PATHS',
    'colour',
    'binaryWrapper',
    'condition',
    'sideRead',
    'flag',
  ]
  const fields = [
    'denyPattern',
    'readPath',
    'writePath',
    'flagIfTrue',
    'resolveCommand',
    'script',
    'value',
    'kind',
    'split',
  ]
  for (const path of pathsOf(good)) {
    const parent = path.reduce<Json>((value, key) => (value as Record<string, Json>)[key] ?? null, good)
    // A parameter's own schema and the allowlist have no fields of ours.
    if (!isObject(parent) || path.includes('parameters') || path[0] === 'allowlist' || path.includes('whenArg'))
      continue
    for (const name of [...names, ...fields]) {
      for (const put of [true, 'x']) expectSameVerdict(replaceAt(good, path, { ...parent, [name]: put }))
    }
  }
})

it('agrees with the reader on every kind of argument', () => {
  const good = richDescriptor() as unknown as Json
  for (const kind of ['positional', 'flag', 'flagifboolean', 'stdin', 'tempfile', 'workingdir', 'literal', 'Flag', 7]) {
    for (const more of [
      {},
      { param: 'query' },
      { param: 'a b' },
      { value: 'x' },
      { readPath: true },
      { denyPattern: 'x' },
    ]) {
      expectSameVerdict(replaceAt(good, ['execution', 0, 'args'], [{ kind, ...more } as Json]))
      expectSameVerdict(
        replaceAt(good, ['execution', 0, 'args'], [
          { kind, ...more },
          { kind, ...more },
        ] as Json),
      )
    }
  }
})
