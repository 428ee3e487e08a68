import { describe, expect, it } from 'vitest'
import { readToolsJson } from '#main/formats/tools-json/read-tools-json'
import { anyChecks, oneTool, readDescriptor, richDescriptor, summarize } from '#test/main/formats/descriptors'

/** The arguments of the only tool, without what they have by default. */
function readArgs(args: unknown[]): unknown[] {
  const { tools, diagnostics } = readDescriptor({ 'tools.json': oneTool(args) })
  expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
  return (tools[0]?.runtime.executions[0]?.args ?? []).map((arg) =>
    Object.fromEntries(Object.entries(arg).filter(([, value]) => value !== false)),
  )
}

describe('a valid descriptor', () => {
  it('becomes a tool with every default filled in', () => {
    const { tools, withheld, diagnostics } = readDescriptor({
      'tools.json': {
        tools: [{ name: 'look', parameters: { type: 'object', properties: { x: { type: 'string' } } } }],
        allowlist: { ad: ['run'] },
        execution: [{ tool: 'look', binary: 'ad', subcommand: 'run', args: [{ param: 'x' }] }],
      },
    })
    expect({ withheld, diagnostics }).toEqual({ withheld: [], diagnostics: [] })
    expect(tools).toEqual([
      {
        id: 'sample/look',
        name: 'look',
        modelName: 'look',
        description: '',
        format: 'tools-json',
        source: { skill: 'sample', file: 'tools.json', sha256: 'sha256 of tools.json' },
        params: { type: 'object', properties: { x: { type: 'string' } } },
        runtime: {
          kind: 'command',
          allowlist: { ad: ['run'] },
          executions: [
            {
              binary: 'ad',
              subcommand: 'run',
              args: [
                {
                  kind: 'positional',
                  param: 'x',
                  optional: false,
                  normalizeNewlines: false,
                  allowLeadingDash: false,
                  readPath: false,
                  writePath: false,
                  split: false,
                  disambiguateAfterSkippedPositionals: false,
                },
              ],
              successExitCodes: [0],
              hintConditions: [],
            },
          ],
        },
        limits: { timeoutMs: 120_000 },
        diagnostics: [],
      },
    ])
  })

  it('may leave out every part', () => {
    for (const text of ['{}', '{"tools": []}', '[]']) {
      const files = text === '[]' ? { 'allowlist.json': '{}', 'execution.json': '[]' } : {}
      const { tools, withheld, diagnostics } = readDescriptor({ 'tools.json': text, ...files })
      expect({ tools, withheld, diagnostics }).toEqual({ tools: [], withheld: [], diagnostics: [] })
    }
  })

  it('does not exist without a tools.json', () => {
    expect(readToolsJson({ skill: 'sample', files: new Map(), scripts: new Set() }, anyChecks)).toBeNull()
  })

  it('may name a schema for editors', () => {
    expect(
      readDescriptor({ 'tools.json': oneTool([{ param: 'x' }, { param: 'y' }], {}, { $schema: 'x' }) }).diagnostics,
    ).toEqual([])
  })

  it('puts every field of the later dialect in its tool', () => {
    const { tools, withheld, diagnostics } = readDescriptor(
      { 'tools.json': richDescriptor() },
      { scripts: ['find.sh'] },
    )
    expect({ withheld, diagnostics }).toEqual({ withheld: [], diagnostics: [] })
    expect(tools.map(({ name }) => name)).toEqual(['look', 'count'])
    expect(tools[0]?.limits.timeoutMs).toBe(9000)
    const [first, second] = tools[0]?.runtime.executions ?? []
    expect(second?.when).toBeUndefined()
    expect(first).toMatchObject({
      when: { present: ['query'], absent: ['folder'] },
      successExitCodes: [0, 1, 2],
      maxOutputLines: 100,
      truncationHint: '{kept} of {total}',
      hintConditions: richDescriptor().execution[0]?.hintConditions,
      postProcess: { command: { binary: 'ad', subcommand: 'walk' }, args: ['$query'] },
    })
    expect(first?.args).toMatchObject([
      {
        kind: 'positional',
        param: 'query',
        optional: true,
        absentDefault: 'all',
        normalizeNewlines: true,
        disambiguateAfterSkippedPositionals: true,
        denyPattern: '^secret',
        resolve: {
          script: 'find',
          command: { binary: 'ad', subcommand: '' },
          args: ['$param', '$limit'],
          onFailure: 'reject',
        },
      },
      { kind: 'flag', param: 'limit', flag: '--max-count', allowLeadingDash: true },
      { kind: 'flagifboolean', param: 'deep', flagIfTrue: '--deep', flagIfFalse: '--flat', subcommandOverride: 'walk' },
      { kind: 'stdin', param: 'text', optional: true },
      { kind: 'tempfile', param: 'file', flag: '--file', readPath: true },
      { kind: 'workingdir', param: 'folder', readPath: true },
      { kind: 'literal', value: '--color=never' },
    ])
  })

  it('takes the tool’s timeout if its execution has none', () => {
    const descriptor = oneTool()
    Object.assign(descriptor.tools[0] as object, { timeoutMs: 7 })
    expect(readDescriptor({ 'tools.json': descriptor }).tools[0]?.limits.timeoutMs).toBe(7)
  })

  it('has the longest time of its executions, of which one without a time has that of the tool', () => {
    const run = { tool: 'look', binary: 'ad', subcommand: 'run' }
    const parameters = { type: 'object', properties: { x: { type: 'string' } } }
    const limitOf = (tool: object) =>
      readDescriptor({
        'tools.json': {
          tools: [{ name: 'look', parameters, ...tool }],
          allowlist: { ad: ['run'] },
          execution: [{ ...run, timeoutMs: 1000, paramCondition: { present: ['x'] }, args: [{ param: 'x' }] }, run],
        },
      }).tools[0]?.limits.timeoutMs
    expect([limitOf({}), limitOf({ timeoutMs: 60_000 }), limitOf({ timeoutMs: 10 })]).toEqual([120_000, 60_000, 1000])
  })
})

