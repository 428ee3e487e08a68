import type { Diagnostic } from '#shared/messages/diagnostic'
import type { Message } from '#shared/messages/message'
import type { McpServer, ServerOffers } from '#shared/skill/mcp-server'
import type { MainText, SharedItem, Space } from '#shared/skill/skill'
import type { Format, ParamsSchema, Tool } from '#shared/skill/tool'

/** Compiles schemas and patterns: a message if one is invalid, otherwise null. */
export interface Checks {
  schema(params: ParamsSchema): Message | null
  pattern(source: string): Message | null
  /** Runs our own code in an isolated Python and returns its output; null without Python. */
  python?(code: string, input: string): Promise<string | null>
}

/** A file of a skill that a format asked to read. */
export interface SkillFile {
  bytes: Uint8Array
  sha256: string
}

export interface SkillFiles {
  skill: string
  /** Every file that a format asked for, by its path with forward slashes, sorted by name. */
  files: ReadonlyMap<string, SkillFile>
  /** Names of the files in scripts/ that may run. */
  scripts: ReadonlySet<string>
  spaces?: Spaces
}

/** In which space of Rye a skill lies, and what those around it share. */
export interface Spaces {
  own: Space
  shared: Readonly<Record<Space, readonly SharedItem[]>>
}

export interface FormatReading {
  tools: Tool[]
  /** Declared but not offered, because of the diagnostic. */
  withheld: { name: string; diagnostic: Diagnostic }[]
  diagnostics: Diagnostic[]
  /** Stands in for a missing SKILL.md; null if the format requires one. */
  page: SkillPage | null
  /** Files outside scripts/ that run or are imported; off until a person allows the skill's scripts. */
  code?: readonly string[]
  /** Texts added to the skill's page. */
  context?: readonly string[]
  servers?: readonly McpServer[]
  main?: MainText
  shared?: readonly SharedItem[]
  offers?: readonly ServerOffers[]
}

export interface SkillPage {
  /** By default the folder's name. */
  name?: string
  description: string
  body: string
}

/** A format of tools. Adding one takes a folder here and a line in formats.ts. */
export interface FormatReader {
  format: Format
  /** A folder that contains this file or folder is a skill. */
  claims(name: string): boolean
  /** How many bytes of this file it reads at most; null if the format ignores it. */
  mostBytes(path: string): number | null
  /** Runs none of the files and never rejects; null if the folder holds nothing of this format. */
  read(files: SkillFiles, checks: Checks): FormatReading | null | Promise<FormatReading | null>
}
