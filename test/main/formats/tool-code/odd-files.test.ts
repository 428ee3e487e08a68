import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { placeIn } from '#main/formats/place'
import { readSource } from '#main/formats/tool-code/read-parts'
import { toolCode } from '#main/formats/tool-code/read-tool-code'
import { checkPattern, checkSchema } from '#main/gate/schema'
import type { JsonObject } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import type { CodeRuntime, HttpRuntime, Tool } from '#shared/skill/tool'
import { body, makeToolCode, openToolCode } from '#test/helpers/tool-code'

const CHECKS = { schema: checkSchema, pattern: checkPattern }

async function read(context: JsonObject, source = body('return 1')) {
  const bytes = Buffer.from(JSON.stringify(makeToolCode(source, context)))
  const files = new Map([['a.tool.json', { bytes, sha256: hash('sha256', bytes) }]])
  const reading = await toolCode.read({ skill: 'sample', files, scripts: new Set() }, CHECKS)
  const tools = (reading?.tools ?? []) as Tool<CodeRuntime | HttpRuntime>[]
  return { tool: tools[0] as Tool<CodeRuntime> | undefined, tools, diagnostics: reading?.diagnostics ?? [] }
}

function readCode(source: string) {
  const diagnostics: Diagnostic[] = []
  return { read: readSource(placeIn('a.tool.json', diagnostics), { language: 'typescript', source }), diagnostics }
}

describe('the code of a file of tool.code.v1', () => {
  it.each([
    ['spaces after a word', (size: number) => `function${' '.repeat(size)}`],
    ['spaces after an exported word', (size: number) => `export function${' '.repeat(size)}`],
    ['lists that never end', (size: number) => 'export {'.repeat(size / 8)],
    ['one list that never ends', (size: number) => `export {${'executes '.repeat(size / 9)}`],
  ])('is looked through at once, even if it is a megabyte of %s', (_, make) => {
    const source = make(1_000_000)
    const startedAt = performance.now()
    expect(readCode(source).read).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it.each([
    ['a short name', 'async function e(){return 7}export{e as execute};'],
    ['a default', 'const run = async () => 7; export { run as default }'],
    ['a generator’s star', 'export function*execute() { yield 7 }'],
  ])('may export its function by %s', (_, source) => {
    expect(readCode(source)).toMatchObject({ read: { code: source }, diagnostics: [] })
  })

  it('runs as a bundler writes it', async () => {
    const { call } = await openToolCode([makeToolCode('async function execute(){return 7}export{execute};')])
    expect((await call()).run?.result).toBe(7)
  })
})

describe('the limits of a continuous tool', () => {
  it.each<JsonObject>([{}, { limits: {} }, { limits: { memory_mb: 64 } }])(
    'let it run for a day unless it names a time: %j',
    async (context) => {
      const { tool } = await read({ ...context, bootstrap: { enabled: true, mode: 'continuous' } })
      expect(tool?.limits.timeoutMs).toBe(86_400_000)
      expect((await read(context)).tool?.limits.timeoutMs).toBe(30_000)
    },
  )
})

describe('a form that fetches options', () => {
  const field = (key: string) => ({ key, type: 'string', options_source: { url: `https://a.test/${key.length}` } })
  const form = (...keys: string[]) => ({ ui_schema: { configurable: true, config_fields: keys.map(field) } })

  it.each([
    ['a long name', 'a_tool_with_quite_a_long_name_that_somebody_wrote_for_the_weather', ['city', 'country']],
    ['fields that differ in punctuation alone', 'tool', ['a b', 'a.bc', 'a-b', 'a_b']],
  ])('gets each from its own address in spite of %s', async (_, name, keys) => {
    const { tool, tools, diagnostics } = await read({ name: name.slice(0, 64), ...form(...keys) })
    expect(diagnostics).toEqual([])
    expect(new Set(tools.map((each) => each.name)).size).toBe(keys.length + 1)
    const found = tool?.code?.fields.map(({ source }) => {
      const fetching = tools.find((each) => source?.from === 'address' && each.name === source.tool)
      return fetching?.runtime.kind === 'http' && fetching.runtime.spec.url
    })
    expect(found).toEqual(keys.map((key) => `https://a.test/${key.length}`))
    for (const each of tools) expect(each.name).toMatch(/^[\w-]{1,64}$/)
  })

  it('keeps the names that its rules were made for', async () => {
    const { tools } = await read({ name: 'tool', ...form('a.b', 'a_b', `long${'g'.repeat(60)}`) })
    expect(tools.map(({ name }) => name)).toEqual([
      ...['tool', 'tool_options_a_b', expect.stringMatching(/^tool_options_a_b_[0-9a-f]{8}$/)],
      `tool_options_long${'g'.repeat(47)}`,
    ])
  })
})

describe('a host of a file of tool.code.v1', () => {
  it.each(['1.2.3', '0x7f.1', '2130706433', 'a.test.', 'a.test:0', 'https://user@a.test', 'https://*.a.test', '*'])(
    'is not %s, which two programs could read differently',
    async (host) => {
      const { diagnostics } = await read({ permissions: { network: [host] } })
      expect(diagnostics.map(({ path }) => path)).toEqual(['context.permissions.network[0]'])
    },
  )

  it('may have a port, capitals or a path', async () => {
    const network = ['A.test:8443', 'https://b.test/v1', 'localhost:3000', 'https://[2606:4700::1]']
    expect((await read({ permissions: { network } })).tool?.runtime.network).toEqual([
      ...['https://a.test:8443', 'http://a.test:8443', 'https://b.test'],
      ...['https://localhost:3000', 'http://localhost:3000', 'https://[2606:4700::1]'],
    ])
  })
})
