import { describeSize } from './doctor-data.ts'
import { EXIT, type ExitCode, exitOf } from './exits.ts'
import type { Invocation } from './invocation.ts'
import { openModels } from './models-at.ts'
import { alignColumns, printError } from './print.ts'
import { toLine } from './printable.ts'

/** What one model is and can. */
export async function modelsShow(invocation: Invocation): Promise<ExitCode> {
  const { printer, words } = invocation
  const opened = await openModels(invocation)
  if (!opened.ok) return opened.code
  const shown = await opened.models.show(words[0] ?? '')
  if (!shown.ok) {
    printError(printer, shown.problem)
    return exitOf(shown.problem.code)
  }
  const { template, ...facts } = shown.facts
  printer.json({ ...facts, ...(template !== undefined && { template }) })
  const { name, capabilities, contextLength, bytes, parameters, quantization, family } = facts
  const rows = [
    ['name', name],
    ['capabilities', capabilities.join(', ')],
    ['context', `${contextLength} tokens`],
    ['size', `${describeSize(bytes)}, ${parameters} ${quantization}`],
    ['family', family],
  ]
  for (const line of alignColumns(rows.map((row) => row.map(toLine)))) printer.line(line)
  if (!capabilities.includes('tools')) {
    printer.aside('It was not made to call tools; Skillet then asks it step by step, and asks you before each call.')
  }
  return EXIT.done
}
