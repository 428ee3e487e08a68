import { resolve } from 'node:path'
import { inspectMachine } from '#main/calls/machine'
import { type ExampleResult, runExamples } from '#main/calls/run-examples'
import { type Decider, makeDecider } from '#main/cli/ask-person'
import { EXIT, fail } from '#main/cli/exits'
import { type Invocation, isFolder, type Output } from '#main/cli/invocation'
import { withCore } from '#main/cli/open'
import { countOf, type Paint, toLine } from '#main/cli/print'
import type { Core } from '#main/open-core'
import { loadRegistry } from '#main/trust/skill-registry'
import { textOf } from '#shared/messages/message'
import { describeNeed } from '#shared/skill/needs'
import type { Skill } from '#shared/skill/skill'
import { countFindings, describeContents, listDiagnostics, listTools } from './describe-skill.ts'
import { reportMissing } from './missing-programs.ts'

export async function check(invocation: Invocation): Promise<Output> {
  const { words, here, cwd, printer, options } = invocation
  const { paint } = printer
  const paths = [...new Set(words.map((said) => resolve(here, said)))]
  const missing = paths.find((path) => !isFolder(path))
  if (missing !== undefined) fail('USAGE', `there is no folder ${missing}.`)
  const { searchPath } = await inspectMachine({ cwd, skillFolders: paths })
  const sources = paths.map((path) => ({ path, origin: 'named' as const }))
  const registry = await loadRegistry(sources, searchPath)
  const elsewhere = registry.diagnostics
  const skills = await Promise.all(registry.skills.map((skill) => addMissing(skill, searchPath)))
  const diagnostics = [...elsewhere, ...skills.flatMap((skill) => skill.diagnostics)]
  const decider = makeDecider(invocation)
  const examples = options.examples ? await runAllExamples({ ...invocation, skills: sources }, decider, skills) : []
  if (decider.wasMissed()) printer.note('skillet: examples run only when somebody allows them. Allow them with --yes.')
  const isWrong = examples.some(({ results }) => results.some(({ isRight }) => !isRight))
  const tools = skills.reduce((count, skill) => count + skill.tools.length, 0)
  const hasError = diagnostics.some(({ severity }) => severity === 'error')
  const summary = `${countOf(skills.length, 'skill')}, ${countOf(tools, 'tool')}: ${countFindings(diagnostics)}`
  return {
    json: {
      skills: skills.map(describeContents),
      ...(options.examples && { examples }),
      ...(elsewhere.length > 0 && { diagnostics: elsewhere }),
    },
    lines: [
      ...skills.flatMap((skill) => listSkill(skill, paint)),
      ...listDiagnostics(elsewhere, paint),
      ...examples.flatMap((each) => listExamples(each, paint)),
      paint(hasError ? 'red' : 'green', summary),
    ],
    exit: hasError ? EXIT.failed : decider.wasMissed() ? EXIT.needsApproval : isWrong ? EXIT.failed : EXIT.done,
  }
}

function listSkill(skill: Skill, paint: Paint): string[] {
  const facts = [skill.format ?? 'no tools', countOf(skill.tools.length, 'tool'), skill.dir].map(toLine).join('  ')
  const asked = (skill.access ?? []).filter(({ isDeclared }) => isDeclared)
  return [
    `${paint('bold', toLine(skill.name))}  ${paint('dim', facts)}`,
    ...listTools(skill, paint),
    ...asked.map((each) => `  asks for: ${toLine(textOf(describeNeed(each)))}`),
    ...listDiagnostics(skill.diagnostics, paint),
    '',
  ]
}

interface ToolResults {
  tool: string
  results: ExampleResult[]
}

async function runAllExamples(invocation: Invocation, decider: Decider, skills: Skill[]): Promise<ToolResults[]> {
  const tools = skills.flatMap((skill) => skill.tools).filter(({ examples = [] }) => examples.length > 0)
  if (tools.length === 0) return []
  const runAll = async ({ runCall }: Core) => {
    const done: ToolResults[] = []
    for (const tool of tools)
      done.push({ tool: tool.name, results: await runExamples(tool, runCall, invocation.signal, true) })
    return done
  }
  return withCore(invocation, runAll, decider)
}

function listExamples({ tool, results }: ToolResults, paint: Paint): string[] {
  const lines = results.flatMap(({ description, isRight, error, differences }) => [
    `${toLine(tool)}  ${isRight ? paint('green', 'ok') : paint('red', 'differs')}  ${toLine(description)}`,
    ...(error === undefined ? [] : [`  ${toLine(error)}`]),
    ...differences.map(({ path, expected, actual }) =>
      toLine(`  ${path || 'result'}: expected ${expected || 'nothing'}, got ${actual || 'nothing'}`),
    ),
  ])
  return lines.length > 0 ? [...lines, ''] : []
}

async function addMissing(skill: Skill, searchPath: string[]): Promise<Skill> {
  return { ...skill, diagnostics: [...skill.diagnostics, ...(await reportMissing(skill, searchPath))] }
}
