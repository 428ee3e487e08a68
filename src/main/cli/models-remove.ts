import { EXIT, type ExitCode, exitOf } from './exits.ts'
import type { Invocation } from './invocation.ts'
import { openModels } from './models-at.ts'
import { printError } from './print.ts'
import { toLine } from './printable.ts'

export async function modelsRemove(invocation: Invocation): Promise<ExitCode> {
  const { printer, words } = invocation
  const name = words[0] ?? ''
  const opened = await openModels(invocation)
  if (!opened.ok) return opened.code
  const removed = await opened.models.remove(name)
  if (!removed.ok) {
    printError(printer, removed.problem)
    return exitOf(removed.problem.code)
  }
  printer.json({ ok: true, removed: name })
  printer.line(`${toLine(name)} is removed`)
  return EXIT.done
}
