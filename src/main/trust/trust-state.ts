import { hash } from 'node:crypto'
import type { Program } from '#shared/call/rule'
import type { Fact, FactOf, FactType } from '#shared/facts'
import { canonicalJson, type Json } from '#shared/json'
import { type McpServer, PERMITS, type Permit } from '#shared/skill/mcp-server'
import type { Skill } from '#shared/skill/skill'
import type { SkillInstalled } from '#shared/skill/skill-facts'

export interface SkillDecisions {
  installed?: SkillInstalled
  /** The hash of what was reviewed. */
  trusted?: string
  /** The programs it was trusted with; none for an older decision. */
  programs?: readonly Program[] | undefined
  /** The environment variables that the review listed, as ids of needs. */
  variables?: readonly string[] | undefined
  isDisabled?: boolean
  /** The hash of the scripts that may run. */
  scripts?: string | undefined
  toolsOff?: ReadonlySet<string>
  /** The reviewed tools that their server now describes differently. */
  withdrawn?: ReadonlySet<string>
  signedOut?: ReadonlySet<string>
  permits?: ReadonlySet<string>
  /** What was decided about each need; `hash` is the skill at that time. */
  access?: ReadonlyMap<string, { allowed: boolean; hash: string }>
}

/** By the name of the skill; folded from facts. */
export type TrustState = ReadonlyMap<string, SkillDecisions>

type Steps = { [T in FactType]?: (fact: FactOf<T>, before: SkillDecisions) => SkillDecisions }

const STEPS = {
  'skill.installed': (installed) => ({ installed }),
  // The review showed what it asks for. What was taken away stays away.
  'skill.trusted': ({ hash: trusted, programs, variables }, before) => ({
    ...{ trusted, programs, variables },
    ...withoutAllowed(before),
  }),
  'skill.switched': ({ enabled }) => ({ isDisabled: !enabled }),
  'skill.access-switched': (fact, { access }) => ({ access: new Map(access).set(fact.need, fact) }),
  'scripts.switched': ({ allowed, scriptsHash }) => ({ scripts: allowed ? scriptsHash : undefined }),
  'tool.switched': ({ tool, enabled }, { toolsOff }) => ({ toolsOff: change(toolsOff, tool, !enabled) }),
  'server.changed': ({ listed }, { withdrawn }) => ({ withdrawn: change(withdrawn, listed, true) }),
  'server.signed-out': ({ server }, { signedOut }) => ({ signedOut: change(signedOut, server, true) }),
  'server.listed': () => ({ withdrawn: new Set(), signedOut: new Set() }),
  'server.permitted': ({ permit, allowed }, { permits }) => ({ permits: change(permits, permit, allowed) }),
} as const satisfies Steps

export const TRUST_FACTS = [
  ...(Object.keys(STEPS) as (keyof typeof STEPS)[]),
  ...(['skill.removed', 'ledger.salvaged'] as const),
]

export function isTrustFact(fact: Fact): fact is FactOf<(typeof TRUST_FACTS)[number]> {
  return (TRUST_FACTS as readonly FactType[]).includes(fact.type)
}

export function foldTrust(facts: readonly Fact[], from: TrustState = new Map()): TrustState {
  const book = new Map(from)
  const edit = (skill: string, step: (before: SkillDecisions) => SkillDecisions) => {
    const before = book.get(skill) ?? {}
    book.set(skill, { ...before, ...step(before) })
  }
  for (const fact of facts) {
    if (!isTrustFact(fact)) continue
    if (fact.type === 'skill.removed') book.delete(fact.skill)
    // The record may lack what was taken away, so nothing that was added counts.
    else if (fact.type === 'ledger.salvaged') {
      for (const skill of book.keys()) edit(skill, (before) => ({ ...withoutAllowed(before), permits: new Set() }))
    } else edit(fact.skill, (before) => (STEPS as Steps)[fact.type]?.(fact as never, before) ?? {})
  }
  return book
}

const withoutAllowed = ({ access = new Map() }: SkillDecisions) => ({
  access: new Map([...access].filter(([, { allowed }]) => !allowed)),
})

function change(names: Iterable<string> = [], name: string, isIn: boolean): ReadonlySet<string> {
  const others = [...names].filter((each) => each !== name)
  return new Set(isIn ? [...others, name] : others)
}

export const areScriptsAllowed = ({ name, scriptsHash }: Pick<Skill, 'name' | 'scriptsHash'>, book: TrustState) =>
  scriptsHash !== undefined && book.get(name)?.scripts === scriptsHash

export const permitOf = (server: McpServer, what: Permit): string =>
  `${what} ${hash('sha256', canonicalJson(JSON.parse(JSON.stringify(server)) as Json))}`

export function listPermits(server: McpServer, book: TrustState): Permit[] {
  const given = book.get(server.skill)?.permits
  return given ? PERMITS.filter((what) => given.has(permitOf(server, what))) : []
}
