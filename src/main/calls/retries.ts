import { setTimeout } from 'node:timers/promises'
import type { Run } from '#shared/call/plan'
import type { RetryPolicy } from '#shared/skill/about'

const PASSING_STATUS = new Set([408, 425, 429])

/** What the tool itself calls a failure will not pass, and arguments that do not fit will not either. */
export function mayPass({ how, status }: Pick<Run, 'how' | 'status'>): boolean {
  if (how === 'timed-out' || how === 'not-started') return true
  return status !== undefined && (PASSING_STATUS.has(status) || status >= 500)
}

/** Milliseconds before an attempt; the second is the first that waits. */
export function delayBefore(attempt: number, { backoff, initialMs, multiplier, mostMs }: RetryPolicy): number {
  const waits = attempt - 1
  const grown = backoff === 'fixed' ? 1 : backoff === 'linear' ? waits : multiplier ** (waits - 1)
  return Math.min(mostMs, initialMs * grown)
}

/** Ends early, and without an error, where the call is stopped. */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}
