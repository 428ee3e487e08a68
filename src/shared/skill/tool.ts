import type { LauncherName } from '#shared/call/action'
import type { Json, JsonObject } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import type { RetryPolicy, Signature, ToolAbout } from './about.ts'
import type { HttpSpec } from './http-spec.ts'
import type { McpServer } from './mcp-server.ts'
import type { ToolCode, ToolExample } from './tool-code.ts'
import type { ToolWords } from './tool-words.ts'

export type Format = 'tools-json' | 'mcp' | 'rye' | 'tool-code' | 'skill-interface'

/** A JSON Schema of type object: what the model may pass to a tool. */
export interface ParamsSchema extends JsonObject {
  type: 'object'
}

/** What the model may call, whatever the format it was declared in. */
export interface Tool<R extends Runtime = Runtime> {
  /** `skill/name`: one of its kind, while two skills may declare the same name. */
  id: string
  name: string
  /** The name the model knows; `name` unless another enabled tool took it. */
  modelName: string
  description: string
  /** What a person reads of a call, where the skill says it. */
  words?: Partial<ToolWords>
  format: Format
  source: { skill: string; file: string; sha256: string }
  params: ParamsSchema
  runtime: R
  limits: { timeoutMs: number; maxOutputBytes: number }
  diagnostics: Diagnostic[]
  /** Its schema decides: defaults are filled in, and it lets parameters through that it does not name. */
  isOpen?: true
  role?: Role
  /** No model is offered it; other tools may call it. */
  isHidden?: true
  /** It declares no parameters: a model may pass none, another tool whatever it likes. */
  takesNothing?: true
  /** Of any type: what it must give. */
  returns?: JsonObject
  /** What it may call: each list must allow it. Without one, whatever its caller may. */
  allowedTools?: string[]
  tags?: string[]
  /** Arguments of every call that the model neither sees nor changes. */
  fixedArgs?: JsonObject
  retry?: RetryPolicy
  signature?: Signature
  about?: ToolAbout
  examples?: ToolExample[]
  /** Of the format tool-code. */
  code?: ToolCode
}

/** How it runs: a command line, a file of the skill, a program that a template names, a request, a call of a server, functions, or a text. */
export type Runtime =
  | CommandRuntime
  | CodeRuntime
  | ProgramRuntime
  | HttpRuntime
  | McpRuntime
  | FunctionRuntime
  | PromptRuntime
export type CommandTool = Tool<CommandRuntime>

/** The command lines of a tool; none where it is something else. */
export const executionsOf = ({ runtime }: Pick<Tool, 'runtime'>): readonly Execution[] =>
  runtime.kind === 'command' ? runtime.executions : []

export interface CodeRuntime {
  kind: 'code'
  launcher: LauncherName
  /** Below the skill's folder, with the bytes that were reviewed. */
  entry: { file: string; sha256: string }
  /** `function`: one of its functions gets the arguments and returns JSON. `script`: it reads them and prints. */
  mode: 'function' | 'script'
  /** How a script gets its arguments beside standard input: `--params JSON`, or `--name value` for each. */
  argv?: 'params' | 'options'
  /** It may write in the folder it works for; without this a sandbox gives it no folder to write in. */
  writes?: true
  /** The text that runs, where the entry carries it beside other things. */
  source?: { code: string; language: 'javascript' | 'typescript' }
  /** It may ask while it runs, and gets its secrets when it starts. */
  opens?: true
  secrets?: readonly string[]
  /** Origins it may send to, or any but those of this computer and the networks around it. */
  network?: readonly string[] | 'any'
  memoryMb?: number
  /** Schemas of the records it may read and write; `*` is every schema. */
  store?: { read: readonly string[]; write: readonly string[] }
  needs?: Needs
  config?: ConfigRequest[]
  /** It imports what neither its language nor its skill has: what its project installed. */
  importsPackages?: true
}

/** What a tool declares beyond files. */
export interface Needs {
  network?: true
  /** What nobody here can tell: it is asked about. */
  unknown?: string[]
}

/** A file below the folders for configuration, handed over as `resolved_config`. */
export interface ConfigRequest {
  path: string
  mode: 'deep_merge' | 'first_match'
  /** The only one, which is then not named by its path. */
  isAlone: boolean
}

