import { canonicalJson, type Json } from '#shared/json'

const MOST_ALIKE = 3

export interface AnsweredCall {
  tool: string
  args: unknown
  result: string
}

export interface LoopWatch {
  /** Takes the calls of a message with their results; true once the model goes round in circles. */
  sees(calls: readonly AnsweredCall[]): boolean
}

/** Detects three identical calls, or A-B-A-B. A different result makes a different call, so polling is fine. */
export function watchLoops(): LoopWatch {
  const times = new Map<string, number>()
  const steps: string[] = []
  return {
    sees: (calls) => {
      const keys = new Set(calls.map(keyOf))
      for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1)
      steps.push([...keys].sort().join('\n'))
      return isAlternating(steps) || [...keys].some((key) => (times.get(key) ?? 0) >= MOST_ALIKE)
    },
  }
}

function isAlternating(steps: readonly string[]): boolean {
  const [a, b, again, bAgain] = steps.slice(-4)
  return bAgain !== undefined && a === again && b === bAgain && a !== b
}

function keyOf({ tool, args, result }: AnsweredCall): string {
  return JSON.stringify([tool, canonicalJson(JSON.parse(JSON.stringify(args ?? null)) as Json), result])
}
