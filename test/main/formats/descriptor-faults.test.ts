import { expect, it } from 'vitest'
import { expectFindings, oneTool, readDescriptor, summarize } from '#test/main/formats/descriptors'

const parameters = { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } } }
const execution = (fields: Record<string, unknown>) => oneTool([{ param: 'x' }, { param: 'y' }], fields)
const tool = (fields: Record<string, unknown>) =>
  oneTool([], {}, { tools: [{ name: 'look', parameters: { type: 'object' }, ...fields }] })

const FAULTS: [string, unknown, string[]][] = [
  // The file
  ['a number instead of a descriptor', 5, ['error FIELD_TYPE']],
  ['a key that stands twice', '{"tools": [], "tools": []}', ['error JSON_DUPLICATE_KEY tools']],
  [
    'an unknown field of the root',
    oneTool([{ param: 'x' }, { param: 'y' }], {}, { version: 1 }),
    ['warning FIELD_UNKNOWN version'],
  ],
  [
    'a protecting field of the root',
    oneTool([{ param: 'x' }], {}, { restrictTo: [] }),
    ['error FIELD_PROTECTS restrictTo'],
  ],
  ['a $schema that is no string', { $schema: 1 }, ['error FIELD_TYPE $schema']],
  ['129 tools', { tools: Array(129).fill({}) }, ['error TOO_MANY_TOOLS tools']],
  ['1025 executions', { execution: Array(1025).fill({}) }, ['error TOO_MANY_TOOLS execution']],
  // Tools
  ['tools that are no array', { tools: {} }, ['error FIELD_TYPE tools']],
  ['a tool that is no object', { tools: [5] }, ['error FIELD_TYPE tools[0]']],
  ['a tool without a name', { tools: [{ parameters: { type: 'object' } }] }, ['error FIELD_TYPE tools[0].name']],
  [
    'a tool whose name holds a space',
    { tools: [{ name: 'a b', parameters: { type: 'object' } }] },
    ['error TOOL_NAME tools[0].name', 'error TOOL_NO_EXECUTION tools[0]'],
  ],
  [
    'a tool whose name is too long',
    { tools: [{ name: 'a'.repeat(65), parameters: { type: 'object' } }] },
    ['error TOOL_NAME tools[0].name', 'error TOOL_NO_EXECUTION tools[0]'],
  ],
  ['a tool without an execution', { tools: [{ name: 'look', parameters }] }, ['error TOOL_NO_EXECUTION tools[0]']],
  ['a description that is no string', tool({ description: 5 }), ['error FIELD_TYPE tools[0].description']],
  [
    'a description of 1025 characters',
    tool({ description: 'x'.repeat(1025) }),
    ['warning TEXT_TOO_LONG tools[0].description'],
  ],
  [
    'a description with a zero-width space',
    tool({ description: 'a\u200bb' }),
    ['warning HIDDEN_TEXT tools[0].description'],
  ],
  ['a protecting field of a tool', tool({ restrictPaths: ['/'] }), ['error FIELD_PROTECTS tools[0].restrictPaths']],
  ['no parameters', tool({ parameters: undefined }), ['error FIELD_TYPE tools[0].parameters']],
  ['parameters that are no object', tool({ parameters: [] }), ['error FIELD_TYPE tools[0].parameters']],
  ['nothing in parameters without a type, which are an object', tool({ parameters: {} }), []],
  ['parameters of type string', tool({ parameters: { type: 'string' } }), ['error SCHEMA_INVALID tools[0].parameters']],
  [
    'properties that are no object',
    tool({ parameters: { type: 'object', properties: [] } }),
    ['error SCHEMA_INVALID tools[0].parameters.properties'],
  ],
  [
    'a property that is no schema',
    tool({ parameters: { type: 'object', properties: { 'a-b': 'string' } } }),
    ['error SCHEMA_INVALID tools[0].parameters.properties["a-b"]'],
  ],
  [
    'a parameter whose description is no text',
    tool({ parameters: { type: 'object', properties: { x: { type: 'array', items: { description: 5 } } } } }),
    ['error SCHEMA_INVALID tools[0].parameters.properties.x.items.description'],
  ],
  [
    'required that is no list of names',
    tool({ parameters: { type: 'object', required: true } }),
    ['error SCHEMA_INVALID tools[0].parameters.required'],
  ],
  [
    'a required parameter that is not there',
    tool({ parameters: { type: 'object', required: ['z'] } }),
    ['warning PARAM_NOT_IN_SCHEMA tools[0].parameters.required[0]'],
  ],
  ['a timeout of nothing', tool({ timeoutMs: 0 }), ['error FIELD_TYPE tools[0].timeoutMs']],
  // Allowlist
  ['an allowlist that is no object', { allowlist: [] }, ['error FIELD_TYPE allowlist']],
  ['subcommands that are no array', { allowlist: { ad: 'run' } }, ['error FIELD_TYPE allowlist.ad']],
  ['a subcommand that is no string', { allowlist: { 'ad-x': ['run', 1] } }, ['error FIELD_TYPE allowlist["ad-x"][1]']],
  [
    'an interpreter in the allowlist',
    { allowlist: { sh: ['-c'], git: ['log', '-c'] } },
    ['warning ANY_CODE allowlist.sh[0]', 'warning ANY_CODE allowlist.git[1]'],
  ],
  // Executions
  ['an execution that is no object', { execution: [null] }, ['error FIELD_TYPE execution[0]']],
  [
    'an execution without a tool',
    { execution: [{ binary: 'ad', subcommand: '' }], allowlist: { ad: [''] } },
    ['error FIELD_TYPE execution[0].tool'],
  ],
  [
    'an execution of a tool that is not there',
    { execution: [{ tool: 'ghost', binary: 'ad', subcommand: '' }], allowlist: { ad: [''] } },
    ['error EXECUTION_NO_TOOL execution[0].tool'],
  ],
  [
    'two executions of one tool',
    oneTool([], {}, { execution: [oneTool().execution[0], oneTool().execution[0]] }),
    ['error TOOL_DUPLICATE execution[1].tool'],
  ],
  ['no binary', execution({ binary: undefined }), ['error FIELD_TYPE execution[0].binary']],
  ['no subcommand', execution({ subcommand: undefined }), ['error FIELD_TYPE execution[0].subcommand']],
  ['a binary that is not allowlisted', execution({ binary: 'rm' }), ['error NOT_ALLOWLISTED execution[0].binary']],
  [
    'a subcommand that is not allowlisted',
    execution({ subcommand: 'Run' }),
    ['error NOT_ALLOWLISTED execution[0].subcommand'],
  ],
  [
    'a binary named like a property of every object',
    execution({ binary: 'constructor' }),
    ['error NOT_ALLOWLISTED execution[0].binary'],
  ],
  ['an unknown field of an execution', execution({ sideRead: true }), ['warning FIELD_UNKNOWN execution[0].sideRead']],
  ['a wrapper', execution({ binaryWrapper: ['nix'] }), ['error FIELD_PROTECTS execution[0].binaryWrapper']],
  [
    'a condition on installed programs',
    execution({ condition: { binGroup: 0 } }),
    ['warning FIELD_UNKNOWN execution[0].condition', 'error TOOL_NO_EXECUTION tools[0]'],
  ],
  [
    'a parameter condition without parameters',
    execution({ paramCondition: { present: [] } }),
    ['error FIELD_TYPE execution[0].paramCondition'],
  ],
  [
    'a condition on an unknown parameter',
    execution({ paramCondition: { present: ['x', 'z'] } }),
    ['error PARAM_NOT_IN_SCHEMA execution[0].paramCondition.present[1]'],
  ],
  [
    'an exit code that is none',
    execution({ successExitCodes: [1, -1] }),
    ['error FIELD_TYPE execution[0].successExitCodes[1]'],
  ],
  ['half a line of output', execution({ maxOutputLines: 0.5 }), ['error FIELD_TYPE execution[0].maxOutputLines']],
  [
    'a hint without a condition',
    execution({ hintConditions: [{ hint: 'x' }] }),
    ['error FIELD_TYPE execution[0].hintConditions[0].match'],
  ],
  [
    'a hint that says nothing',
    execution({ hintConditions: [{ exitCode: 1 }] }),
    ['error FIELD_TYPE execution[0].hintConditions[0].hint'],
  ],
  [
    'a hint on an unknown parameter',
    execution({ hintConditions: [{ whenArg: { z: 1 }, hint: 'x' }] }),
    ['warning PARAM_NOT_IN_SCHEMA execution[0].hintConditions[0].whenArg.z'],
  ],
  [
    'a post process that names nothing',
    execution({ postProcess: {} }),
    ['error FIELD_TYPE execution[0].postProcess.script'],
  ],
]

it.each(FAULTS)('finds %s at its place', (_name, descriptor, expected) => expectFindings(descriptor, expected))

it('reports a parameter that nothing uses, and offers the tool anyway', () => {
  const { tools, diagnostics } = readDescriptor({ 'tools.json': oneTool() })
  expect(tools).toHaveLength(1)
  expect(summarize(diagnostics)).toEqual(['info PARAM_UNUSED tools[0].parameters.properties.y'])
})

it('counts a parameter as used wherever it is named', () => {
  const uses = [
    oneTool([{ param: 'x', resolveCommand: { script: 's', args: ['$y'] } }]),
    execution({ args: [{ param: 'x' }], paramCondition: { absent: ['y'] } }),
    execution({ args: [{ param: 'x' }], postProcess: { script: 's', args: ['$y'] } }),
    execution({ args: [{ param: 'x' }], hintConditions: [{ exitCode: 1, hint: 'Not {y}.' }] }),
    execution({ args: [{ param: 'x' }], hintConditions: [{ whenArg: { y: '1' }, hint: 'No.' }] }),
  ]
  for (const descriptor of uses) {
    expect(readDescriptor({ 'tools.json': descriptor }, { scripts: ['s'] }).diagnostics).toEqual([])
  }
})
