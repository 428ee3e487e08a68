import { readFileSync } from 'node:fs'
import type { JsonObject } from '#shared/json'
import { type Kind, outcome, type Part, step, type Task, task } from '../task.ts'

interface Row {
  kind: Kind
  request: string
  steps: { tool: string; args: JsonObject; argv: Part[]; cwd?: string; output: string }[]
}

const rows: Row[] = JSON.parse(readFileSync(new URL('later.json', import.meta.url), 'utf8'))

/** Written before any model was asked them: single commands, two of which neither needs the other, and German ones. */
export const later: Task[] = rows.map(({ kind, request, steps }) =>
  task(
    kind,
    request,
    ...steps.map(({ tool, args, argv, cwd, output }) => step(output, outcome(tool, args, argv, cwd ? { cwd } : {}))),
  ),
)
