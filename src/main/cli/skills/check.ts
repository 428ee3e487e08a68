import { resolve } from 'node:path'
import { inspectMachine } from '#main/calls/machine'
import { type ExampleResult, runExamples } from '#main/calls/run-examples'
import { makeDecider } from '#main/cli/ask-person'
import { EXIT, type ExitCode } from '#main/cli/exits'
import { type Invocation, isFolder } from '#main/cli/invocation'
import { openOwn } from '#main/cli/open'
import { countOf, type Printer, printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { loadRegistry, type SkillSource } from '#main/trust/skill-registry'
import { textOf } from '#shared/messages/message'
import { describeNeed } from '#shared/skill/needs'
import type { Skill } from '#shared/skill/skill'
import { countFindings, describeContents, printDiagnostics, printTools } from './describe-skill.ts'
import { reportMissing } from './missing-programs.ts'

/** Reads the named skills. Runs nothing, except examples if asked to. */
export async function check(invocation: Invocation): Promise<ExitCode> {
  const { words, cwd, printer, options } = invocation
  const paths = [...new Set(words.map((said) => resolve(cwd, said)))]
  const missing = paths.find((path) => !isFolder(path))
  if (missing !== undefined) return printError(printer, { code: 'USAGE', message: `there is no folder ${missing}.` })
  const { searchPath } = await inspectMachine({ cwd, skillFolders: paths })
  const sources = paths.map((path) => ({ path, origin: 'named' as const }))
  const registry = await loadRegistry(sources, searchPath)
  const elsewhere = registry.diagnostics
  const skills = await Promise.all(registry.skills.map((skill) => addMissing(skill, searchPath)))
  const diagnostics = [...elsewhere, ...skills.flatMap((skill) => skill.diagnostics)]
  const examples = options.examples ? await runAllExamples(invocation, sources, skills) : []
  printer.json({
    skills: skills.map(describeContents),
    ...(options.examples && { examples }),
    ...(elsewhere.length > 0 && { diagnostics: elsewhere }),
  })
  for (const skill of skills) {
    const facts = [skill.format ?? 'no tools', countOf(skill.tools.length, 'tool'), skill.dir].map(toLine).join('  ')
    printer.line(`${printer.paint('bold', toLine(skill.name))}  ${printer.paint('dim', facts)}`)
    printTools(printer, skill)
    for (const each of skill.access ?? []) {
      if (each.isDeclared) printer.line(`  asks for: ${toLine(textOf(describeNeed(each)))}`)
    }
    printDiagnostics(printer, skill.diagnostics)
    printer.line()
  }
  printDiagnostics(printer, elsewhere)
  for (const { tool, results } of examples) printExamples(printer, tool, results)
  const wrong = examples.flatMap(({ results }) => results).filter(({ isRight }) => !isRight).length
  const tools = skills.reduce((count, skill) => count + skill.tools.length, 0)
  const hasError = diagnostics.some(({ severity }) => severity === 'error')
  const summary = `${countOf(skills.length, 'skill')}, ${countOf(tools, 'tool')}: ${countFindings(diagnostics)}`
  printer.line(printer.paint(hasError ? 'red' : 'green', summary))
  return hasError || wrong > 0 ? EXIT.failed : EXIT.done
}

interface ToolResults {
  tool: string
  results: ExampleResult[]
}

async function runAllExamples(invocation: Invocation, sources: SkillSource[], skills: Skill[]): Promise<ToolResults[]> {
  const { printer, signal } = invocation
  const tools = skills.flatMap((skill) => skill.tools).filter(({ examples = [] }) => examples.length > 0)
  if (tools.length === 0) return []
  const opened = await openOwn({ ...invocation, skills: sources }, makeDecider(invocation))
  if (!opened.ok) {
    printError(printer, opened.error)
    return []
  }
  const done: ToolResults[] = []
  for (const tool of tools) {
    const results = await runExamples(tool, opened.core.runCall, signal, true)
    done.push({ tool: tool.name, results })
  }
  await opened.core.close()
  return done
}

function printExamples(printer: Printer, tool: string, results: readonly ExampleResult[]): void {
  for (const { description, isRight, error, differences } of results) {
    const mark = isRight ? printer.paint('green', 'ok') : printer.paint('red', 'differs')
    printer.line(`${toLine(tool)}  ${mark}  ${toLine(description)}`)
    if (error !== undefined) printer.line(`  ${toLine(error)}`)
    for (const { path, expected, actual } of differences) {
      printer.line(toLine(`  ${path || 'result'}: expected ${expected || 'nothing'}, got ${actual || 'nothing'}`))
    }
  }
  if (results.length > 0) printer.line()
}

async function addMissing(skill: Skill, searchPath: string[]): Promise<Skill> {
  return { ...skill, diagnostics: [...skill.diagnostics, ...(await reportMissing(skill, searchPath))] }
}
