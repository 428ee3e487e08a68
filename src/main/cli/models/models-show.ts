import { describeSize } from '#main/cli/doctor/doctor-data'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { alignColumns, printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { openModels } from './models-at.ts'

export async function modelsShow(invocation: Invocation): Promise<ExitCode> {
  const { printer, words } = invocation
  const opened = await openModels(invocation)
  if (!opened.ok) return opened.code
  const shown = await opened.models.show(words[0] ?? '')
  if (!shown.ok) return printError(printer, shown.problem)
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
