import type { Json } from '#shared/json'
import { message } from '#shared/messages/message'
import { parseAllowedTools } from '#shared/skill/allowed-tools'
import { type Place, quote, report } from './place.ts'

/** A text of entries, or a list that is joined; null if there is none. Unreadable entries are reported. */
export function readAllowedTools(place: Place, value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  const text = Array.isArray(value) ? value.map(String).join(' ') : typeof value === 'string' ? value : ''
  for (const { text: entry, isBroken } of parseAllowedTools(text)) {
    if (!isBroken) continue
    report(place, {
      ...({ severity: 'warning', code: 'FRONTMATTER', at: 'allowed-tools' } as const),
      message: message('allowed-tools-unclear', { entry: quote(entry) }),
      remedy: message('write-tool-names'),
    })
  }
  return text
}
