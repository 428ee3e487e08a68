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

/** On one line: what is started, or its address. */
export const lineOfServer = ({ start }: Pick<McpServer, 'start'>): string =>
  start.kind === 'address' ? start.url : [start.command, ...start.args].join(' ')

/** The names of all secrets it receives. */
export function secretsOf({ start }: Pick<McpServer, 'start'>): string[] {
  const texts = start.kind === 'address' ? start.headers : start.env
  return [...new Set(texts.flatMap(({ value }) => value.flatMap((part) => ('secret' in part ? [part.secret] : []))))]
}
