import type { ToolDefinition } from '#shared/model/model'
import { rankTools } from './rank-tools.ts'
import { wordsOf } from './words.ts'

/** What of a request no tool among these speaks of: what may still be left to do. */
export function unservedText(request: string, served: readonly ToolDefinition[]): string {
  if (served.length === 0) return request
  return wordsOf(request)
    .filter((word) => rankTools(served, word).every(({ score }) => score === 0))
    .join(' ')
}
