import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CallRequest } from '#main/calls/run-call'
import type { CoreOptions } from '#main/open-core'
import type { JsonObject } from '#shared/json'
import { openTestCore } from './open-test-core.ts'
import { makeTempDir } from './temp-dir.ts'

/** A document of tool.code.v1 from the members of its context that a test is about. */
export function makeToolCode(source: string, context: JsonObject = {}): JsonObject {
  const name = String(context.name ?? 'tool')
  return {
    schema_name: 'tool.code.v1',
    title: `The tool ${name}`,
    tags: ['tool', `tool:${name}`, 'workspace:tools', 'self-contained'],
    context: {
      ...{ name, description: 'A tool of the tests.', version: '1.0.0', code: { language: 'typescript', source } },
      input_schema: { type: 'object', additionalProperties: true },
      ...context,
    },
  }
}

/** The body of `execute(input, context)`. */
export const body = (text: string) =>
  `export async function execute(input: any, context: any): Promise<any> { ${text} }`

export interface ToolCodeCore {
  call(args?: JsonObject, request?: Partial<CallRequest>): ReturnType<Core['runCall']>
  core: Core
  facts: Awaited<ReturnType<typeof openTestCore>>['facts']
  home: string
}
type Core = Awaited<ReturnType<typeof openTestCore>>['core']

/** Opens Skillet over a folder of such documents, with a person who approves; `call` calls the first. */
export async function openToolCode(
  documents: readonly (JsonObject | string)[],
  options: Partial<CoreOptions> = {},
): Promise<ToolCodeCore> {
  const home = options.home ?? makeTempDir()
  const folder = join(makeTempDir(), 'sample')
  mkdirSync(folder, { recursive: true })
  for (const [index, document] of documents.entries()) {
    const text = typeof document === 'string' ? document : JSON.stringify(document)
    writeFileSync(join(folder, `${index}.tool.json`), text)
  }
  const { core, facts } = await openTestCore({
    ...{ home, cwd: makeTempDir(), skills: [{ path: folder, origin: 'named' }] },
    decide: async () => ({ decision: 'once', by: 'person' }),
    ...options,
  })
  onTestFinished(() => core.close())
  const [first] = core.registry().skills.flatMap(({ tools }) => tools)
  const call = (args: JsonObject = {}, request: Partial<CallRequest> = {}) =>
    core.runCall({
      ...{ tool: first?.name ?? 'tool', args, chat: null, call: `call-${facts.length}`, allowScripts: true },
      ...{ caller: { kind: 'person' }, signal: new AbortController().signal },
      ...request,
    })
  return { call, core, facts, home }
}
