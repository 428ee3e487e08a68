import { hash } from 'node:crypto'
import type { Program } from '#shared/call/rule'
import type { Fact, FactType } from '#shared/facts'
import { canonicalJson, type Json } from '#shared/json'
import { type McpServer, PERMITS, type Permit } from '#shared/skill/mcp-server'
import type { Skill } from '#shared/skill/skill'
import type { SkillInstalled } from '#shared/skill/skill-facts'

/** The person's decisions about skills, by name; folded from facts. */
export interface TrustState {
  installed: ReadonlyMap<string, SkillInstalled>
  /** The hash of what was reviewed. */
  trusted: ReadonlyMap<string, string>
  /** For each trusted skill, the programs it was trusted with; none for an older decision. */
  programs: ReadonlyMap<string, readonly Program[]>
  disabled: ReadonlySet<string>
  /** The hash of the scripts that may run. */
  scripts: ReadonlyMap<string, string>
  /** For each skill, the tools that are switched off. */
  toolsOff: ReadonlyMap<string, ReadonlySet<string>>
  /** For each skill, the reviewed tools that their server now describes differently. */
  withdrawn: ReadonlyMap<string, ReadonlySet<string>>
  /** For each skill, the servers that want the person to sign in. */
  signedOut: ReadonlyMap<string, ReadonlySet<string>>
  /** For each skill, what its servers may ask. */
  permits: ReadonlyMap<string, ReadonlySet<string>>
  /** For each skill, what the person decided about each need; `hash` is the skill at that time. */
  access: ReadonlyMap<string, ReadonlyMap<string, Decision>>
}

interface Decision {
  allowed: boolean
  hash: string
}

export const TRUST_FACTS = [
  'skill.installed',
  'skill.trusted',
  'skill.switched',
  'skill.access-switched',
  'ledger.salvaged',
  'skill.removed',
  'scripts.switched',
  'tool.switched',
  'server.changed',
  'server.listed',
  'server.signed-out',
  'server.permitted',
] as const satisfies readonly FactType[]

export const EMPTY_BOOK: TrustState = {
  installed: new Map(),
  trusted: new Map(),
  programs: new Map(),
  disabled: new Set(),
  scripts: new Map(),
  toolsOff: new Map(),
  withdrawn: new Map(),
  signedOut: new Map(),
  permits: new Map(),
  access: new Map(),
}

export function isTrustFact({ type }: { type: FactType }): boolean {
  return (TRUST_FACTS as readonly FactType[]).includes(type)
}

export function foldTrust(facts: readonly Fact[], from: TrustState = EMPTY_BOOK): TrustState {
  const installed = new Map(from.installed)
  const trusted = new Map(from.trusted)
  const programs = new Map(from.programs)
  const disabled = new Set(from.disabled)
  const scripts = new Map(from.scripts)
  const toolsOff = new Map(from.toolsOff)
  const withdrawn = new Map(from.withdrawn)
  const signedOut = new Map(from.signedOut)
  const permits = new Map(from.permits)
  const access = new Map(from.access)
  for (const fact of facts) {
    if (fact.type === 'skill.installed') installed.set(fact.skill, fact)
    else if (fact.type === 'skill.trusted') {
      trusted.set(fact.skill, fact.hash)
      if (fact.programs) programs.set(fact.skill, fact.programs)
      else programs.delete(fact.skill)
      // The review showed what it asks for. What was taken away stays away.
      access.set(fact.skill, withoutAllowed(access.get(fact.skill)))
    } else if (fact.type === 'ledger.salvaged') {
      // The record may lack what was taken away, so nothing that was added counts.
      for (const [skill, decided] of access) access.set(skill, withoutAllowed(decided))
    } else if (fact.type === 'skill.access-switched') {
      access.set(fact.skill, new Map(access.get(fact.skill)).set(fact.need, fact))
    } else if (fact.type === 'skill.switched' && fact.enabled) disabled.delete(fact.skill)
    else if (fact.type === 'skill.switched') disabled.add(fact.skill)
    else if (fact.type === 'scripts.switched' && fact.allowed) scripts.set(fact.skill, fact.scriptsHash)
    else if (fact.type === 'scripts.switched') scripts.delete(fact.skill)
    else if (fact.type === 'tool.switched') {
      const others = [...(toolsOff.get(fact.skill) ?? [])].filter((tool) => tool !== fact.tool)
      toolsOff.set(fact.skill, new Set(fact.enabled ? others : [...others, fact.tool]))
    } else if (fact.type === 'server.changed') {
      withdrawn.set(fact.skill, new Set([...(withdrawn.get(fact.skill) ?? []), fact.listed]))
    } else if (fact.type === 'server.signed-out') {
      signedOut.set(fact.skill, new Set([...(signedOut.get(fact.skill) ?? []), fact.server]))
    } else if (fact.type === 'server.listed') {
      withdrawn.delete(fact.skill)
      signedOut.delete(fact.skill)
    } else if (fact.type === 'server.permitted') {
      const others = [...(permits.get(fact.skill) ?? [])].filter((permit) => permit !== fact.permit)
      permits.set(fact.skill, new Set(fact.allowed ? [...others, fact.permit] : others))
    } else if (fact.type === 'skill.removed') {
      for (const each of [
        installed,
        trusted,
        programs,
        disabled,
        scripts,
        toolsOff,
        withdrawn,
        signedOut,
        permits,
        access,
      ])
        each.delete(fact.skill)
    }
  }
  return { installed, trusted, programs, disabled, scripts, toolsOff, withdrawn, signedOut, permits, access }
}

const withoutAllowed = (decided: Iterable<[string, Decision]> = []) =>
  new Map([...decided].filter(([, { allowed }]) => !allowed))

/** True if the person allowed exactly these scripts. */
export function areScriptsAllowed(
  { name, scriptsHash }: Pick<Skill, 'name' | 'scriptsHash'>,
  book: TrustState,
): boolean {
  return scriptsHash !== undefined && book.scripts.get(name) === scriptsHash
}

export const permitOf = (server: McpServer, what: Permit): string =>
  `${what} ${hash('sha256', canonicalJson(JSON.parse(JSON.stringify(server)) as Json))}`

export function listPermits(server: McpServer, { permits }: TrustState): Permit[] {
  const given = permits.get(server.skill)
  return given ? PERMITS.filter((what) => given.has(permitOf(server, what))) : []
}
