import { expect } from 'vitest'
import type { Checks, SkillFiles } from '#main/formats/format'
import { readToolsJson, type ToolsJsonReading } from '#main/formats/tools-json/read-tools-json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'

export const anyChecks: Checks = { schema: () => null, pattern: () => null }

/** Reads a descriptor that is given as values; a string is taken as the file's text. */
export function readDescriptor(
  files: Record<string, unknown>,
  { checks = anyChecks, scripts = [] as string[] } = {},
): ToolsJsonReading {
  const read: SkillFiles['files'] = new Map(
    Object.entries(files).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return [name, { bytes: new TextEncoder().encode(text), sha256: `sha256 of ${name}` }]
    }),
  )
  const reading = readToolsJson({ skill: 'sample', files: read, scripts: new Set(scripts) }, checks)
  return reading ?? { tools: [], withheld: [], diagnostics: [], page: null }
}

/** `error NOT_ALLOWLISTED tools.json execution[0].binary`, without the file where it is tools.json. */
export function summarize(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, code, file, path }) =>
    [severity, code, ...(file === 'tools.json' ? [] : [file]), ...(path === '' ? [] : [path])].join(' '),
  )
}

/** One tool `look` that runs `ad run`, with whatever a test wants to be different. */
export function oneTool(
  args: unknown[] = [{ param: 'x' }],
  execution: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
) {
  return {
    tools: [
      {
        name: 'look',
        description: 'Looks.',
        parameters: { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } } },
      },
    ],
    allowlist: { ad: ['run', 'other'] },
    execution: [{ tool: 'look', binary: 'ad', subcommand: 'run', args, ...execution }],
    ...more,
  }
}

/** Every field this reader knows, each with a value that is right. */
export function richDescriptor() {
  return {
    $schema: '../../schema/tools.schema.json',
    tools: [
      {
        name: 'look',
        description: 'Looks something up.',
        timeoutMs: 5000,
        parameters: {
          type: 'object',
          required: ['query'],
          properties: {
            query: { type: 'string', description: 'What to look for' },
            limit: { type: 'integer' },
            deep: { type: 'boolean' },
            text: { type: 'string' },
            file: { type: 'string' },
            folder: { type: 'string' },
          },
        },
      },
      { name: 'count', parameters: { type: 'object', properties: { query: { type: 'string' } } } },
    ],
    allowlist: { ad: ['run', 'walk', ''], 'other-tool': ['remote show'] },
    execution: [
      {
        tool: 'look',
        binary: 'ad',
        subcommand: 'run',
        paramCondition: { present: ['query'], absent: ['folder'] },
        successExitCodes: [1, 2],
        maxOutputLines: 100,
        truncationHint: '{kept} of {total}',
        hintConditions: [
          { match: 'none', exitCode: 'nonzero', notEmpty: true, whenArg: { query: 'x' }, hint: 'Try {query}.' },
          { exitCode: 3, hint: 'Three.' },
        ],
        postProcess: { binary: 'ad', subcommand: 'walk', args: ['$query'] },
        timeoutMs: 9000,
        args: [
          {
            param: 'query',
            kind: 'positional',
            normalizeNewlines: true,
            optional: true,
            absentDefault: 'all',
            split: false,
            disambiguateAfterSkippedPositionals: true,
            allowLeadingDash: false,
            denyPattern: '^secret',
            resolveCommand: {
              script: 'find',
              binary: 'ad',
              subcommand: '',
              args: ['$param', '$limit'],
              onFailure: 'reject',
            },
          },
          { param: 'limit', kind: 'flag', flag: 'max-count', allowLeadingDash: true },
          {
            param: 'deep',
            kind: 'flagifboolean',
            flagIfTrue: '--deep',
            flagIfFalse: '--flat',
            subcommandOverride: 'walk',
          },
          { param: 'text', kind: 'stdin', optional: true },
          { param: 'file', kind: 'tempfile', flag: '--file', readPath: true, writePath: false },
          { param: 'folder', kind: 'workingdir' },
          { kind: 'literal', value: '--color=never' },
        ],
      },
      { tool: 'look', binary: 'other-tool', subcommand: 'remote show', args: [{ param: 'folder' }] },
      { tool: 'count', binary: 'ad', subcommand: 'walk', args: [{ param: 'query', kind: 'flag' }] },
    ],
  }
}

/** Reads a descriptor with one fault: what is found is exactly this, and an error withholds what it is about. */
export function expectFindings(descriptor: unknown, expected: string[]): void {
  const { tools, withheld, diagnostics } = readDescriptor({ 'tools.json': descriptor }, { scripts: ['s.sh'] })
  expect(summarize(diagnostics.filter(({ severity }) => severity !== 'info'))).toEqual(expected)
  if (expected.some((line) => line.startsWith('error'))) expect(tools).toEqual([])
  else expect(withheld).toEqual([])
  for (const { message, remedy } of diagnostics)
    expect(`${textOf(message)} ${textOf(remedy)}`).toMatch(/^\S.*[.:] \S.*[.?]$/s)
}
