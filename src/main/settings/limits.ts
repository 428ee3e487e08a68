import type { Settings } from '#shared/settings/settings'

/** A person's limits, in the units that calls use. */
export interface Limits {
  maxRounds: number
  commandTimeoutMs: number
  approvalWaitMs: number
  keptOutputBytes: number
}

const MINUTE_MS = 60_000
const KIB = 1024

export const readLimits = ({ maxRounds, commandMinutes, approvalMinutes, keptOutput }: Settings): Limits => ({
  maxRounds,
  commandTimeoutMs: commandMinutes * MINUTE_MS,
  approvalWaitMs: approvalMinutes * MINUTE_MS,
  keptOutputBytes: keptOutput * KIB,
})

/** Of what begins every prompt, so that an answer comes sooner. */
export const mayReadAhead = (chosen: Settings['readAhead'], isOnBattery = () => false): boolean =>
  chosen === 'always' || (chosen === 'on-mains' && !isOnBattery())
