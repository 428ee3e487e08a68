import { setTimeout } from 'node:timers/promises'
import type { Run } from '#shared/call/plan'
import type { RetryPolicy } from '#shared/skill/about'

const PASSING_STATUS = new Set([408, 425, 429])

/**
 * Whether another attempt could help. It cannot if the tool reports a failure itself or if the arguments do not fit.
 */
export function mayPass({ how, status }: Pick<Run, 'how' | 'status'>): boolean {
  if (how === 'timed-out' || how === 'not-started') return true
  return status !== undefined && (PASSING_STATUS.has(status) || status >= 500)
}

/** Milliseconds before an attempt; the first one does not wait. */
export function delayBefore(attempt: number, { backoff, initialMs, multiplier, mostMs }: RetryPolicy): number {
  const waits = attempt - 1
  const grown = backoff === 'fixed' ? 1 : backoff === 'linear' ? waits : multiplier ** (waits - 1)
  return Math.min(mostMs, initialMs * grown)
}

/** Returns early, without an error, if the call is stopped. */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}
