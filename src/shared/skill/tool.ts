import type { LauncherName } from '#shared/call/action'
import type { Json, JsonObject } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import type { RetryPolicy, Signature, ToolAbout } from './about.ts'
import type { HttpSpec } from './http-spec.ts'
import type { McpServer } from './mcp-server.ts'
import type { ToolCode, ToolExample } from './tool-code.ts'
import type { ToolWords } from './tool-words.ts'

export type Format = 'tools-json' | 'mcp' | 'rye' | 'tool-code' | 'skill-interface' | 'agent-skills'

/** A JSON Schema of type object for a tool's arguments. */
export interface ParamsSchema extends JsonObject {
  type: 'object'
}

/** What the model may call, in any format. */
export interface Tool<R extends Runtime = Runtime> {
  /** `skill/name`: unique, although two skills may declare the same name. */
  id: string
  name: string
  /** The name the model knows: `name`, unless another enabled tool has taken it. */
  modelName: string
  description: string
  /** What the skill says about a call for the person to read. */
  words?: Partial<ToolWords>
  format: Format
  source: { skill: string; file: string; sha256: string }
  params: ParamsSchema
  runtime: R
  limits: { timeoutMs: number }
  diagnostics: Diagnostic[]
  /** Its own schema decides: it fills in defaults and lets unnamed parameters through. */
  isOpen?: true
  role?: Role
  /** Never offered to a model; other tools may call it. */
  isHidden?: true
  /** It declares no parameters: a model may pass none, other tools may pass anything. */
  takesNothing?: true
  returns?: JsonObject
  /** The schema that it describes for its results. A result that does not fit is marked and used anyway. */
  output?: JsonObject
  /** What it may call; each list must allow it. Without a list, whatever its caller may call. */
  allowedTools?: string[]
  tags?: string[]
  /** Arguments of every call that the model can neither see nor change. */
  fixedArgs?: JsonObject
  retry?: RetryPolicy
  signature?: Signature
  about?: ToolAbout
  examples?: ToolExample[]
  code?: ToolCode
}

/**
 * How it runs: a command line, a file of the skill, a template with a program, a request, a server's tool, functions,
 * or a text.
 */
export type Runtime = CommandRuntime | CodeRuntime | ProgramRuntime | FunctionRuntime | UnstartedRuntime
type UnstartedRuntime = HttpRuntime | McpRuntime | PromptRuntime
export type CommandTool = Tool<CommandRuntime>

/** The command lines of a tool; empty for other kinds. */
export const executionsOf = ({ runtime }: Pick<Tool, 'runtime'>): readonly Execution[] =>
  runtime.kind === 'command' ? runtime.executions : []

/** A command that works out the value of `param`, or reads the output if that is null. */
export type Helper = ValueCommand & { param: string | null }

export const helpersOf = (tool: Pick<Tool, 'runtime'>): Helper[] =>
  executionsOf(tool).flatMap(({ args, postProcess }) => [
    ...args.flatMap((arg) => ('resolve' in arg && arg.resolve ? [{ ...arg.resolve, param: arg.param }] : [])),
    ...(postProcess ? [{ ...postProcess, param: null }] : []),
  ])

export interface CodeRuntime {
  kind: 'code'
  launcher: LauncherName
  /** A path in the skill's folder, and the hash of its reviewed bytes. */
  entry: { file: string; sha256: string }
  /** `function`: a function of it receives the arguments and returns JSON. `script`: it reads them and prints. */
  mode: 'function' | 'script'
  /**
   * How a script receives its arguments besides standard input: as `--params JSON`, as `--name value` each, or as the
   * list `args`.
   */
  argv?: 'params' | 'options' | 'list'
  /** It may write in the folder it works for; without this a sandbox gives it no folder to write in. */
  writes?: true
  /** The code itself, if the file also contains other things. */
  source?: { code: string; language: 'javascript' | 'typescript' }
  /** It may make requests while it runs and receives its secrets when it starts. */
  opens?: true
  secrets?: readonly string[]
  /** Origins it may send to. `any` excludes this computer and the local network. */
  network?: readonly string[] | 'any'
  memoryMb?: number
  /** Schemas of the records it may use; `*` means all. */
  store?: { read: readonly string[]; write: readonly string[] }
  needs?: Needs
  config?: ConfigRequest[]
  /** It imports packages that its project installed. */
  importsPackages?: true
}

