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
  const refused = contents.needs.flatMap((need): { need: Need; diagnostic: Diagnostic }[] => {
    const isPath = need.kind === 'path'
    const isVariable = need.kind === 'variable'
    const data = store === '' ? [] : [dirname(store)]
    const problem = isPath ? findNeedProblem(need.path, data) : isVariable ? findVariableProblem(need.name) : null
    const tool = isVariable && need.tool !== undefined && contents.tools.find(({ name }) => name === need.tool)
    const path = tool ? 'config.env' : `metadata.requires.${isPath ? 'paths' : 'env'}`
    const at = {
      file: tool ? tool.source.file : SKILL_MD,
      path,
      remedy: message(isPath ? 'need-write-path' : 'need-write-variable'),
    }
    return problem
      ? [{ need, diagnostic: { severity: tool ? 'warning' : 'error', code: 'NEED', message: problem, ...at } }]
      : []
  })
  return {
    ...contents,
    needs: contents.needs.filter((need) => !refused.some((each) => each.need === need)),
    diagnostics: [...contents.diagnostics, ...refused.map(({ diagnostic }) => diagnostic)],
  }
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

/** The commands of the skill by the credentials that they could use. */
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
