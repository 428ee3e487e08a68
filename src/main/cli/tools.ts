import { toOllamaTools } from '#main/skills/tool-definitions'
import { usageOf } from './describe-tool.ts'
import { EXIT, type ExitCode } from './exits.ts'
import type { Invocation } from './invocation.ts'
import { countOf } from './print.ts'
import { toLine } from './printable.ts'
import { stock } from './stock.ts'

/** What a model is offered, in the form it is offered in. */
export async function tools(invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation
  const { shelf } = await stock(invocation)
  printer.json({ tools: toOllamaTools(shelf.tools) })
  for (const tool of shelf.tools) {
    const { modelName, description, source } = tool
    printer.line(`${printer.paint('bold', toLine(modelName))}  ${printer.paint('dim', `of ${toLine(source.skill)}`)}`)
    printer.line(`  ${toLine(description)}`)
    printer.line(`  ${printer.paint('cyan', `$ ${toLine(usageOf(tool))}`)}`)
  }
  printer.line(countOf(shelf.tools.length, 'tool'))
  return EXIT.done
}
