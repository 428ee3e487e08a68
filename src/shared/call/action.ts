import type { JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import type { McpServer } from '#shared/skill/mcp-server'
import type { BinaryIdentity, Origin } from './plan.ts'

/** What one call would do, as plain JSON. A new kind is a member here and a folder in src/main/runners. */
export type Action = ProcessAction | HttpAction | McpAction | PromptAction | BuiltinAction

export type ActionKind = Action['kind']
export type ActionOf<Kind extends ActionKind> = Extract<Action, { kind: Kind }>

export interface ProcessAction {
  kind: 'process'
  /** `argv[0]` is the program's name as the skill wrote it, then the arguments. */
  argv: string[]
  /** Where each element of `argv` comes from. */
  origin: Origin[]
  binary: { name: string; path: string | null; identity?: BinaryIdentity }
  cwd: string
  /** Names alone; the values are part of the digest. */
  env: string[]
  stdin: string | null
  /** Files that are written before the start and removed after it, at the paths that `argv` names. */
  tempFiles: { path: string; content: string }[]
  /** What it prints is its result where it is JSON. */
  printsJson?: true
  /** The file that an interpreter runs, with the bytes that were reviewed, and where its result comes from. */
  entry?: { launcher: LauncherName; path: string; sha256: string; result: 'pipe' | 'stdout' | { mark: string } } & {
    /** It may ask for other tools while it runs. */
    opens?: true
    /** All functions of the call, the outermost first. */
    chain?: { name: string; path?: string; sha256?: string; calls?: string }[]
    /** What they know without being told in the call: each key with the file it came from last. */
    known?: Readonly<Record<string, string>>
    /** What they may call; each list must allow it. */
    tools?: string[]
    /** And for this turn. */
    prompt?: PromptAction
    /** The folder that it finds its own files in, where that is not its own. */
    within?: string
    /** It may ask for records, and gets its secrets when it starts. */
    serves?: true
    /** It is ended where it takes more. */
    memoryMb?: number
  }
}

export type LauncherName = 'python' | 'node' | 'deno' | 'bash'

export interface HttpAction {
  kind: 'http'
  method: string
  url: string
  headers: { name: string; value: HeaderPart[] }[]
  body: string | null
}

/** A turn of the model with a text of the skill, and with the tools that it may call. */
export interface PromptAction {
  kind: 'prompt'
  name: string
  instructions: string
  /** What it is asked: the arguments. */
  text: string
  /** As `allowed-tools` has them. */
  tools: string[]
  /** A schema that the answer must fit. */
  returns?: JsonObject
}

/** A call of a tool that a server offers; the server starts for it where it does not run yet. */
export interface McpAction {
  kind: 'mcp'
  server: McpServer
  /** What starts it; null where it has an address. */
  binary: { name: string; path: string; identity: BinaryIdentity } | null
  /** Where it starts; null where it has an address. */
  cwd: string | null
  /** Of each secret it gets, a random id that changes when its value does. */
  secrets: { name: string; version: string }[]
  tool: string
  args: JsonObject
  /** Hash of what the server's list said of the tool when it was reviewed. */
  listed: string
}

/** A secret is named, never shown: `version` is a random id that changes when its value does. */
export type HeaderPart = { text: string } | { secret: string; version: string }

/** Answered by Skillet itself: reads only. */
export interface BuiltinAction {
  kind: 'builtin'
  name: 'find_tools' | 'read_output' | 'read_skill'
  args: JsonObject
}

/** Where a value of the call went. */
export type Slot =
  | { in: 'argv'; index: number }
  | { in: 'stdin' }
  | { in: 'cwd' }
  | { in: 'file'; name: string }
  | { in: 'url' }
  | { in: 'header'; name: string }
  | { in: 'body' | 'arguments'; path: string }

/**
 * What an action touches. Judging, rules, previews and the card read effects and never argv.
 * An action without any effect is answered by Skillet itself.
 */
export type Effect =
  /** `tree`: everything below the path, too. */
  | { does: 'read' | 'write' | 'delete'; path: string; realPath: string; tree: boolean; slot?: Slot }
  /** Scheme, host and port; empty where the program chooses the host. */
  | { does: 'send'; origin: string; slot?: Slot }
  /** `to`: the program or host that gets it. */
  | { does: 'use-secret'; name: string; to: string }
  | { does: 'run-code'; code: 'file' | 'inline' | 'package' | 'image'; name: string; sha256: string | null }
  | { does: 'start'; server: string }
  | { does: 'signal' }
  | { does: 'see-machine' }
  /** It acts with more rights than the person's own. */
  | { does: 'gain-rights'; name: string }
  /** Nobody may allow it: the action is refused. */
  | { does: 'break-rules'; what: Message }
  | { does: 'store'; schema: string; access: 'read' | 'write' }
  | { does: 'unknown'; what: string }

/** What an action is given, and how well each wall holds. */
export interface Grants {
  read: string[]
  write: string[]
  /** Origins (scheme, host and port); `any` where nothing can be enforced per host. */
  hosts: string[] | 'any'
  /** Those of `hosts` that a person granted, so that they may lie on this computer or on a network around it. */
  inner?: string[]
  secrets: string[]
  tools: string[]
}

export type Caller =
  | { kind: 'model'; from: 'protocol' | 'text' | 'choice' }
  | { kind: 'person' }
  | { kind: 'tool'; call: string }
  | { kind: 'trigger'; name: string }
  | { kind: 'program'; name: string }

export type Ending = 'done' | 'failed' | 'timed-out' | 'canceled' | 'out-of-memory' | 'not-started' | 'interrupted'
