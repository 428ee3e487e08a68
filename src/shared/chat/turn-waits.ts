import type { FactOf } from '#shared/facts'

/** How long a turn waited for the person. Calls that waited at the same time count once. */
export interface TurnWaits {
  readonly calls: readonly string[]
  /** When the oldest current wait began. */
  readonly since: string
  readonly ms: number
}

export type Asking = FactOf<
  'approval.asked' | 'approval.answered' | 'call.refused' | 'question.asked' | 'question.answered'
>

export function foldWaits(waits: TurnWaits | undefined, { type, call, at }: Asking): TurnWaits {
  const { calls, since, ms } = waits ?? { calls: [], since: at, ms: 0 }
  const others = calls.filter((other) => other !== call)
  if (type === 'approval.asked' || type === 'question.asked')
    return { calls: [...others, call], since: calls.length === 0 ? at : since, ms }
  const hasEnded = calls.length > 0 && others.length === 0
  return { calls: others, since, ms: hasEnded ? ms + between(since, at) : ms }
}

export function waitedUntil(waits: TurnWaits | undefined, at: string): number {
  if (!waits) return 0
  return waits.calls.length > 0 ? waits.ms + between(waits.since, at) : waits.ms
}

const between = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from)) || 0