describe('the name of a flag', () => {
  it.each([
    [{ flag: 'content' }, '--content'],
    [{ flag: '--content' }, '--content'],
    [{ flag: 'n' }, '-n'],
    [{ flag: '-n' }, '-n'],
    [{ flag: '-name' }, '-name'],
    [{ flag: '--n' }, '--n'],
    [{ flag: 'log_dir' }, '--log_dir'],
    [{}, '-x'],
  ])('%j becomes %s', (fields, flag) => {
    expect(readArgs([{ param: 'x', kind: 'flag', ...fields }])).toEqual([{ kind: 'flag', param: 'x', flag }])
  })

  it('is the parameter as written if none is given', () => {
    const properties = { dry_run: { type: 'string' } }
    const descriptor = oneTool([{ param: 'dry_run', kind: 'flag' }])
    Object.assign(descriptor.tools[0]?.parameters as object, { properties })
    const [tool] = readDescriptor({ 'tools.json': descriptor }).tools
    expect(tool?.runtime.executions[0]?.args[0]).toMatchObject({ flag: '--dry_run' })
  })

  it('is used unchanged by flagifboolean, with its spaces', () => {
    expect(readArgs([{ param: 'x', kind: 'flagifboolean', flagIfTrue: '--mode fast' }])).toEqual([
      { kind: 'flagifboolean', param: 'x', flagIfTrue: '--mode fast' },
    ])
  })
})

describe('the dialect of three files', () => {
  const { tools, allowlist, execution } = oneTool([{ param: 'x' }, { param: 'y' }])

  it('is read like the single object', () => {
    const split = readDescriptor({ 'tools.json': tools, 'allowlist.json': allowlist, 'execution.json': execution })
    const whole = readDescriptor({ 'tools.json': { tools, allowlist, execution } })
    expect(split).toEqual(whole)
    expect(split.tools).toHaveLength(1)
  })

  it('names the file and the path within it', () => {
    const { diagnostics } = readDescriptor({
      'tools.json': [...tools, { name: 'no name', parameters: { type: 'object' } }],
      'allowlist.json': { ad: ['run', 5], './evil': ['x'] },
      'execution.json': [...execution, { tool: 'ghost', binary: 'ad', subcommand: 'run' }],
    })
    expect(summarize(diagnostics)).toEqual([
      'error FIELD_TYPE allowlist.json ad[1]',
      'error BINARY_NAME allowlist.json ["./evil"]',
      'error EXECUTION_NO_TOOL execution.json [1].tool',
      'error TOOL_NAME [1].name',
      'error TOOL_NO_EXECUTION [1]',
    ])
  })

  it.each([
    ['allowlist.json', ['error FILE_UNREADABLE allowlist.json', 'error NOT_ALLOWLISTED execution.json [0].binary']],
    ['execution.json', ['error FILE_UNREADABLE execution.json', 'error TOOL_NO_EXECUTION [0]']],
  ])('needs %s', (missing, expected) => {
    const files = { 'tools.json': tools, 'allowlist.json': allowlist, 'execution.json': execution }
    const {
      tools: offered,
      withheld,
      diagnostics,
    } = readDescriptor(Object.fromEntries(Object.entries(files).filter(([name]) => name !== missing)))
    expect(offered).toEqual([])
    expect(withheld.map(({ name }) => name)).toEqual(['look'])
    expect(summarize(diagnostics)).toEqual(expected)
  })

  it('is not mixed with the single object: files next to it are named and not read', () => {
    const reading = readDescriptor({ 'tools.json': { tools, allowlist, execution }, 'allowlist.json': '{}' })
    expect(reading.tools).toHaveLength(1)
    expect(summarize(reading.diagnostics)).toEqual(['info FIELD_UNKNOWN allowlist.json'])
  })
})

it('gives the allowlist no name that the skill did not write', () => {
  const [tool] = readDescriptor({ 'tools.json': oneTool() }).tools
  expect(tool?.runtime.allowlist.constructor).toBeUndefined()
  expect(Object.getPrototypeOf(tool?.runtime.allowlist)).toBeNull()
})
