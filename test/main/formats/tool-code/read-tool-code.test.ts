import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toolCode } from '#main/formats/tool-code/read-tool-code'
import { checkPattern, checkSchema } from '#main/gate/schema'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { CodeRuntime, Tool } from '#shared/skill/tool'
import { FIXTURES } from '#test/helpers/open-test-core'
import { body, makeToolCode } from '#test/helpers/tool-code'

const CHECKS = { schema: checkSchema, pattern: checkPattern }
const example = (n: number) => readFileSync(join(FIXTURES, 'tool-code', `example-${n}.json`), 'utf8')

async function read(files: Record<string, string | JsonObject>) {
  const entries = Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
    return [name, { bytes, sha256: hash('sha256', bytes) }] as const
  })
  const reading = await toolCode.read({ skill: 'sample', files: new Map(entries), scripts: new Set() }, CHECKS)
  if (!reading) throw new Error('nothing of this format')
  const found = reading.diagnostics.map(({ severity, path, message }) => `${severity} ${path}: ${textOf(message)}`)
  return { ...reading, found, tools: reading.tools as Tool<CodeRuntime>[] }
}

const one = async (context: JsonObject, source = body('return 1')) =>
  read({ 'a.tool.json': makeToolCode(source, context) })

const withCode = (text: string, name: string) => {
  const document = JSON.parse(text.replace(/^\s*\/\/.*$/gm, '').replace(/",\s*\n(\s*\n)*\s*\}/g, '"\n}')) as JsonObject
  const context = document.context as JsonObject
  return { ...document, context: { ...context, name, code: { language: 'typescript', source: body('return input') } } }
}

describe('the examples of the document', () => {
  it.each([1, 2, 3])('TC-29 lack only their code: %i', async (n) => {
    const { tools, withheld, found } = await read({ [`${n}.json`]: example(n) })
    expect(tools).toEqual([])
    expect(withheld).toHaveLength(1)
    expect(found.filter((each) => each.startsWith('error'))).toEqual([expect.stringContaining('error context.code: ')])
  })

  it('ask to start with their priority and dependency when they have code', async () => {
    const { tools } = await read({
      'a.json': withCode(example(1), 'openrouter_models_sync'),
      'b.json': withCode(example(2), 'scheduler'),
      'c.json': withCode(example(3), 'health_monitor'),
    })
    expect(tools.map(({ name, code }) => [name, code?.bootstrap])).toEqual([
      ['openrouter_models_sync', { mode: 'once', priority: 50, waitFor: [], input: { force_refresh: false } }],
      ['scheduler', { mode: 'continuous', priority: 100, waitFor: [], input: {} }],
      ['health_monitor', { mode: 'continuous', priority: 75, waitFor: ['scheduler'], input: {} }],
    ])
  })

  it('C20 allow the comment in example 4', async () => {
    const { found } = await read({ 'd.json': example(4) })
    expect(found).toContainEqual(expect.stringMatching(/^info : The file has comments/))
    expect(found.filter((each) => each.startsWith('error'))).toEqual([expect.stringContaining('error context.code: ')])
  })
})

describe('a file of tool.code.v1', () => {
  it('is a tool with everything it declares', async () => {
    const { tools, found, code, page } = await one({
      name: 'echo',
      required_secrets: ['K'],
      limits: { memory_mb: 64, timeout_ms: 5000 },
      permissions: { network: ['api.test:8443', 'https://b.test'], breadcrumbs: { read: ['a.v1'], write: [] } },
      examples: [{ input: { a: 1 }, output: { b: 2 }, description: 'An example' }],
      output_schema: { type: 'array' },
    })
    expect(found).toEqual([])
    expect(code).toEqual(['a.tool.json'])
    expect(page?.description).toBe('The tool echo')
    expect(tools).toMatchObject([
      {
        ...{ id: 'sample/echo', name: 'echo', format: 'tool-code', description: 'A tool of the tests.' },
        limits: { timeoutMs: 5000 },
        examples: [{ input: { a: 1 }, output: { b: 2 }, description: 'An example' }],
        runtime: {
          ...{ launcher: 'deno', opens: true, secrets: ['K'], memoryMb: 64, store: { read: ['a.v1'], write: [] } },
          network: ['https://api.test:8443', 'http://api.test:8443', 'https://b.test'],
        },
        output: { type: 'array' },
        code: { version: '1.0.0', bootstrap: null, subscriptions: [], fields: [] },
      },
    ])
  })

  it('may have description and version at its top level', async () => {
    const { context, ...top } = makeToolCode(body(''))
    const { description: _, version: __, ...rest } = context as JsonObject
    const { tools } = await read({
      'a.json': { ...top, description: 'Above', semantic_version: '2.0.0', context: rest },
    })
    expect(tools[0]).toMatchObject({ description: 'Above', code: { version: '2.0.0' } })
  })

  it.each<[string, JsonObject, string]>([
    ['name', { name: null }, 'error context.name'],
    ['name', { name: 'a b' }, 'error context.name'],
    ['name', { name: 'find_tools' }, 'error context.name'],
    ['code', { code: { language: 'python', source: body('') } }, 'error context.code.language'],
    ['source', { code: { language: 'typescript', source: 'const a = 1' } }, 'error context.code.source'],
    ['schema', { input_schema: { type: 'string' } }, 'error context.input_schema'],
    ['mode', { bootstrap: { enabled: true, mode: 'always' } }, 'error context.bootstrap.mode'],
    ['host', { permissions: { network: ['a.test', 'a b'] } }, 'error context.permissions.network[1]'],
    [
      'field',
      { ui_schema: { configurable: true, config_fields: [{ key: 'a', ui_type: 'dial' }] } },
      'error context.ui_schema.config_fields[0].ui_type',
    ],
    [
      'match',
      { subscriptions: [{ schema_name: 'a', context_match: [{ path: 'x', op: 'like' }] }] },
      'error context.subscriptions[0].context_match[0]',
    ],
  ])('TC-29 is kept back with the place of what is wrong: %s', async (_, context, place) => {
    const good = makeToolCode(body('return 1'), { name: 'good' })
    const { tools, withheld, found } = await read({ 'a.json': makeToolCode(body(''), context), 'b.json': good })
    expect(found).toContainEqual(expect.stringContaining(`${place}:`))
    expect(withheld).toHaveLength(1)
    expect(tools.map(({ name }) => name)).toEqual(['good'])
  })

  it('TC-29 needs the right schema_name, and a JSON file without one is ignored', async () => {
    const { found } = await read({ 'a.tool.json': { schema_name: 'tool.code.v2', context: {} }, 'data.json': '[1, 2' })
    expect(found).toEqual([expect.stringContaining('error schema_name:')])
    expect(toolCode.read({ skill: 's', files: new Map(), scripts: new Set() }, CHECKS)).toBeNull()
  })

  it.each<[string, JsonObject, string, unknown]>([
    [
      'T1',
      { permissions: { network: true, net: ['a.test'] } },
      'warning context.permissions.net',
      ['https://a.test', 'http://a.test'],
    ],
    ['T1', { permissions: { network: false, net: true } }, 'warning context.permissions.net', undefined],
    ['permissions', { permissions: { run: true } }, 'warning context.permissions.run', undefined],
  ])('%s says which permission counts', async (_, context, place, network) => {
    const { tools, found } = await one(context)
    expect(found).toContainEqual(expect.stringContaining(`${place}:`))
    expect(tools[0]?.runtime.network).toEqual(network)
  })

  it('T3, T4, T18 and T19 are warnings and withhold nothing', async () => {
    const document = makeToolCode('async function execute() { return new Function("return 1")() }', {
      input_schema: { type: 'object', properties: { a: {} } },
      limits: { memory_mb: 1, timeout_ms: 10_000_000, cpu_percent: 50 },
      bootstrap: { enabled: true, mode: 'once', priority: 500 },
    })
    const { tools, found } = await read({ 'a.json': { ...document, tags: ['tool', 'tool:other'] } })
    expect(found.every((each) => !each.startsWith('error'))).toBe(true)
    for (const place of [
      'tags',
      'context.code.source',
      'context.input_schema.properties.a',
      'context.limits.memory_mb',
    ])
      expect(found).toContainEqual(expect.stringContaining(`warning ${place}: `))
    expect(found).toContainEqual(expect.stringContaining('Function('))
    expect(found).toContainEqual(expect.stringMatching(/^info context\.limits\.cpu_percent: .*not enforced/))
    expect(tools[0]).toMatchObject({
      limits: { timeoutMs: 600_000 },
      code: { bootstrap: { priority: 100 }, cpuPercent: 50 },
    })
    expect(tools[0]?.runtime.source?.code).toContain('export { execute }')
  })

  it('T11 starts nothing if the mode is missing or nothing is enabled', async () => {
    expect((await one({ bootstrap: { enabled: true } })).tools[0]?.code?.bootstrap).toBeNull()
    expect((await one({ bootstrap: { enabled: false, mode: 'once' } })).tools[0]?.code?.bootstrap).toBeNull()
  })

  it('may not take another file’s name', async () => {
    const { tools, found } = await read({ 'a.json': makeToolCode(body('')), 'b.json': makeToolCode(body('')) })
    expect(tools).toHaveLength(1)
    expect(found).toEqual([expect.stringContaining('also declared in a.json')])
  })

  it('names tools that wait for each other, and still offers them', async () => {
    const waits = (name: string, wait_for: string[]) =>
      makeToolCode(body('return 1'), { name, bootstrap: { enabled: true, mode: 'once', wait_for } })
    const { tools, found } = await read({
      'a.tool.json': waits('a', ['b']),
      'b.tool.json': waits('b', ['a', 'elsewhere']),
      'c.tool.json': waits('c', ['a']),
    })
    expect(tools).toHaveLength(3)
    const circles = found.filter((each) => each.includes('wait for each other'))
    expect(circles).toEqual([
      expect.stringMatching(/^warning context.bootstrap.wait_for: .* "a", "b"\.$/),
      expect.stringMatching(/^warning context.bootstrap.wait_for: .* "b", "a"\.$/),
    ])
  })
})
