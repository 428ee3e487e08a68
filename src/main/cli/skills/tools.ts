import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { withView } from '#main/cli/open'
import { countOf } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { SkillRegistry } from '#main/trust/skill-registry'
import { usageOf } from '#shared/call/argv-template'

/** Prints the tools exactly as a model is offered them. */
export function tools(invocation: Invocation): Promise<ExitCode> {
  return withView(invocation, async (view) => show(invocation, view.registry()))
}

function show({ printer }: Invocation, registry: SkillRegistry): ExitCode {
  printer.json({ tools: toOllamaTools(registry.tools) })
  for (const tool of registry.tools) {
    const { modelName, description, source } = tool
    printer.line(`${printer.paint('bold', toLine(modelName))}  ${printer.paint('dim', `of ${toLine(source.skill)}`)}`)
    printer.line(`  ${toLine(description)}`)
    printer.line(`  ${printer.paint('cyan', `$ ${toLine(usageOf(tool))}`)}`)
  }
  printer.line(countOf(registry.tools.length, 'tool'))
  return EXIT.done
}
