import { withView } from '#main/calls/open-view'
import type { Invocation, Output } from '#main/cli/invocation'
import { countOf, toLine } from '#main/cli/print'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { usageOf } from '#shared/call/argv-template'
import { countFindings, describeSkill, listDiagnostics, listTools } from './describe-skill.ts'

const LOOKS = { trusted: 'green', changed: 'yellow', quarantined: 'yellow', unavailable: 'yellow' } as const

export const skills = (invocation: Invocation): Promise<Output> =>
  withView(invocation, async ({ registry }) => {
    const { paint } = invocation.printer
    const { skills, tools, diagnostics } = registry()
    const usable = skills.filter(({ state, enabled }) => state === 'trusted' && enabled).length
    const findings = countFindings([...diagnostics, ...skills.flatMap((skill) => skill.diagnostics)])
    return {
      json: { skills: skills.map(describeSkill), ...(diagnostics.length > 0 && { diagnostics }) },
      lines: [
        ...skills.flatMap((skill) => {
          const { name, state, enabled, allowScripts, missingBins, description } = skill
          const facts = [
            countOf(skill.tools.length, 'tool'),
            skill.origin,
            enabled ? '' : 'disabled',
            allowScripts ? 'scripts on' : '',
            missingBins.length > 0 ? `needs ${missingBins.join(', ')}` : '',
          ]
          const rest = paint('dim', facts.filter(Boolean).join('  '))
          const worse = skill.diagnostics.filter(({ severity }) => severity !== 'info')
          return [
            `${paint('bold', toLine(name))}  ${paint(LOOKS[state], state)}  ${rest}`,
            ...(description === '' ? [] : [`  ${toLine(description)}`]),
            ...listTools(skill, paint),
            ...listDiagnostics(worse, paint),
            '',
          ]
        }),
        ...listDiagnostics(diagnostics, paint),
        `${countOf(skills.length, 'skill')}, ${usable} usable here, ${countOf(tools.length, 'tool')}: ${findings}`,
      ],
    }
  })

/** The tools exactly as a model is offered them. */
export const tools = (invocation: Invocation): Promise<Output> =>
  withView(invocation, async ({ registry }) => {
    const { paint } = invocation.printer
    const { tools } = registry()
    return {
      json: { tools: toOllamaTools(tools) },
      lines: [
        ...tools.flatMap((tool) => [
          `${paint('bold', toLine(tool.modelName))}  ${paint('dim', `of ${toLine(tool.source.skill)}`)}`,
          `  ${toLine(tool.description)}`,
          `  ${paint('cyan', `$ ${toLine(usageOf(tool))}`)}`,
        ]),
        countOf(tools.length, 'tool'),
      ],
    }
  })
