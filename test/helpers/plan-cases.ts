import fc from 'fast-check'
import type { Json, JsonObject } from '#shared/json'
import type { WrittenCase, WrittenEntry } from '#test/helpers/args-oracle'
import type { World } from '#test/helpers/argv-oracle'
import type { WrittenArg } from '#test/helpers/make-tool'

const NAMES = ['a', 'b', 'query', 'dry_run', 'x']

const awkward = [
  '',
  '-',
  '--',
  '-x',
  '--output=x',
  '-5',
  '-0.5',
  '-1e9',
  '-5.',
  '-0x5',
  '5',
  '1e400',
  '007',
  '9007199254740993',
]
const strange = [
  'true',
  'TRUE',
  'false',
  '$param',
  '$a',
  'a b  c',
  ' -x y',
  'a\\nb\\tc',
  'C:\\new',
  'a\nb',
  '\0',
  'a\ud800',
  '\u202ex',
  'x'.repeat(30),
]

const text = fc.oneof(
  fc.constantFrom(...awkward, ...strange),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
)

const number = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.constantFrom(-0, 0.5, -1.5, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, 1e-7),
)

const anything: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 3, arbitrary: number },
  { weight: 2, arbitrary: fc.boolean() },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom<Json>([], {}, ['-x'], { a: 1 }) },
)

const fitting: Record<string, fc.Arbitrary<Json>> = {
  string: text,
  number: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom<Json>('-5', '0.5', -0.5)),
  integer: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom<Json>('7', '-7')),
  boolean: fc.oneof(fc.boolean(), fc.constantFrom<Json>('true', 'false')),
  enum: fc.constantFrom<Json>('a', 'b', '-x'),
}

/** Mostly what the schema asks for, so that most calls reach the argument list. */
function valueFor({ type, enum: listed }: JsonObject): fc.Arbitrary<Json> {
  const wanted = fitting[listed === undefined ? String(type) : 'enum'] ?? fc.oneof(text, number, fc.boolean())
  return fc.oneof({ weight: 30, arbitrary: wanted }, { weight: 1, arbitrary: anything })
}

const schema: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  ...[{}, {}, { type: 'string' }, { type: 'string' }, { type: 'number' }, { type: 'integer' }, { type: 'boolean' }],
  ...[
    { type: 'string', enum: ['a', 'b', '-x'] },
    { type: 'string', maxLength: 3 },
    { type: 'integer', minimum: 0 },
  ],
)

/** What scripts print, for the stub that replaces them and for the model of the rules. */
export const world: World = {
  allowScripts: true,
  scripts: {
    shout: (given) => `${given.toUpperCase()}\n`,
    option: () => '--output=x',
    negative: () => '-7\n',
    lines: () => '  a\n -b ',
    spaces: () => ' \n\t',
    fails: () => null,
  },
}

/** There in one of `n` cases. */
function sometimes<T>(arbitrary: fc.Arbitrary<T>, n = 2): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: n - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
}

const resolveCommand = fc.record({
  script: fc.constantFrom(...Object.keys(world.scripts), 'missing', '../up'),
  args: fc.constantFrom(['$param'], ['$param', '$a']),
  onFailure: fc.constantFrom('keep', 'keep', 'reject'),
})

const rules = {
  param: fc.constantFrom(...NAMES),
  optional: fc.boolean(),
  normalizeNewlines: fc.boolean(),
  allowLeadingDash: fc.constantFrom(false, false, true),
  absentDefault: sometimes(fc.constantFrom<Json>('d', '-d', 0, true), 4),
  resolveCommand: sometimes(resolveCommand, 5),
  denyPattern: sometimes(fc.constantFrom('x', '^-'), 12),
}

const arg = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(undefined, 'positional'),
      split: fc.boolean(),
      disambiguateAfterSkippedPositionals: fc.boolean(),
      ...rules,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('flag'),
      flag: sometimes(fc.constantFrom('n', '-n', 'name', '--name')),
      ...rules,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{
        kind: fc.constant('flagifboolean'),
        param: rules.param,
        absentDefault: sometimes(fc.constantFrom<Json>(true, 'true', 0)),
      },
      ...{ flagIfTrue: sometimes(fc.constant('--on')), flagIfFalse: sometimes(fc.constant('--off now')) },
      subcommandOverride: sometimes(fc.constantFrom('other words', 'forbidden'), 6),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('stdin', 'tempfile'), ...rules }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('literal'), value: fc.constantFrom('-v', 'fixed', '') }) },
)

function mostly(usual: string, ...others: string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
}

const entry: fc.Arbitrary<WrittenEntry> = fc
  .record({
    binary: mostly('ad', 'git', 'absent'),
    subcommand: mostly('run', 'remote show', '', 'denied'),
    args: fc.array(arg, { maxLength: 4 }),
    when: sometimes(
      fc.record({ present: fc.subarray(NAMES, { maxLength: 2 }), absent: fc.subarray(NAMES, { maxLength: 1 }) }),
      6,
    ),
  })
  .map(({ when, ...rest }) =>
    prune({ ...rest, args: rest.args.map((each) => prune(each) as WrittenArg), ...(when && { when }) }),
  )

/** Drops members that are not there, as in a file. */
function prune<T extends object>(written: T): T {
  return Object.fromEntries(Object.entries(written).filter(([, member]) => member !== undefined)) as T
}

export const writtenTool: fc.Arbitrary<WrittenCase> = fc.record({
  entries: fc.array(entry, { minLength: 1, maxLength: 2 }),
  properties: fc
    .tuple(...NAMES.map(() => schema))
    .map((list) => Object.fromEntries(NAMES.map((name, index) => [name, list[index] ?? {}]))),
  required: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray(NAMES, { maxLength: 2 }) },
  ),
  allowlist: fc.constant<Record<string, string[]>>({ ad: ['run', 'remote show', '', 'other words'], git: ['run'] }),
})

export function callArguments(properties: Record<string, JsonObject>): fc.Arbitrary<unknown> {
  const known = Object.entries(properties).map(([name, each]) => [
    name,
    fc.option(valueFor(each), { nil: undefined, freq: 6 }),
  ])
  const object = fc.record(Object.fromEntries(known) as Record<string, fc.Arbitrary<Json | undefined>>).map(prune)
  const stranger = fc.constantFrom<JsonObject>(
    { strange: 1 },
    JSON.parse('{"__proto__":1}'),
    { a: null },
    { b: { c: [2 ** 60] } },
  )
  return fc.oneof(
    { weight: 40, arbitrary: object },
    { weight: 3, arbitrary: object.map((each) => JSON.stringify(each)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(object, stranger)
        .map(([each, more]) =>
          Object.defineProperties(
            {},
            { ...Object.getOwnPropertyDescriptors(each), ...Object.getOwnPropertyDescriptors(more) },
          ),
        ),
    },
    { weight: 1, arbitrary: fc.oneof(text, number, fc.constantFrom(null, undefined, [], [{}], '[]', '{', '""')) },
  )
}