/** What a tool declares besides files. */
export interface Needs {
  network?: true
  /** Needs that nobody here can check; they are asked about. */
  unknown?: string[]
}

/** A file from the configuration folders, passed as `resolved_config`. */
export interface ConfigRequest {
  path: string
  mode: 'deep_merge' | 'first_match'
  /** It is the only one and is then not keyed by its path. */
  isAlone: boolean
}

/** A program whose arguments contain `{param}` places. The arguments also arrive on standard input as JSON. */
export interface ProgramRuntime {
  kind: 'program'
  program: string
  args: string[]
  env?: Record<string, string>
  /** The argument that is a file of the skill. */
  script?: { index: number; file: string; sha256: string }
  /** A container image. A daemon runs it outside any sandbox. */
  image?: string
  /** Variables of the person's environment that it asks for. */
  passes?: string[]
  writes?: true
  needs?: Needs
  config?: ConfigRequest[]
}

/** `main` opens every chat with its text, `middleware` wraps others, `context` is a text for the model. */
export type Role = 'main' | 'middleware' | 'context'

/** Nested functions, outermost first; all run in one process. */
export interface FunctionRuntime {
  kind: 'function'
  layers: Layer[]
  /** The innermost step is a model turn with this text. */
  prompt?: string
  /** Values that the functions always receive, and the file each key came from. */
  nonlocals: JsonObject
  from: Readonly<Record<string, string>>
  /** Where schemas are looked up while it runs. */
  resolve: { params?: string; returns?: string }
}

export interface Layer {
  name: string
  /** A path in the skill's folder; absent if it calls another tool. */
  file?: string
  sha256?: string
  /** The code itself, if the file also contains other things. */
  inline?: string
  call?: string
  /** Passed instead of the call's arguments. */
  args?: Json
}

/** A text that a model follows in its own turn. */
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
  /** The name the server uses. */
  tool: string
  /** Hash of its entry in the reviewed list; empty if a file of the skill declares it instead. */
  listed: string
}

export interface CommandRuntime {
  kind: 'command'
  /** Maps each program to the subcommands that may run, as the skill wrote them. */
  allowlist: Record<string, string[]>
  /** Several are told apart by the parameters a call passes (`when`). */
  executions: Execution[]
}

export interface Execution {
  binary: string
  subcommand: string
  args: ArgMapping[]
  when?: { present: string[]; absent: string[] }
  /** Always contains 0. */
  successExitCodes: number[]
  maxOutputLines?: number
  truncationHint?: string
  hintConditions: HintCondition[]
  postProcess?: ValueCommand
}

export type ArgMapping = PositionalArg | FlagArg | BooleanFlagArg | StdinArg | TempfileArg | WorkingDirArg | LiteralArg

/** How a parameter's value is worked out and checked, wherever it goes. */
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
  /** One argv element for each word. */
  split: boolean
  disambiguateAfterSkippedPositionals: boolean
}

export interface FlagArg extends ValueRules {
  kind: 'flag'
  /** Including its dashes. */
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

/** A script of the skill, an allowlisted command, or both, that turns one value into another. */
export interface ValueCommand {
  script?: string
  command?: { binary: string; subcommand: string }
  args: string[]
}

export interface Resolver extends ValueCommand {
  onFailure: 'keep' | 'reject'
}

/** A line of advice for the model, added when all given conditions hold. */
export interface HintCondition {
  match?: string
  exitCode?: number | 'nonzero'
  notEmpty?: boolean
  whenArg?: JsonObject
  hint: string
}
