import { toVisible } from '#shared/visible'

/** A text that may contain secrets; they appear by name only. */
export type SecretText = ({ text: string } | { secret: string })[]

export interface NamedText {
  name: string
  value: SecretText
}

/** A server of the Model Context Protocol, as declared in mcp.json. */
export interface McpServer {
  skill: string
  name: string
  start: McpCommand | McpAddress
}

/** A program that Skillet starts and talks to over standard input and output. */
export interface McpCommand {
  kind: 'command'
  command: string
  args: string[]
  env: NamedText[]
  /** Folders it may read and write; these are also its roots. */
  folders: string[]
  network: boolean
}

export interface McpAddress {
  kind: 'address'
  url: string
  headers: NamedText[]
}

/** A server in another program's configuration, in `file`. */
export interface FoundServer {
  program: string
  file: string
  name: string
  line: string
  /** Names; the values go to the key store when the server is taken over. */
  secrets: string[]
}

/** What a server offers besides tools, from its list. */
export interface ServerOffers {
  server: string
  prompts: ServerPrompt[]
  resources: { uri: string; name: string; description: string; type: string }[]
  /** `files` is null if the list does not name them: then nothing could be verified. */
  skills: { uri: string; name: string; description: string; files: number | null; bytes: number }[]
}

export interface ServerPrompt {
  name: string
  description: string
  args: { name: string; description: string; isRequired: boolean }[]
}

/** What a server may ask only if a person allows it: its folders, and answers of the model. */
export const PERMITS = ['roots', 'sampling'] as const
export type Permit = (typeof PERMITS)[number]

/** In one line: what is started, or where it is. */
export const lineOfServer = ({ start }: Pick<McpServer, 'start'>): string =>
  start.kind === 'address' ? start.url : [start.command, ...start.args].join(' ')

export function secretsOf({ start }: Pick<McpServer, 'start'>): string[] {
  const texts = start.kind === 'address' ? start.headers : start.env
  return [...new Set(texts.flatMap(({ value }) => value.flatMap((part) => ('secret' in part ? [part.secret] : []))))]
}

/** A server as a person reviews it, with every hidden character made visible. */
export interface ReviewedServer {
  name: string
  line: string
  /** Names of the values it receives. */
  env: string[]
  secrets: string[]
  /** Folders it may write in; these are also its roots. */
  folders: string[]
  /** What it may read beside them: where its program lies. */
  reads: string[]
  network: boolean
}

export function describeServer(server: McpServer): ReviewedServer {
  const { name, start } = server
  const visible = (text: string) => toVisible(text).text
  const given = start.kind === 'command' ? start : { env: start.headers, folders: [], network: true, args: [] }
  return {
    ...{ name, line: visible(lineOfServer(server)), secrets: secretsOf(server), network: given.network },
    ...{ env: given.env.map((each) => visible(each.name)), folders: given.folders.map(visible) },
    reads: listPackages(given.args, (folder) => HOME.test(folder)).map(visible),
  }
}

/** As homes are usually named. */
const HOME = /^(?:\/|\/root|\/(?:home|Users)(?:\/[^/]+)?|[A-Za-z]:[\\/]Users[\\/][^\\/]+)$/
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/
const CODE = /\.(?:[cm]?[jt]s|py)$/
const VENV = '/venv/bin/'
const MODULES = '/node_modules/'

/** A server's program may read the files and packages next to it, but no home as a whole. */
export function listPackages(args: readonly string[], isHome: (folder: string) => boolean): string[] {
  return args.flatMap((arg) => {
    if (!ABSOLUTE.test(arg)) return []
    const venv = arg.indexOf(VENV)
    if (venv >= 0) return arg.slice(0, venv + '/venv'.length)
    if (!CODE.test(arg)) return []
    const modules = arg.indexOf(MODULES)
    if (modules >= 0) return arg.slice(0, modules + '/node_modules'.length)
    const folder = arg.slice(0, Math.max(arg.lastIndexOf('/'), arg.lastIndexOf('\\'))) || '/'
    return isHome(folder) ? arg : folder
  })
}
