import type { Checks } from '#main/formats/checks'
import type { Json, JsonObject } from '#shared/json'
import type { Allowlist } from './allowlist.ts'

/** What the parts of an execution are checked against. */
export interface ExecutionContext {
  checks: Checks
  allowlist: Allowlist
  /** Files in scripts/ that may run. */
  scripts: ReadonlySet<string>
  /** The schemas of the parameters; null if the tool's schema is invalid, which is reported elsewhere. */
  properties: JsonObject | null
  /** Collects the schemas of parameters that have an effect. */
  used: Set<Json | undefined>
}

/** Marks a parameter as used; false if the tool has no such parameter. */
export function noteParam({ properties, used }: ExecutionContext, name: string): boolean {
  if (properties === null) return true
  if (!Object.hasOwn(properties, name)) return false
  used.add(properties[name])
  return true
}
