import type { Diagnostic } from './diagnostic.ts'
import type { Format, Tool } from './tool.ts'

export type SkillState = 'quarantined' | 'trusted' | 'changed' | 'unavailable'

/** A file in scripts/ that may run; a resolver names it with or without its `.sh`. */
export interface SkillScript {
  name: string
  file: string
  sha256: string
}

/** A directory that was read: everything that follows from its bytes alone. */
export interface SkillContents {
  name: string
  description: string
  /** SKILL.md without its frontmatter. */
  body: string
  dir: string
  format: Format | null
  /** Over every file of the directory, by content. */
  hash: string
  /** Alternatives: the skill is usable where every binary of one of them is found. Empty: it needs none. */
  requiredBins: string[][]
  scripts: SkillScript[]
  /** Only those that may be offered. */
  tools: Tool[]
  /** Declared, and kept back because of the diagnostic. */
  withheld: { name: string; diagnostic: Diagnostic }[]
  diagnostics: Diagnostic[]
}

/** A skill as it stands here: its contents and what this machine and this person make of them. */
export interface Skill extends SkillContents {
  origin: 'bundled' | 'installed' | 'named'
  state: SkillState
  enabled: boolean
  allowScripts: boolean
  missingBins: string[]
}
