import { alignColumns, countOf, type Paint, toLine } from '#main/cli/print'
import { templatesOf, usageOf } from '#shared/call/argv-template'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'
import { describeWish } from '#shared/skill/describe-wish'
import { describeNeed, needId, type SkillAccess } from '#shared/skill/needs'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'

export function describeContents({ name, dir, format, hash, tools, access = [], diagnostics }: Skill) {
  const listed = access.map(({ need, isGranted }) => ({ access: needId(need), isGranted }))
  return { name, dir, format, hash, tools: tools.map(describeTool), access: listed, diagnostics }
}

export function describeSkill(skill: Skill) {
  const { name, dir, format, hash, ...contents } = describeContents(skill)
  const { state, enabled, allowScripts, missingBins, sourceDir, toolsOff } = skill
  return {
    ...{ name, dir, ...(sourceDir !== undefined && { sourceDir }), format, hash },
    ...{ state, enabled, allowScripts, missingBins, ...(toolsOff && { toolsOff }) },
    ...contents,
  }
}

export const describeAccess = (access: SkillAccess): string =>
  toLine(`${textOf(describeNeed(access))}${access.isGranted ? '' : '  (off)'}`)

export function listTools({ tools, withheld, toolsOff }: Skill, paint: Paint): string[] {
  const usageHere = (tool: Tool) => (toolsOff?.includes(tool.name) ? 'switched off' : usageOf(tool))
  const signed = ({ signature }: Tool) => (signature ? [signature.state] : [])
  const rows = tools.map((tool) => [tool.modelName, usageHere(tool), ...signed(tool)].map(toLine))
  const kept = withheld.map(({ name, diagnostic }) => [name, `withheld: ${diagnostic.code}`].map(toLine))
  const lines = alignColumns([...rows, ...kept], (cell, column, row) => {
    if (row >= rows.length) return paint('red', cell)
    return column === 0 ? cell : paint('dim', cell)
  })
  const wishes = tools.flatMap(({ name, code }) =>
    (code ? describeWish({ ...code, times: [] }) : []).map(
      (when) => `${toLine(name)} asks to run by itself: ${toLine(when)}`,
    ),
  )
  return [...lines, ...wishes].map((line) => `  ${line}`)
}

const LOOKS = { error: 'red', warning: 'yellow', info: 'cyan' } as const

export const listDiagnostics = (diagnostics: readonly Diagnostic[], paint: Paint): string[] =>
  diagnostics.flatMap(({ severity, code, file, path, message, remedy }) => [
    `  ${paint(LOOKS[severity], severity.padEnd(7))}  ${toLine(path === '' ? file : `${file} ${path}`)}  ${paint('dim', code)}`,
    `           ${toLine(message)}`,
    `           ${paint('green', '→')} ${toLine(remedy)}`,
  ])

/** `1 error, 2 warnings`; leaves out zeros unless all are zero. */
export function countFindings(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity']) => diagnostics.filter((each) => each.severity === severity).length
  const [errors, warnings] = [count('error'), count('warning')]
  if (errors + warnings === 0) return 'no errors, no warnings'
  return [errors > 0 ? countOf(errors, 'error') : '', warnings > 0 ? countOf(warnings, 'warning') : '']
    .filter(Boolean)
    .join(', ')
}

/**
 * A tool in `check` and `skills`; `<x>` is the value of parameter x. `alternatives`: it can run in several ways, told
 * apart by the parameters of a call. `signature`: for formats with signatures.
 */
function describeTool(tool: Tool) {
  const { modelName, description, signature } = tool
  const [first, ...others] = templatesOf(tool).map(({ pieces, ...way }) => {
    return { ...way, argvTemplate: pieces.map(({ text }) => text) }
  })
  const main = first ?? { binary: '', subcommand: '', argvTemplate: [] }
  const signed = signature && {
    state: signature.state,
    ...('fingerprint' in signature && { fingerprint: signature.fingerprint }),
  }
  const more = { ...(signed && { signature: signed }) }
  return { name: modelName, description, ...main, ...more, ...(others.length > 0 && { alternatives: others }) }
}
