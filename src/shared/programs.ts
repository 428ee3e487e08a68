import type { Message } from '#shared/messages/message'
import type { ToolsOff } from './facts.ts'

/** Programs whose configuration Skillet can write; `other` gets the common form. */
export const KNOWN_PROGRAMS = {
  'claude-desktop': 'Claude Desktop',
  vscode: 'VS Code',
  cursor: 'Cursor',
  goose: 'goose',
  zed: 'Zed',
} as const
/** `http`: it connects to an address. */
export type ProgramKind = keyof typeof KNOWN_PROGRAMS | 'other' | 'http'

/** In facts about a program's calls, folders and tools, `program` replaces the chat. A new token ends the old one. */
export type ProgramFact =
  | { type: 'program.paired'; program: string; name: string; kind: ProgramKind; tokenSha256: string }
  | { type: 'program.revoked'; program: string }

/** Whether this id, which replaces a chat's, belongs to another program. */
export const isOfProgram = (chat: string): boolean => /^(?:program|terminal)-/.test(chat)

/** A program that may use the trusted skills. */
export interface ProgramRow {
  program: string
  name: string
  kind: ProgramKind
  pairedAt: string
  isConnected: boolean
  off: ToolsOff
}

/** The local port for programs that connect to an address. */
export type PortState = { state: 'off' } | { state: 'open'; url: string } | { state: 'failed'; message: Message }
