import { countFindings, describeSkill, printDiagnostics, printTools } from './describe-skill.ts'
import { EXIT, type ExitCode } from './exits.ts'
import type { Invocation } from './invocation.ts'
import { countOf } from './print.ts'
import { toLine } from './printable.ts'
import { stock } from './stock.ts'

const LOOKS = { trusted: 'green', changed: 'yellow', quarantined: 'yellow', unavailable: 'yellow' } as const

export async function skills(invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation
  const { shelf } = await stock(invocation)
  printer.json({
    skills: shelf.skills.map(describeSkill),
    ...(shelf.diagnostics.length > 0 && { diagnostics: shelf.diagnostics }),
  })
  for (const skill of shelf.skills) {
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
  printDiagnostics(printer, shelf.diagnostics)
  const usable = shelf.skills.filter(({ state, enabled }) => state === 'trusted' && enabled).length
  const findings = countFindings([...shelf.diagnostics, ...shelf.skills.flatMap(({ diagnostics }) => diagnostics)])
  printer.line(
    `${countOf(shelf.skills.length, 'skill')}, ${usable} usable here, ${countOf(shelf.tools.length, 'tool')}: ${findings}`,
  )
  return EXIT.done
}
