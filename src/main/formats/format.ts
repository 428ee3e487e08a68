import type { Diagnostic } from '#shared/messages/diagnostic'
import type { McpServer, ServerOffers } from '#shared/skill/mcp-server'
import type { Format, Tool } from '#shared/skill/tool'
import type { Checks } from './checks.ts'

/** A file of a skill whose bytes a format asked for. */
export interface SkillFile {
  bytes: Uint8Array
  sha256: string
}

/** What a skill's folder holds. */
export interface SkillFiles {
  /** The skill's name. */
  skill: string
  /** Every file that a format asked for, by its path with forward slashes, in the order of their names. */
  files: ReadonlyMap<string, SkillFile>
  /** Names of the files in scripts/ that may run. */
  scripts: ReadonlySet<string>
}

export interface FormatReading {
  tools: Tool[]
  /** Declared, and kept back because of the diagnostic. */
  withheld: { name: string; diagnostic: Diagnostic }[]
  diagnostics: Diagnostic[]
  /** Tells the model what the skill is for where the folder has no SKILL.md; null where the format demands one. */
  page: SkillPage | null
  /** Files outside scripts/ that run or are imported: they are off until a person allows the skill's scripts. */
  code?: readonly string[]
  /** Texts that belong to the page of the skill. */
  context?: readonly string[]
  servers?: readonly McpServer[]
  offers?: readonly ServerOffers[]
}

export interface SkillPage {
  /** The folder's name where it is absent. */
  name?: string
  description: string
  body: string
}

/** One format of tools. A new one is a folder here and a line in formats.ts. */
export interface FormatReader {
  format: Format
  /** A folder that holds this file or folder is a skill. */
  claims(name: string): boolean
  /** How many bytes it reads of this file at most; null where the file means nothing to it. */
  mostBytes(path: string): number | null
  /** Runs nothing of what it reads, and never rejects; null where the folder holds nothing of this format. */
  read(files: SkillFiles, checks: Checks): FormatReading | null | Promise<FormatReading | null>
}