/** A program with arguments that hold `{param}` as places; the arguments of the call also come on standard input as JSON. */
export interface ProgramRuntime {
  kind: 'program'
  program: string
  args: string[]
  env?: Record<string, string>
  /** The argument that is a file of the skill. */
  script?: { index: number; file: string; sha256: string }
  /** A container, which a daemon runs outside every sandbox. */
  image?: string
  writes?: true
  needs?: Needs
  config?: ConfigRequest[]
}

/** `main` opens every chat with its text, `middleware` runs around others, `context` is a text for the model. */
export type Role = 'main' | 'middleware' | 'context'

/** Functions around one another, the outermost first: all of them run in one process. */
export interface FunctionRuntime {
  kind: 'function'
  layers: Layer[]
  /** The innermost of them is this text, as a turn of the model. */
  prompt?: string
  /** What the functions know without being told in a call, and from which file each key of it came. */
  nonlocals: JsonObject
  from: Readonly<Record<string, string>>
  /** Where the schemas are looked for while it runs. */
  resolve: { params?: string; returns?: string }
}

export interface Layer {
  name: string
  /** Below the skill's folder; absent where it calls another tool instead. */
  file?: string
  sha256?: string
  /** The code itself, where the file carries it beside other things. */
  inline?: string
  call?: string
  /** What it gets in place of the arguments of the call. */
  args?: Json
}

/** A text that a model follows, in a turn of its own. */
export interface PromptRuntime {
  kind: 'prompt'
  instructions: string
}

export interface HttpRuntime {
  kind: 'http'
  spec: HttpSpec
}

export interface McpRuntime {
  kind: 'mcp'
  server: McpServer
  /** As the server calls it. */
  tool: string
  /** Hash of what the server's list said of it when it was reviewed; empty where a file of the skill says it instead. */
  listed: string
}

export interface CommandRuntime {
  kind: 'command'
  /** Binary to the subcommands that may run, as the skill wrote them. */
  allowlist: Record<string, string[]>
  /** One, or several that are told apart by which parameters a call brings (`when`). */
  executions: Execution[]
}

export interface Execution {
  binary: string
  subcommand: string
  args: ArgMapping[]
  when?: { present: string[]; absent: string[] }
  /** Always holds 0. */
  successExitCodes: number[]
  maxOutputLines?: number
  truncationHint?: string
  hintConditions: HintCondition[]
  postProcess?: ValueCommand
}

export type ArgMapping = PositionalArg | FlagArg | BooleanFlagArg | StdinArg | TempfileArg | WorkingDirArg | LiteralArg

/** How a parameter's value is found and made safe, whatever becomes of it. */
export interface ValueRules {
  param: string
  optional: boolean
  absentDefault?: Json
  normalizeNewlines: boolean
  resolve?: Resolver
  allowLeadingDash: boolean
  readPath: boolean
  writePath: boolean
  denyPattern?: string
}

export interface PositionalArg extends ValueRules {
  kind: 'positional'
  /** One argv element for each whitespace-separated piece. */
  split: boolean
  disambiguateAfterSkippedPositionals: boolean
}

export interface FlagArg extends ValueRules {
  kind: 'flag'
  /** With its dashes, as it stands in argv. */
  flag: string
}

export interface BooleanFlagArg {
  kind: 'flagifboolean'
  param: string
  flagIfTrue?: string
  flagIfFalse?: string
  subcommandOverride?: string
  absentDefault?: Json
}

export interface StdinArg extends ValueRules {
  kind: 'stdin'
}

export interface TempfileArg extends ValueRules {
  kind: 'tempfile'
  flag: string
}

export interface WorkingDirArg extends ValueRules {
  kind: 'workingdir'
}

export interface LiteralArg {
  kind: 'literal'
  value: string
}

/** A script of the skill, an allowlisted command, or both: what turns one value into another. */
export interface ValueCommand {
  script?: string
  command?: { binary: string; subcommand: string }
  args: string[]
}

export interface Resolver extends ValueCommand {
  onFailure: 'keep' | 'reject'
}

/** A line of advice added for the model when every condition that is given holds. */
export interface HintCondition {
  match?: string
  exitCode?: number | 'nonzero'
  notEmpty?: boolean
  whenArg?: JsonObject
  hint: string
}
