import type { Fact, FactType } from '#shared/facts'
import type { Skill } from '#shared/skill/skill'
import type { SkillInstalled } from '#shared/skill/skill-facts'

/** The person's decisions about skills, by name; folded from facts. */
export interface TrustState {
  installed: ReadonlyMap<string, SkillInstalled>
  /** The hash of what was reviewed. */
  trusted: ReadonlyMap<string, string>
  disabled: ReadonlySet<string>
  /** The hash of the scripts that may run. */
  scripts: ReadonlyMap<string, string>
  /** For each skill, the tools that are switched off. */
  toolsOff: ReadonlyMap<string, ReadonlySet<string>>
  /** For each skill, the reviewed tools that their server now describes differently. */
  withdrawn: ReadonlyMap<string, ReadonlySet<string>>
}

export const TRUST_FACTS = [
  'skill.installed',
  'skill.trusted',
  'skill.switched',
  'skill.removed',
  'scripts.switched',
  'tool.switched',
  'server.changed',
  'server.listed',
] as const satisfies readonly FactType[]

export const EMPTY_BOOK: TrustState = {
  installed: new Map(),
  trusted: new Map(),
  disabled: new Set(),
  scripts: new Map(),
  toolsOff: new Map(),
  withdrawn: new Map(),
}

export function isTrustFact({ type }: { type: FactType }): boolean {
  return (TRUST_FACTS as readonly FactType[]).includes(type)
}

export function foldTrust(facts: readonly Fact[], from: TrustState = EMPTY_BOOK): TrustState {
  const installed = new Map(from.installed)
  const trusted = new Map(from.trusted)
  const disabled = new Set(from.disabled)
  const scripts = new Map(from.scripts)
  const toolsOff = new Map(from.toolsOff)
  const withdrawn = new Map(from.withdrawn)
  for (const fact of facts) {
    if (fact.type === 'skill.installed') installed.set(fact.skill, fact)
    else if (fact.type === 'skill.trusted') trusted.set(fact.skill, fact.hash)
    else if (fact.type === 'skill.switched' && fact.enabled) disabled.delete(fact.skill)
    else if (fact.type === 'skill.switched') disabled.add(fact.skill)
    else if (fact.type === 'scripts.switched' && fact.allowed) scripts.set(fact.skill, fact.scriptsHash)
    else if (fact.type === 'scripts.switched') scripts.delete(fact.skill)
    else if (fact.type === 'tool.switched') {
      const others = [...(toolsOff.get(fact.skill) ?? [])].filter((tool) => tool !== fact.tool)
      toolsOff.set(fact.skill, new Set(fact.enabled ? others : [...others, fact.tool]))
    } else if (fact.type === 'server.changed') {
      withdrawn.set(fact.skill, new Set([...(withdrawn.get(fact.skill) ?? []), fact.listed]))
    } else if (fact.type === 'server.listed') withdrawn.delete(fact.skill)
    else if (fact.type === 'skill.removed') {
      for (const each of [installed, trusted, disabled, scripts, toolsOff, withdrawn]) each.delete(fact.skill)
    }
  }
  return { installed, trusted, disabled, scripts, toolsOff, withdrawn }
}

/** True if the person allowed exactly these scripts. */
export function areScriptsAllowed(
  { name, scriptsHash }: Pick<Skill, 'name' | 'scriptsHash'>,
  book: TrustState,
): boolean {
  return scriptsHash !== undefined && book.scripts.get(name) === scriptsHash
}
