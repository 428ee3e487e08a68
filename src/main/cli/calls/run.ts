import type { ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { printError } from '#main/cli/print'
import { readCall } from './read-call.ts'
import { runCall } from './run-call.ts'

/** Plans a call, asks if needed, runs it and records it. */
export async function run(invocation: Invocation): Promise<ExitCode> {
  const { words, options, printer } = invocation
  const read = readCall(words[0] ?? '', options)
  if (!read.ok) return printError(printer, { code: 'USAGE', message: read.message })
  const { code, document } = await runCall(invocation, read.call)
  printer.json(document)
  return code
}
