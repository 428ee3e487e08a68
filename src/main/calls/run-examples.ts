import { randomUUID } from 'node:crypto'
import { isObject, type Json, ownOf } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { Tool } from '#shared/skill/tool'
import type { ToolExample } from '#shared/skill/tool-code'
import type { RunCall } from './run-call.ts'

export interface ExampleResult {
  description: string
  /** It returned what the example says. */
  isRight: boolean
  /** Why it did not run. */
  error?: string
  differences: Difference[]
  call: string
}

export interface Difference {
  path: string
  expected: string
  actual: string
}

const MOST_DIFFERENCES = 20
const LONGEST_VALUE = 200

/** Runs a tool's own examples one by one, as ordinary calls. */
export async function runExamples(
  { name, examples = [] }: Pick<Tool, 'name' | 'examples'>,
  runCall: RunCall,
  signal: AbortSignal,
  allowScripts?: boolean,
): Promise<ExampleResult[]> {
  const results: ExampleResult[] = []
  for (const example of examples) {
    const call = randomUUID()
    const { run, succeeded, forModel, error } = await runCall({
      ...{ call, chat: null, tool: name, args: example.input, caller: { kind: 'person' }, signal },
      ...(allowScripts !== undefined && { allowScripts }),
    })
    results.push({
      call,
      ...compareExample(example, succeeded ? (run?.result ?? null) : undefined),
      ...(!succeeded && { error: error ? textOf(error.message) : forModel }),
    })
    if (signal.aborted) break
  }
  return results
}

function compareExample({ description, output }: ToolExample, actual: Json | undefined) {
  const differences = actual === undefined || output === undefined ? [] : compare(output, actual, '')
  return {
    description,
    differences: differences.slice(0, MOST_DIFFERENCES),
    isRight: actual !== undefined && differences.length === 0,
  }
}

/** Every difference, with its path. */
export function compare(expected: Json | undefined, actual: Json | undefined, path: string): Difference[] {
  const both = [expected, actual]
  if (both.every(Array.isArray) || both.every(isObject)) {
    const [a, b] = both as unknown as [Record<string, Json>, Record<string, Json>]
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    const at = (key: string) => (Array.isArray(expected) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`)
    return [...keys].flatMap((key) => compare(ownOf(a, key), ownOf(b, key), at(key)))
  }
  return Object.is(expected, actual) ? [] : [{ path, expected: show(expected), actual: show(actual) }]
}

const show = (value: Json | undefined) => (value === undefined ? '' : JSON.stringify(value).slice(0, LONGEST_VALUE))
