import type { JsonObject } from '#shared/json'
import type { Message, Said } from '#shared/messages/message'
import type { McpRuntime } from '#shared/skill/tool'
import type { CredentialName } from './credentials.ts'
import type { BinaryIdentity, Origin } from './plan.ts'

export type Action = ProcessAction | HttpAction | McpAction | PromptAction | BuiltinAction

export type ActionKind = Action['kind']
export type ActionOf<Kind extends ActionKind> = Extract<Action, { kind: Kind }>

export interface ProcessAction {
  kind: 'process'
  /** `argv[0]` is the program's name as the skill wrote it, then the arguments. */
  argv: string[]
  origin: Origin[]
  binary: { name: string; path: string | null; identity?: BinaryIdentity }
  cwd: string
  /** Names alone; the values are part of the digest. */
  env: string[]
  stdin: string | null
  /** Written before the start and removed afterwards, at paths that `argv` names. */
  tempFiles: { path: string; content: string }[]
  /** If it prints JSON, that is its result. */
  printsJson?: true
  /** The file that an interpreter runs, the hash of its reviewed bytes, and where its result comes from. */
  entry?: { launcher: LauncherName; path: string; sha256: string; result: 'pipe' | 'stdout' | { mark: string } } & {
    /** It may call other tools while it runs. */
    opens?: true
    /** All functions of the call, outermost first. */
    chain?: { name: string; file?: string; sha256?: string; calls?: string }[]
    /** Values that they always receive, and the file each key came from. */
    known?: Readonly<Record<string, string>>
    /** What they may call; each list must allow it. */
    tools?: string[]
    /** It may start this model turn while it runs. */
    prompt?: PromptAction
    /** The folder it runs from, if that is not its own. */
    within?: string
    /** It may ask for records, and gets its secrets when it starts. */
    serves?: true
    /** The program is ended when it uses more memory than this. */
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

/** A turn of the model that follows a text of the skill and may call only these tools. */
export interface PromptAction {
  kind: 'prompt'
  name: string
  instructions: string
  /** What the model is asked; made from the arguments. */
  text: string
  /** In the notation of `allowed-tools`. */
  tools: string[]
  returns?: JsonObject
  /** Whoever asks may not learn which skills and tools there are, so the model is not told. */
  isApart?: true
}

/** A call of a server's tool. The server is started if it is not running. */
export interface McpAction extends Omit<McpRuntime, 'kind'> {
  kind: 'mcp'
  /** The program that is started; null for a server with an address. */
  binary: { name: string; path: string; identity: BinaryIdentity } | null
  /** The folder it starts in; null for a server with an address. */
  cwd: string | null
  /** `version` is a random id that changes with the secret's value. */
  secrets: { name: string; version: string }[]
  args: JsonObject
}

/** A secret appears by name only; `version` is a random id that changes with its value. */
export type HeaderPart = { text: string } | { secret: string; version: string }

/** Skillet answers this itself; it only reads. */
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
 * What an action touches. Judging, rules, previews and the card look at effects, never at argv. An action without
 * effects is one that Skillet answers itself.
 */
export type Effect =
  /** `tree`: includes everything below the path. `given`: its skill was given it; the call does not name it. */
  | { does: 'read' | 'write' | 'delete'; path: string; realPath: string; tree: boolean; slot?: Slot; given?: true }
  /** Scheme, host and port; empty if the program chooses the host. */
  | { does: 'send'; origin: string; slot?: Slot }
  /** `to`: the program or host that receives it. */
  | { does: 'use-secret'; name: string; to: string }
  | { does: 'use-credential'; name: CredentialName; to: string }
  /** Of the person's environment. */
  | { does: 'use-variable'; name: string; to: string }
  | { does: 'run-code'; code: 'file' | 'inline' | 'package' | 'image'; name: string; sha256: string | null }
  | { does: 'start'; server: string }
  | { does: 'signal' }
  | { does: 'see-machine' }
  /** It runs with more rights than the person has. */
  | { does: 'gain-rights'; name: string }
  /** Always refused; nobody can allow it. */
  | { does: 'break-rules'; what: Message }
  | { does: 'store'; schema: string; access: 'read' | 'write' }
  /** A known program that may change files. */
  | { does: 'change'; what: string }
  | { does: 'unknown'; what: Said }

/** What an action may use, and how well each limit is enforced. */
export interface Grants {
  read: string[]
  write: string[]
  /** Origins; `any` if the limit cannot be enforced per host. */
  hosts: string[] | 'any'
  /** Those of `hosts` that a person granted by name, so they may be on this computer or the local network. */
  inner?: string[]
  secrets: string[]
  tools: string[]
  /** What its skill was given beyond the open folders, by `needId`. */
  needs?: string[]
}

export type Caller =
  /** `wrote`: the command that it told the person to run instead of calling a tool. */
  | { kind: 'model'; from: 'protocol' | 'text' | 'choice'; wrote?: string }
  | { kind: 'person' }
  | { kind: 'tool'; call: string }
  | { kind: 'trigger'; name: string }
  /** `id`: of a paired program. Any process can use any name. */
  | { kind: 'program'; name: string; id?: string }

type Exhausted = 'out-of-memory' | 'out-of-processor-time' | 'file-too-large'
export type Ending = Exhausted | 'done' | 'failed' | 'timed-out' | 'canceled' | 'not-started' | 'interrupted'
