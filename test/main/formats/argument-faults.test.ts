import { expect, it } from 'vitest'
import { asReported, textOf } from '#shared/messages/message'
import { expectFindings, oneTool, readDescriptor } from '#test/main/formats/descriptors'

const properties = { x: { type: 'string' }, y: { type: 'string' } }
const arg = (fields: Record<string, unknown>) => oneTool([{ param: 'x', ...fields }, { param: 'y' }])
const execution = (fields: Record<string, unknown>) => oneTool([{ param: 'x' }, { param: 'y' }], fields)
const ARG = 'execution[0].args[0]'

const FAULTS: [string, unknown, string[]][] = [
  ['args that are no array', execution({ args: {} }), ['error FIELD_TYPE execution[0].args']],
  ['an argument that is no object', oneTool(['x']), ['error FIELD_TYPE execution[0].args[0]']],
  ['an argument without a parameter', oneTool([{}]), [`error FIELD_TYPE ${ARG}.param`]],
  ['a parameter that is not in the schema', oneTool([{ param: 'z' }]), [`error PARAM_NOT_IN_SCHEMA ${ARG}.param`]],
  ['a kind in other letters', arg({ kind: 'Positional' }), [`error KIND_UNKNOWN ${ARG}.kind`]],
  ['a kind that is no string', arg({ kind: null }), [`error FIELD_TYPE ${ARG}.kind`]],
  ['a flag with a command in it', arg({ kind: 'flag', flag: 'x; rm' }), [`error FLAG_NAME ${ARG}.flag`]],
  ['a flag with a value in it', arg({ kind: 'flag', flag: '--x=y' }), [`error FLAG_NAME ${ARG}.flag`]],
  ['a flag with a line break', arg({ kind: 'flag', flag: 'x\n' }), [`error FLAG_NAME ${ARG}.flag`]],
  [
    'a parameter that cannot be a flag',
    oneTool(
      [{ param: '_x', kind: 'flag' }, { param: 'x' }, { param: 'y' }],
      {},
      { tools: [{ name: 'look', parameters: { type: 'object', properties: { ...properties, _x: {} } } }] },
    ),
    [`error FLAG_NAME ${ARG}.param`],
  ],
  [
    'a NUL in a flag',
    arg({ kind: 'flagifboolean', flagIfTrue: '-\0' }),
    ['warning HIDDEN_TEXT execution[0].args[0].flagIfTrue', `error FIELD_TYPE ${ARG}.flagIfTrue`],
  ],
  [
    'half a character in a literal',
    oneTool([{ kind: 'literal', value: '\ud800' }, { param: 'x' }, { param: 'y' }]),
    [`error FIELD_TYPE ${ARG}.value`],
  ],
  [
    'a literal without a value',
    oneTool([{ kind: 'literal' }, { param: 'x' }, { param: 'y' }]),
    [`error FIELD_TYPE ${ARG}.value`],
  ],
  ['a switch that switches nothing', arg({ kind: 'flagifboolean' }), [`warning FLAG_NAME ${ARG}`]],
  [
    'a switch with an empty side',
    arg({ kind: 'flagifboolean', flagIfTrue: '-x', flagIfFalse: '' }),
    [`warning FLAG_NAME ${ARG}.flagIfFalse`],
  ],
  [
    'another subcommand that is not allowlisted',
    arg({ kind: 'flagifboolean', subcommandOverride: 'x' }),
    [`error NOT_ALLOWLISTED ${ARG}.subcommandOverride`],
  ],
  ['a misspelt field', arg({ normaliseNewlines: true }), [`warning FIELD_UNKNOWN ${ARG}.normaliseNewlines`]],
  ['a field of another kind', arg({ flagIfTrue: '-x' }), [`warning FIELD_UNKNOWN ${ARG}.flagIfTrue`]],
  [
    'a protection on a switch',
    arg({ kind: 'flagifboolean', flagIfTrue: '-x', readPath: true }),
    [`error FIELD_PROTECTS ${ARG}.readPath`],
  ],
  ['denyResolveCommand', arg({ denyResolveCommand: {} }), [`error FIELD_PROTECTS ${ARG}.denyResolveCommand`]],
  ['denyAlwaysResolve', arg({ denyAlwaysResolve: true }), [`error FIELD_PROTECTS ${ARG}.denyAlwaysResolve`]],
  ['unsafePath', arg({ unsafePath: false }), [`error FIELD_PROTECTS ${ARG}.unsafePath`]],
  ['a path field in other letters', arg({ readpath: true }), [`error FIELD_PROTECTS ${ARG}.readpath`]],
  ['a default that is an array', arg({ absentDefault: [] }), [`error FIELD_TYPE ${ARG}.absentDefault`]],
  [
    'two arguments for standard input',
    oneTool([
      { param: 'x', kind: 'stdin' },
      { param: 'y', kind: 'stdin' },
    ]),
    ['error FIELD_TYPE execution[0].args[1].kind'],
  ],
  [
    'two working directories',
    oneTool([
      { param: 'x', kind: 'workingdir' },
      { param: 'y', kind: 'workingdir' },
    ]),
    ['error FIELD_TYPE execution[0].args[1].kind'],
  ],
  // Resolvers
  ['a resolver that is no object', arg({ resolveCommand: 'x' }), [`error FIELD_TYPE ${ARG}.resolveCommand`]],
  ['a resolver that names nothing', arg({ resolveCommand: {} }), [`error FIELD_TYPE ${ARG}.resolveCommand.script`]],
  [
    'a resolver with half a command',
    arg({ resolveCommand: { binary: 'ad' } }),
    [`error FIELD_TYPE ${ARG}.resolveCommand.subcommand`],
  ],
  [
    'a resolver with the other half',
    arg({ resolveCommand: { subcommand: 'run' } }),
    [`error FIELD_TYPE ${ARG}.resolveCommand.binary`],
  ],
  [
    'a resolver with a path as binary',
    arg({ resolveCommand: { binary: '/bin/ad', subcommand: 'run' } }),
    [`error BINARY_NAME ${ARG}.resolveCommand.binary`],
  ],
  [
    'a resolver that is not allowlisted',
    arg({ resolveCommand: { binary: 'ad', subcommand: 'x' } }),
    [`error NOT_ALLOWLISTED ${ARG}.resolveCommand.subcommand`],
  ],
  [
    'a resolver with a number among its args',
    arg({ resolveCommand: { script: 's', args: ['a', 1] } }),
    [`error FIELD_TYPE ${ARG}.resolveCommand.args[1]`],
  ],
  [
    'a resolver that asks for an unknown parameter',
    arg({ resolveCommand: { script: 's', args: ['$z'] } }),
    [`warning PARAM_NOT_IN_SCHEMA ${ARG}.resolveCommand.args[0]`],
  ],
  [
    'a resolver with another word for its failure',
    arg({ resolveCommand: { script: 's', onFailure: 'stop' } }),
    [`error FIELD_TYPE ${ARG}.resolveCommand.onFailure`],
  ],
  [
    'a script that is not there',
    arg({ resolveCommand: { script: 'gone' } }),
    [`warning SCRIPT_MISSING ${ARG}.resolveCommand.script`],
  ],
  [
    'a post process script that is not there',
    execution({ postProcess: { script: 'gone' } }),
    ['warning SCRIPT_MISSING execution[0].postProcess.script'],
  ],
]

