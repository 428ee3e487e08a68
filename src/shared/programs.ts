import type { Message } from '#shared/messages/message'
import type { ToolsOff } from './facts.ts'

/** Programs whose configuration Skillet knows how to write; `other` takes the lines that most programs take. */
export const KNOWN_PROGRAMS = {
  'claude-desktop': 'Claude Desktop',
  vscode: 'VS Code',
  cursor: 'Cursor',
  goose: 'goose',
  zed: 'Zed',
} as const
/** `http`: it connects to an address. */
export type ProgramKind = keyof typeof KNOWN_PROGRAMS | 'other' | 'http'

/** `program` takes the place of a chat in the facts of its calls, folders and tools. A new token ends the one before. */
export type ProgramFact =
  | { type: 'program.paired'; program: string; name: string; kind: ProgramKind; tokenSha256: string }
  | { type: 'program.revoked'; program: string }

/** Whether the calls under this id, which takes the place of a chat, are another program's. */
export const isOfProgram = (chat: string): boolean => /^(?:program|terminal)-/.test(chat)

/** A program that may use the skills a person trusts. */
export interface ProgramRow {
  program: string
  name: string
  kind: ProgramKind
  pairedAt: string
  isConnected: boolean
  off: ToolsOff
}

/** The port of this computer that programs without a command line of their own connect to. */
export type PortState = { state: 'off' } | { state: 'open'; url: string } | { state: 'failed'; message: Message }
