import type { Program } from '#shared/call/rule'

/** A person's decisions about skills. */
export type SkillFact =
  | SkillInstalled
  | SkillTrusted
  | { type: 'skill.switched'; skill: string; enabled: boolean }
  | { type: 'skill.removed'; skill: string }
  /** By the name the skill gives it. */
  | { type: 'tool.switched'; skill: string; tool: string; enabled: boolean }
  /** `need`: an id as of `needId`. It is allowed for these bytes of the skill only. */
  | { type: 'skill.access-switched'; skill: string; need: string; allowed: boolean; hash: string }
  /** Covers exactly these bytes. A changed script is off again. */
  | { type: 'scripts.switched'; skill: string; allowed: boolean; scriptsHash: string }

export interface SkillInstalled {
  type: 'skill.installed'
  skill: string
  hash: string
  source: { kind: 'folder' | 'zip' | 'git' | 'adopted' | 'server'; from: string }
}

/** What was reviewed and may run: a copy of exactly these bytes. */
export interface SkillTrusted {
  type: 'skill.trusted'
  /** Environment variables that the review listed; none in older records. */
  variables?: readonly string[]
  skill: string
  hash: string
  /** The programs that its tools started at that time. Older records name none. */
  programs?: readonly Program[]
}
