import type { LauncherName, ProcessAction } from '#shared/call/action'
import type { Json, JsonObject } from '#shared/json'
import type { Message, MessageValue } from '#shared/messages/message'
import type { Interpreters } from './find-interpreters.ts'

/** What an interpreter runs: a file with the bytes that were reviewed, or code that a file carries. */
export interface Entry {
  path: string
  /** Of the whole file. */
  sha256: string
  /** The text that runs. Deno receives it and never reads the file; the others read the file and compare its hash. */
  code: string
  /** Where the name of the file does not say it. */
  language?: 'javascript' | 'typescript'
}

export interface LaunchOptions {
  /** What `missing` accepted. */
  interpreter: string
  /** `function`: a function of the file is called and returns JSON. `script`: the file runs and prints. */
  mode: 'function' | 'script'
  /** The folder the tool works for. */
  project: string
  /** How a script also gets its arguments: `--params JSON --project-path FOLDER`, `--name value` for each, or as the words that it is given. */
  argv?: 'params' | 'options' | readonly string[]
  /** Enforced by Deno itself; the others need a sandbox for it. */
  grants?: {
    read: readonly string[]
    write: readonly string[]
    hosts: readonly string[] | 'any'
    /** A person granted one of `hosts` that lies on this computer or on a network around it. */
    inner?: boolean
  }
  /** Enforced by Deno, for what its engine allocates. */
  memoryMb?: number
  /** What a function of Deno gets beside its arguments. */
  context?: JsonObject
  /** It may ask while it runs, and gets its secrets when it starts: see `Opening`. */
  opens?: boolean
}

/** The second line of what an opened program reads: with its key it marks its requests and its result. */
export interface Opening {
  /** Random for each run. */
  key: string
  secrets: Readonly<Record<string, string>>
  /** Of the call: what the tool reads as `context.request`. */
  request: JsonObject
}

/** Everything a start needs, made without looking at anything. */
export interface Launch {
  path: string
  args: string[]
  stdin: string
  /** Beside the environment that every program sees. */
  env: Readonly<Record<string, string>>
  entry: { launcher: LauncherName; path: string; sha256: string }
  /** Where the result comes from: a pipe of its own, what the program prints, or the line of it with this mark. */
  result: NonNullable<ProcessAction['entry']>['result']
}

/** How a launched process ended, of what `supervise` tells. */
export interface LaunchEnded {
  exitCode: number | null
  signal: string | null
  stdout: Printed
  stderr: Printed
  /** What came through the pipe for the result. */
  result?: Printed
  /** Why nothing ran. */
  failure?: { message: MessageValue }
}

export interface Printed {
  text: string
  bytes: number
  truncated: boolean
  isBinary: boolean
}

export type LaunchResult = ({ ok: true; value: Json } | { ok: false; error: Message }) & {
  /** What the tool itself printed, where the result was a line of it. */
  stdout?: string
}

/** Turns an entry file and JSON arguments into a process, and reads its result. Starts and reads nothing itself. */
export interface Launcher {
  name: LauncherName
  /** Why this machine cannot run it, with the remedy. */
  missing(machine: Interpreters): Message | null
  launch(entry: Entry, args: JsonObject, options: LaunchOptions): Launch
  readResult(ended: LaunchEnded, launch: Pick<Launch, 'result'>): LaunchResult
}

/** How the wrappers of Node and Deno end: the value as JSON, or why it is none. */
export const GIVE_RESULT = String.raw`if (typeof value === 'function' || typeof value === 'symbol') fail('not-json', { reason: 'a ' + typeof value })
let document
try {
  document = stringify({ ok: true, value: value ?? null }, plain)
} catch (error) {
  fail('not-json', { reason: String(error?.message).split('\n')[0] })
}
end(document, 0)
`
