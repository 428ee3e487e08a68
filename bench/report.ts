export interface Row {
  name: string
  value: number
  unit: string
  /** Beside the bare thing measured in the same run. */
  ratio?: number
  /** The ratio, or the value where there is no ratio, that is aimed at. */
  goal?: number
}

export interface Report {
  name: string
  rows: Row[]
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

export function printTable({ name, rows }: Report): void {
  console.log(`\n${name}`)
  for (const row of rows) {
    const measured = row.ratio ?? row.value
    const verdict = row.goal === undefined ? '' : measured <= row.goal ? 'met' : 'not met'
    console.log(
      [
        `  ${row.name.padEnd(58)}`,
        `${formatNumber(row.value)} ${row.unit}`.padStart(14),
        (row.ratio === undefined ? '' : `× ${row.ratio.toFixed(2)}`).padStart(9),
        (row.goal === undefined ? '' : `goal ${row.ratio === undefined ? '' : '× '}${row.goal}`).padStart(14),
        `  ${verdict}`,
      ].join(''),
    )
  }
}

const formatNumber = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3)
