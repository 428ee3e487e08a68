import { readFileSync } from 'node:fs'
import type { JsonObject } from '#shared/json'
import { type Kind, outcome, type Part, step, type Task, task } from '../task.ts'

interface Way {
  tool: string
  args: JsonObject
  argv: Part[]
  cwd?: string
}

interface Row {
  kind: Kind
  request: string
  /** `or`: other readings of the request that are right as well, such as a folder inside the repository. */
  steps: (Way & { output: string; or?: Way[] })[]
}

const rows: Row[] = JSON.parse(readFileSync(new URL('later.json', import.meta.url), 'utf8'))

/** Written before any model was asked them: single commands, two of which neither needs the other, and German ones. */
export const later: Task[] = rows.map(({ kind, request, steps }) =>
  task(
    kind,
    request,
    ...steps.map(({ output, or = [], ...way }) =>
      step(output, ...[way, ...or].map(({ tool, args, argv, cwd }) => outcome(tool, args, argv, cwd ? { cwd } : {}))),
    ),
  ),
)
