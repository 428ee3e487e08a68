import type { ChangedWords } from '#shared/changed-words'
import type { Message } from '#shared/messages/message'
import type { SkillInstalled } from '#shared/skill/skill-facts'
import type { Signature } from './about.ts'
import type { ReviewedServer } from './mcp-server.ts'
import type { SkillAccess } from './needs.ts'
import type { Skill } from './skill.ts'

/** Everything a person must see before they trust a skill. Hidden and misleading characters are made visible. */
export interface Review extends Pick<Skill, 'description' | 'origin' | 'state' | 'format' | 'diagnostics'> {
  skill: string
  /** Of exactly what is shown. Trusting refers to it. */
  hash: string
  source?: SkillInstalled['source']
  obstacle?: Message
  tools: ReviewedTool[]
  withheld: { name: string; message: Message }[]
  binaries: ReviewedBinary[]
  servers?: ReviewedServer[]
  scripts: ReviewedFile[]
  /** What it asks for beyond the open folders. Trust grants it, except what the person took away. */
  access?: SkillAccess[]
  /** Hosts whose addresses appear in its files. */
  hosts: string[]
  /** Hidden files and disguised code. */
  hidden: { file: string; message: Message }[]
  files: { file: string; bytes: number; isExecutable: boolean }[]
  /** Changes since it was last trusted. Absent if it never was, or if that copy is lost. */
  changes?: FileChange[]
}

export interface ReviewedTool {
  name: string
  /** The headings of its calls. */
  titles: string[]
  description: string
  signature?: Signature
  /** Each way it may run; `<x>` is the value of parameter x. */
  runs: { binary: string; subcommand: string; argvTemplate: string[]; isAnyCode: boolean }[]
  /** Commands that work out a value or read the output, with the words after the script or command. */
  helpers: { param: string | null; script?: string; command?: string[]; args: string[]; isAnyCode: boolean }[]
  /** Set if it asks to run in the background. */
  byItself?: Message[]
}

export interface ReviewedBinary {
  name: string
  /** Null if it is not installed. Its version is unknown: nothing runs before the skill is trusted. */
  path: string | null
  bytes?: number
  changedAt?: string
  /** The person trusted the skill with another program. */
  isOther?: boolean
  /** It runs any code that its arguments name. */
  isAnyCode: boolean
}

export interface ReviewedFile {
  file: string
  sha256: string
  /** Null if it is not text. */
  text: string | null
}

export interface FileChange {
  file: string
  kind: 'added' | 'removed' | 'changed'
  /** In the format of `diff -u`; null for binary files and for too many lines. */
  diff: string[] | null
  /** Within the lines of `diff`. */
  words?: ChangedWords
  /** It became executable, or is no longer. */
  isModeChanged?: true
}
