import { alignColumns } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import type { Difference } from '#main/gate/compare-plans'

/** Each difference on two lines: before and after. */
export function describeDifferences(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return []
  const rows = differences.flatMap(({ field, was, is }) => [
    [field, 'was', toLine(JSON.stringify(was) ?? '')],
    ['', 'is', toLine(JSON.stringify(is) ?? '')],
  ])
  return ['differs:', ...alignColumns(rows).map((line) => `  ${line}`)]
}
