/**
 * How long a card must be in view, unchanged, before it accepts approval, so that nobody approves what has just
 * appeared.
 */
export const ARM_MS = 600

export interface Arming {
  readonly digest: string
  /** When this content came into view; null while it is not visible. */
  readonly since: number | null
}

export function startArming(digest: string): Arming {
  return { digest, since: null }
}

export type ArmingEvent =
  | { kind: 'shown' }
  | { kind: 'hidden' }
  | { kind: 'focused' }
  | { kind: 'changed'; digest: string }

/** Changed content, a changed view, or a window that has just come forward restarts the wait. */
export function stepArming(arming: Arming, event: ArmingEvent, now: number): Arming {
  switch (event.kind) {
    case 'shown':
      return arming.since === null ? { ...arming, since: now } : arming
    case 'hidden':
      return arming.since === null ? arming : { ...arming, since: null }
    case 'focused':
      return arming.since === null ? arming : { ...arming, since: now }
    case 'changed':
      if (event.digest === arming.digest) return arming
      return { digest: event.digest, since: arming.since === null ? null : now }
  }
}

/** Milliseconds until it accepts approval: 0 when armed, null while it is not visible. */
export function untilArmed(arming: Arming, now: number): number | null {
  return arming.since === null ? null : Math.max(0, arming.since + ARM_MS - now)
}

export function isArmed(arming: Arming, now: number): boolean {
  return untilArmed(arming, now) === 0
}
