import { dirname } from 'node:path'
import { SKILL_MD } from '#main/formats/names'
import { findNeedProblem, findVariableProblem } from '#main/runners/process/skill-needs'
import type { CredentialName } from '#shared/call/credentials'
import { findCredentials } from '#shared/call/known-programs'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import { type Need, needId } from '#shared/skill/needs'
import type { Skill, SkillContents } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import { toVisible } from '#shared/visible'
import type { SkillDecisions } from './trust-state.ts'

/** Reports declared paths and variables that nobody may give; they are as if they were not declared. */
export function refuseNeeds(contents: SkillContents, store: string): SkillContents {
  if (!contents.needs) return contents
  const data = store === '' ? [] : [dirname(store)]
  const refused = new Map<Need, Diagnostic>()
  for (const need of contents.needs) {
    const isPath = need.kind === 'path'
    const isVariable = need.kind === 'variable'
    const problem = isPath ? findNeedProblem(need.path, data) : isVariable ? findVariableProblem(need.name) : null
    if (!problem) continue
    const tool = isVariable && need.tool !== undefined && contents.tools.find(({ name }) => name === need.tool)
    const remedy = message(isPath ? 'need-write-path' : 'need-write-variable')
    refused.set(need, {
      ...({ code: 'NEED', message: problem, remedy } as const),
      ...(tool
        ? { severity: 'warning', file: tool.source.file, path: 'config.env' }
        : { severity: 'error', file: SKILL_MD, path: `metadata.requires.${isPath ? 'paths' : 'env'}` }),
    })
  }
  const needs = contents.needs.filter((need) => !refused.has(need))
  return { ...contents, needs, diagnostics: [...contents.diagnostics, ...refused.values()] }
}

/**
 * What it declares, then the credentials that its commands could use, then the home folder. A declaration is granted
 * with trust; for a skill that nobody reviewed here, only by a decision of its own.
 */
export function listAccess(
  { hash, needs = [], tools }: SkillContents,
  origin: Skill['origin'],
  { access: decided, variables = [] }: SkillDecisions,
): Pick<Skill, 'access'> {
  const declared = new Set(needs.map(needId))
  const usable = listUsable(tools)
  const others = [...usable.keys()].filter((each) => !declared.has(each))
  const isProgram = tools.some(({ runtime: { kind } }) => kind !== 'http' && kind !== 'mcp' && kind !== 'prompt')
  const all: Need[] = [
    ...needs,
    ...others.map((each): Need => ({ kind: 'credential', name: each })),
    ...(isProgram ? [{ kind: 'home' } as const] : []),
  ]
  const access = all.map((need) => {
    const id = needId(need)
    const decision = decided?.get(id)
    const isDeclared = declared.has(id)
    // Older reviews did not list variables.
    const wasListed = need.kind !== 'variable' || origin !== 'installed' || variables.includes(id)
    const isReviewed = isDeclared && wasListed && origin !== 'named'
    const isGranted = decision ? decision.allowed && decision.hash === hash : isReviewed
    const commands = need.kind === 'credential' ? [...(usable.get(need.name) ?? [])] : []
    return { need, commands, isDeclared, isGranted }
  })
  return access.length > 0 ? { access } : {}
}

/** Its words are those of a stranger. */
const nameCommand = (binary: string, command: string) =>
  toVisible(`${binary} ${command.split(/\s+/)[0] ?? ''}`.trim()).text.slice(0, LONGEST_COMMAND)

const LONGEST_COMMAND = 60

function listUsable(tools: readonly Tool[]): Map<CredentialName, Set<string>> {
  const usable = new Map<CredentialName, Set<string>>()
  for (const { runtime } of tools) {
    for (const [binary, commands] of Object.entries(runtime.kind === 'command' ? runtime.allowlist : {})) {
      for (const command of commands) {
        for (const each of findCredentials(binary, command)) {
          usable.set(each, (usable.get(each) ?? new Set()).add(nameCommand(binary, command)))
        }
      }
    }
  }
  return usable
}
