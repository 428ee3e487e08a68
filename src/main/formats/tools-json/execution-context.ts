import type { Checks } from '#main/formats/checks'
import type { Json, JsonObject } from '#shared/json'
import type { Allowlist } from './allowlist.ts'

/** What the parts of one execution are held against. */
export interface ExecutionContext {
  checks: Checks
  allowlist: Allowlist
  /** Files in scripts/ that may run. */
  scripts: ReadonlySet<string>
  /** The schemas of the tool's parameters; null where the tool's schema cannot be used, which is reported elsewhere. */
  properties: JsonObject | null
  /** Collects the schemas of those parameters that have an effect. */
  used: Set<Json | undefined>
}

/** Notes that a parameter has an effect; false where the tool is known not to have it. */
export function noteParam({ properties, used }: ExecutionContext, name: string): boolean {
  if (properties === null) return true
  if (!Object.hasOwn(properties, name)) return false
  used.add(properties[name])
  return true
}
