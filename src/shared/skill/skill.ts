import type { Diagnostic, DiagnosticCode } from '#shared/messages/diagnostic'
import type { SkillInstalled } from '#shared/skill/skill-facts'
import type { McpServer, ServerOffers } from './mcp-server.ts'
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
  /** Files outside scripts/ that run or are imported: like scripts, they are off until a person allows them. */
  code?: string[]
  /** What may be called while the skill is in use, where its page says so. */
  allowedTools?: string
  /** Files beside the page that the model may read. */
  readable?: string[]
  /** Over `code` and every file in scripts/, also below; absent where there is none. */
  scriptsHash?: string
  /** Servers that it names, whether they were listed or not. */
  servers?: McpServer[]
  /** What they offer beside their tools. */
  offers?: ServerOffers[]
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
  /** Its tools that the person switched off, by their names. */
  toolsOff?: string[]
  /** The folder an installed skill came from, which the person may edit; `dir` is then what was reviewed and runs. */
  sourceDir?: string
}

/** Why something is not installed. */
export type InstallCode =
  | 'ARCHIVE_FORMAT'
  | 'ARCHIVE_ENTRY'
  | 'ARCHIVE_LIMIT'
  | 'NO_SKILL'
  | 'SOURCE_UNREACHABLE'
  | 'ALREADY_INSTALLED'
  | 'INSTALL_FAILED'

export type InstallDiagnostic = Omit<Diagnostic, 'code'> & { code: DiagnosticCode | InstallCode }

/** What lies in quarantine, to be chosen from by its token. */
export type Staging =
  | { ok: true; token: string; source: SkillInstalled['source']; candidates: SkillCandidate[] }
  | { ok: false; diagnostics: InstallDiagnostic[] }

/** A skill that a source holds. */
export interface SkillCandidate {
  name: string
  description: string
  /** Within the source; empty where the source is the skill. */
  dir: string
  format: Format | null
  hash: string
  tools: string[]
  /** A skill of this name is installed, and would be replaced. */
  isInstalled: boolean
  /** Why it cannot be installed at all. */
  blocker: InstallDiagnostic | null
  diagnostics: Diagnostic[]
}

export interface Installation {
  installed: { name: string; dir: string; hash: string; hasReplaced: boolean }[]
  diagnostics: InstallDiagnostic[]
}

/** A skill that lies in a folder of another program, to be copied from there. */
export interface AdoptableSkill {
  name: string
  description: string
  /** What to give as the source. */
  dir: string
  /** As a person knows the place: `~/.agents/skills`. */
  place: string
  isInstalled: boolean
}