const BAD_SCRIPT_NAMES = ['../x', 'a/b', 'a\\b', 'a..b', '..', '.', '', 'CON', 'nul.sh', '/etc/x', 'x.', 'x ']

it.each(FAULTS)('finds %s at its place', (_name, descriptor, expected) => expectFindings(descriptor, expected))

it.each(BAD_SCRIPT_NAMES)('never runs a script named %j, and offers the tool anyway', (script) => {
  expectFindings(arg({ resolveCommand: { script } }), [`warning SCRIPT_NAME ${ARG}.resolveCommand.script`])
})

it.each(['my up', '.hid.sh', 'a b.sh', '~', '-x', 'à la carte', 'a.sh:ads'])('takes a script named %j', (script) => {
  expectFindings(arg({ resolveCommand: { script } }), [`warning SCRIPT_MISSING ${ARG}.resolveCommand.script`])
})

it('finds a script by its name with and without .sh', () => {
  for (const script of ['s', 's.sh']) {
    const { diagnostics } = readDescriptor({ 'tools.json': arg({ resolveCommand: { script } }) }, { scripts: ['s.sh'] })
    expect(diagnostics).toEqual([])
  }
})

it('withholds a tool whose denyPattern does not compile, and says why', () => {
  const checks = { schema: () => null, pattern: (source: string) => asReported(`it is ${source.length} long`) }
  const { withheld } = readDescriptor({ 'tools.json': arg({ denyPattern: '((' }) }, { checks })
  expect(withheld[0]?.diagnostic).toMatchObject({ code: 'FIELD_PROTECTS', path: `${ARG}.denyPattern` })
  expect(textOf(withheld[0]?.diagnostic.message ?? '')).toContain('it is 2 long')
})

it('withholds a tool whose schema does not compile, even if the compiler throws', () => {
  const checks = {
    schema: () => {
      throw new Error('too many levels')
    },
    pattern: () => null,
  }
  const { withheld } = readDescriptor({ 'tools.json': arg({}) }, { checks })
  expect(withheld[0]?.diagnostic).toMatchObject({ code: 'SCHEMA_INVALID', path: 'tools[0].parameters' })
  expect(textOf(withheld[0]?.diagnostic.message ?? '')).toContain('too many levels')
})

it('names the field that was probably meant', () => {
  const { diagnostics } = readDescriptor({ 'tools.json': arg({ normaliseNewlines: true }) })
  expect(textOf(diagnostics[0]?.remedy ?? '')).toContain('"normalizeNewlines"')
})
