import type { CallError, PlacedValue } from '#shared/call/plan'
import { message } from '#shared/messages/message'
import { askWorker } from './ask-worker.ts'
import { compilePattern, estimateProgram, explainPattern } from './pattern.ts'

/** Limit for this thread: instructions times characters. */
const MOST_WORK_HERE = 100_000

/** Refuses a value that its declaration denies, as a whole or in any piece of it. */
export async function checkDenied(argv: readonly string[], value: PlacedValue): Promise<CallError | null> {
  const { denyPattern, param } = value
  if (denyPattern === undefined) return null
  const pieces = value.elements.map((element) => argv[element] as string)
  const problem = explainPattern(denyPattern)
  if (problem !== null) {
    return { code: 'TOOL_BROKEN', message: message('parameter-pattern-unusable', { param, problem }), path: param }
  }
  for (const text of new Set([value.text, ...pieces])) {
    const isDenied = await isMatch(denyPattern, text)
    if (isDenied === false) continue
    const reason =
      isDenied === null ? message('not-checked-in-time') : message('must-not-match', { pattern: denyPattern })
    return { code: 'ARG_DENIED', message: message('parameter-value-denied', { param, reason }), path: param }
  }
  return null
}

async function isMatch(pattern: string, text: string): Promise<boolean | null> {
  if (estimateProgram(pattern) * text.length <= MOST_WORK_HERE) return compilePattern(pattern).test(text)
  const answer = await askWorker({ kind: 'match', pattern, text })
  return answer.state === 'matched' ? answer.isMatch : null
}
