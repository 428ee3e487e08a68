import { inside, type Place, report } from '#main/formats/place'
import type { Diagnostic } from '#shared/messages/diagnostic'
import type { MessageCode, ValuesOf } from '#shared/messages/message'

/** Reports a finding with values for both of its texts. Returns null, for what could not be read. */
export function tell<Problem extends MessageCode, Remedy extends MessageCode>(
  place: Place,
  severity: Diagnostic['severity'],
  code: Diagnostic['code'],
  problem: Problem,
  remedy: Remedy,
  ...[values]: ValuesOf<Problem | Remedy>
): null {
  const more = values && { values }
  report(place, { severity, code, message: { code: problem, ...more }, remedy: { code: remedy, ...more } })
  return null
}

export const configAt = (place: Place, name: string): Place => inside(inside(place, 'config'), name)
