import { LIMITS, type LimitName } from '#shared/settings/limits'
import type { Settings } from './settings.ts'

/** What the person allows; each stays within what Skillet allows at all. */
export interface Limits {
  maxRounds: number
  commandTimeoutMs: number
  approvalWaitMs: number
  keptOutputBytes: number
}

const MINUTE_MS = 60_000
const KIB = 1024

export function readLimits(settings: Settings): Limits {
  return {
    maxRounds: limitOf(settings, 'maxRounds'),
    commandTimeoutMs: limitOf(settings, 'commandMinutes') * MINUTE_MS,
    approvalWaitMs: limitOf(settings, 'approvalMinutes') * MINUTE_MS,
    keptOutputBytes: limitOf(settings, 'keptOutput') * KIB,
  }
}

/** A record may hold anything: what is no number in the range is as if nothing was said. */
function limitOf(settings: Settings, name: LimitName): number {
  const { usual, least, most } = LIMITS[name]
  const value = Number(settings[name])
  return settings[name] !== '' && Number.isSafeInteger(value) && value >= least && value <= most ? value : usual
}

/** Why the value cannot be taken, or null. */
export function checkLimit(name: LimitName, value: string): string | null {
  const { least, most, unit } = LIMITS[name]
  const number = Number(value)
  const isFit = /^\d{1,6}$/.test(value) && number >= least && number <= most
  return isFit ? null : `${name} is a whole number of ${unit} from ${least} to ${most}, not "${value}".`
}
