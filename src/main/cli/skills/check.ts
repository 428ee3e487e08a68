import { resolve } from 'node:path'
import { inspectMachine } from '#main/calls/machine'
import { EXIT, type ExitCode } from '#main/cli/exits'
import { type Invocation, isFolder } from '#main/cli/invocation'
import { countOf, printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { loadRegistry } from '#main/trust/skill-registry'
import type { Skill } from '#shared/skill/skill'
import { countFindings, describeContents, printDiagnostics, printTools } from './describe-skill.ts'
import { reportMissing } from './missing-programs.ts'

/** Reads the named skills, and runs nothing. */
export async function check({ words, cwd, printer }: Invocation): Promise<ExitCode> {
  const paths = [...new Set(words.map((said) => resolve(cwd, said)))]
  const missing = paths.find((path) => !isFolder(path))
  if (missing !== undefined) {
    printError(printer, { code: 'USAGE', message: `there is no folder ${missing}.` })
    return EXIT.usage
  }
  const { searchPath } = await inspectMachine({ cwd, skillFolders: paths })
  const sources = paths.map((path) => ({ path, origin: 'named' as const }))
  const registry = await loadRegistry(sources, searchPath)
  const elsewhere = registry.diagnostics
  const skills = await Promise.all(registry.skills.map((skill) => addMissing(skill, searchPath)))
  const diagnostics = [...elsewhere, ...skills.flatMap((skill) => skill.diagnostics)]
  printer.json({
    skills: skills.map(describeContents),
    ...(elsewhere.length > 0 && { diagnostics: elsewhere }),
  })
  for (const skill of skills) {
    const facts = [skill.format ?? 'no tools', countOf(skill.tools.length, 'tool'), skill.dir].map(toLine).join('  ')
    printer.line(`${printer.paint('bold', toLine(skill.name))}  ${printer.paint('dim', facts)}`)
    printTools(printer, skill)
    printDiagnostics(printer, skill.diagnostics)
    printer.line()
  }
  printDiagnostics(printer, elsewhere)
  const tools = skills.reduce((count, skill) => count + skill.tools.length, 0)
  const hasError = diagnostics.some(({ severity }) => severity === 'error')
  const summary = `${countOf(skills.length, 'skill')}, ${countOf(tools, 'tool')}: ${countFindings(diagnostics)}`
  printer.line(printer.paint(hasError ? 'red' : 'green', summary))
  return hasError ? EXIT.failed : EXIT.done
}

async function addMissing(skill: Skill, searchPath: string[]): Promise<Skill> {
  return { ...skill, diagnostics: [...skill.diagnostics, ...(await reportMissing(skill, searchPath))] }
}
