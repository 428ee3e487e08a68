import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { withView } from '#main/cli/open'
import { countOf } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import type { SkillRegistry } from '#main/trust/skill-registry'
import { countFindings, describeSkill, printDiagnostics, printTools } from './describe-skill.ts'

const LOOKS = { trusted: 'green', changed: 'yellow', quarantined: 'yellow', unavailable: 'yellow' } as const

export function skills(invocation: Invocation): Promise<ExitCode> {
  return withView(invocation, async (view) => show(invocation, view.registry()))
}

function show({ printer }: Invocation, registry: SkillRegistry): ExitCode {
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
