/** What a person decided about skills. */
export type SkillFact =
  | SkillInstalled
  | SkillTrusted
  | { type: 'skill.switched'; skill: string; enabled: boolean }
  | { type: 'skill.removed'; skill: string }
  /** One tool of it, by the name the skill gives it. */
  | { type: 'tool.switched'; skill: string; tool: string; enabled: boolean }
  /** Holds for exactly these scripts: another byte in one of them turns it off again. */
  | { type: 'scripts.switched'; skill: string; allowed: boolean; scriptsHash: string }

export interface SkillInstalled {
  type: 'skill.installed'
  skill: string
  hash: string
  source: { kind: 'folder' | 'zip' | 'git' | 'adopted' | 'server'; from: string }
}

/** What was reviewed and may run: a snapshot of exactly these bytes. */
export interface SkillTrusted {
  type: 'skill.trusted'
  skill: string
  hash: string
}
