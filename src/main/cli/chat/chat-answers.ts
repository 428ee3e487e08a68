import { describeFact } from '#main/cli/log/describe-fact'
import { alignColumns, type Paint } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import type { Ledger } from '#main/ledger/open-ledger'
import type { Tool } from '#shared/skill/tool'

export const COMMANDS_HELP: readonly string[] = [
  '  /help   this',
  '  /stop   ends what runs now (or Ctrl-C)',
  '  /send   sends what waits; /drop forgets it',
  '  /tools  what the model may call',
  '  /log    what is on record of this chat',
  '  /quit   leaves (or Ctrl-D)',
]

export function describeTools(tools: readonly Tool[], paint: Paint): string[] {
  if (tools.length === 0) return ['there are no tools here. See: skillet skills']
  const rows = tools.map(({ modelName, description }) => [toLine(modelName), toLine(firstLine(description))])
  return alignColumns(rows, (cell, column) => (column === 0 ? paint('bold', cell) : cell)).map((line) => `  ${line}`)
}

export async function describeLog(ledger: Ledger, chat: string): Promise<string[]> {
  const facts = await ledger.read({ chat })
  return facts.map((fact) => `  ${String(fact.seq).padStart(6)}  ${fact.type.padEnd(17)}  ${describeFact(fact)}`)
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
