import type { CallErrorCode } from '#shared/call/plan'
import type { Program } from '#shared/call/rule'
import type { JsonObject } from '#shared/json'
import type { Diagnostic, DiagnosticCode } from '#shared/messages/diagnostic'
import type { SkillInstalled } from '#shared/skill/skill-facts'
import type { McpServer, Permit, ServerOffers } from './mcp-server.ts'
import type { Need, SkillAccess } from './needs.ts'
import type { Format, Tool } from './tool.ts'

/** A text that opens every chat in a folder and limits what its model may call. */
export interface MainText {
  text: string
  allowedTools?: string
}

export type SkillState = 'quarantined' | 'trusted' | 'changed' | 'unavailable'

/** A file in scripts/ that may run. A resolver may name it without `.sh`. */
export interface SkillScript {
  name: string
  file: string
  sha256: string
}

/** The three spaces of Rye tools, nearest first. */
export const SPACES = ['project', 'user', 'system'] as const
export type Space = (typeof SPACES)[number]

/** A runtime or server that tools of other skills may name. */
export interface SharedItem {
  id: string
  fields: JsonObject
}

/** A directory that was read: everything that follows from its bytes alone. */
export interface SkillContents {
  name: string
  description: string
  body: string
  dir: string
  format: Format | null
  /** Over every file in the folder. */
  hash: string
  /** Alternatives: the skill works if all programs of one of them exist. Empty: it needs none. */
  requiredBins: string[][]
  scripts: SkillScript[]
  /** Files outside scripts/ that run or are imported. Like scripts, they are off until a person allows them. */
  code?: string[]
  /** What its page asks for beyond the open folders. */
  needs?: Need[]
  /** What may be called while the skill is in use, if its page limits that. */
  allowedTools?: string
  /** Files that the model may read besides the page. */
  readable?: string[]
  /** Over `code` and all files in scripts/; absent if there are none. */
  scriptsHash?: string
  servers?: McpServer[]
  main?: MainText
  /** For Rye: what tools in other spaces may use. */
  shared?: SharedItem[]
  offers?: ServerOffers[]
  /** Only those that may be offered. */
  tools: Tool[]
  withheld: { name: string; diagnostic: Diagnostic }[]
  diagnostics: Diagnostic[]
}

/** A skill on this computer: its contents plus its state. */
export interface Skill extends SkillContents {
  origin: 'bundled' | 'installed' | 'named'
  state: SkillState
  enabled: boolean
  allowScripts: boolean
  missingBins: string[]
  /** The programs an installed skill is trusted with; null if the person trusted it before they were noted. */
  programs?: readonly Program[] | null
  /** The folder whose chats its `main` opens. */
  mainOf?: string
  toolsOff?: string[]
  /** What its commands can be given, and what they are. */
  access?: SkillAccess[]
  permits?: Record<string, Permit[]>
  /** Folders with its tools' configuration; later ones win. */
  configFolders?: { system: string[]; user: string; project: string | null }
  /** The folder an installed skill came from, which the person may edit; `dir` is then what was reviewed and runs. */
  sourceDir?: string
}

type KeepingError = 'SKILL_UNKNOWN' | 'SKILL_NOT_INSTALLED' | 'SKILL_UNREADABLE' | 'SKILL_NOT_KEPT'
type AccessError = 'SCRIPTS_OFF' | 'NO_SCRIPTS' | 'NO_SUCH_ACCESS'
type ServerError = 'NO_SERVERS' | 'SERVER_FAILED' | 'SERVER_UNREADABLE'
type SharedError = Extract<CallErrorCode, 'SKILL_UNTRUSTED' | 'SKILL_CHANGED' | 'DECLINED' | 'TOOL_UNKNOWN'>

export type SkillErrorCode = SharedError | KeepingError | AccessError | ServerError

type ArchiveCode = 'ARCHIVE_FORMAT' | 'ARCHIVE_ENTRY' | 'ARCHIVE_LIMIT'
type InstallCode = ArchiveCode | 'NO_SKILL' | 'SOURCE_UNREACHABLE' | 'ALREADY_INSTALLED' | 'INSTALL_FAILED'

export type InstallDiagnostic = Omit<Diagnostic, 'code'> & { code: DiagnosticCode | InstallCode }

/** What is in quarantine and can be installed by its token. */
export type Staging =
  | { ok: true; token: string; source: SkillInstalled['source']; candidates: SkillCandidate[] }
  | { ok: false; diagnostics: InstallDiagnostic[] }

export interface SkillCandidate
  extends Pick<SkillContents, 'name' | 'description' | 'format' | 'hash' | 'diagnostics'> {
  /** Within the source; empty if the source is the skill itself. */
  dir: string
  tools: string[]
  /** A skill of this name is installed and would be replaced. */
  isInstalled: boolean
  blocker: InstallDiagnostic | null
}

export interface Installation {
  installed: { name: string; dir: string; hash: string; hasReplaced: boolean }[]
  diagnostics: InstallDiagnostic[]
}

/** A skill in another program's folder that can be copied from there. */
export interface AdoptableSkill extends Pick<SkillCandidate, 'name' | 'description' | 'isInstalled'> {
  /** What to pass as the source. */
  dir: string
  /** As a person writes it: `~/.agents/skills`. */
  place: string
}
