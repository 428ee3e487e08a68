import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { openModels } from './models-at.ts'

export async function modelsRemove(invocation: Invocation): Promise<ExitCode> {
  const { printer, words } = invocation
  const name = words[0] ?? ''
  const opened = await openModels(invocation)
  if (!opened.ok) return opened.code
  const removed = await opened.models.remove(name)
  if (!removed.ok) return printError(printer, removed.problem)
  printer.json({ ok: true, removed: name })
  printer.line(`${toLine(name)} is removed`)
  return EXIT.done
}
