import type { Diagnostic } from '#shared/messages/diagnostic'
import type { Message } from '#shared/messages/message'
import type { SkillInstalled } from '#shared/skill/skill-facts'
import type { Signature } from './about.ts'
import type { Skill } from './skill.ts'
import type { Format } from './tool.ts'

/** All a person must see before they trust a skill. Texts are made visible: nothing in them hides or misleads. */
export interface Review {
  skill: string
  description: string
  origin: Skill['origin']
  state: Skill['state']
  format: Format | null
  /** Of exactly what is shown; trusting names it. */
  hash: string
  /** Where it was installed from. */
  source?: SkillInstalled['source']
  /** Why it cannot be trusted as it is. */
  obstacle?: Message
  tools: ReviewedTool[]
  /** Declared and not offered, with the reason. */
  withheld: { name: string; message: Message }[]
  binaries: ReviewedBinary[]
  /** What it starts or talks to. */
  servers?: ReviewedServer[]
  scripts: ReviewedFile[]
  /** The names of environment variables it asks for. */
  env: string[]
  /** Hosts that its files name in addresses. */
  hosts: string[]
  /** What a person does not see, or code that is disguised. */
  hidden: { file: string; message: Message }[]
  diagnostics: Diagnostic[]
  files: { file: string; bytes: number; isExecutable: boolean }[]
  /** Since it was last trusted; absent where it never was, or where what was trusted is lost. */
  changes?: FileChange[]
}

export interface ReviewedTool {
  name: string
  /** What heads the cards of its calls. */
  titles: string[]
  description: string
  /** Of a tool whose format has signatures. */
  signature?: Signature
  /** Each way it may run; `<x>` stands for the value of parameter x. */
  runs: { binary: string; subcommand: string; argvTemplate: string[]; isAnyCode: boolean }[]
  /** What else runs for it: to work out a value, or to read its output. */
  helpers: { param: string | null; script?: string; command?: string[]; isAnyCode: boolean }[]
}

export interface ReviewedServer {
  name: string
  /** Its command line or its address. */
  line: string
  /** Names of what it gets. */
  env: string[]
  secrets: string[]
  /** Where it may write; its roots. */
  folders: string[]
  network: boolean
}

export interface ReviewedBinary {
  name: string
  /** Null where it is not installed. Its version is not asked for: nothing runs before a skill is trusted. */
  path: string | null
  bytes?: number
  changedAt?: string
  /** It runs whatever code its arguments name. */
  isAnyCode: boolean
}

export interface ReviewedFile {
  file: string
  sha256: string
  /** Null where it is no text. */
  text: string | null
}

export interface FileChange {
  file: string
  kind: 'added' | 'removed' | 'changed'
  /** Lines as `diff -u` writes them; null where they are no text, or too many. */
  diff: string[] | null
  /** May be executed now, or not any more. */
  isModeChanged?: true
}
