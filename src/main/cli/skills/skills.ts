import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { withView } from '#main/cli/open'
import { countOf } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { SkillRegistry } from '#main/trust/skill-registry'
import { usageOf } from '#shared/call/argv-template'
import { countFindings, describeSkill, printDiagnostics, printTools } from './describe-skill.ts'

const LOOKS = { trusted: 'green', changed: 'yellow', quarantined: 'yellow', unavailable: 'yellow' } as const

export const skills = (invocation: Invocation): Promise<ExitCode> =>
  withView(invocation, async (view) => printSkills(invocation, view.registry()))

function printSkills({ printer }: Invocation, registry: SkillRegistry): ExitCode {
  printer.json({
    skills: registry.skills.map(describeSkill),
    ...(registry.diagnostics.length > 0 && { diagnostics: registry.diagnostics }),
  })
  for (const skill of registry.skills) {
    const { name, state, enabled, allowScripts, missingBins, tools, description } = skill
    const facts = [
      countOf(tools.length, 'tool'),
      skill.origin,
      enabled ? '' : 'disabled',
      allowScripts ? 'scripts on' : '',
      missingBins.length > 0 ? `needs ${missingBins.join(', ')}` : '',
    ]
    const rest = printer.paint('dim', facts.filter(Boolean).join('  '))
    printer.line(`${printer.paint('bold', toLine(name))}  ${printer.paint(LOOKS[state], state)}  ${rest}`)
    if (description !== '') printer.line(`  ${toLine(description)}`)
    printTools(printer, skill)
    printDiagnostics(
      printer,
      skill.diagnostics.filter(({ severity }) => severity !== 'info'),
    )
    printer.line()
  }
  printDiagnostics(printer, registry.diagnostics)
  const usable = registry.skills.filter(({ state, enabled }) => state === 'trusted' && enabled).length
  const findings = countFindings([
    ...registry.diagnostics,
    ...registry.skills.flatMap(({ diagnostics }) => diagnostics),
  ])
  printer.line(
    `${countOf(registry.skills.length, 'skill')}, ${usable} usable here, ${countOf(registry.tools.length, 'tool')}: ${findings}`,
  )
  return EXIT.done
}

/** Prints the tools exactly as a model is offered them. */
export const tools = (invocation: Invocation): Promise<ExitCode> =>
  withView(invocation, async (view) => printDefinitions(invocation, view.registry()))

function printDefinitions({ printer }: Invocation, registry: SkillRegistry): ExitCode {
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
