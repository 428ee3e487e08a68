import { dirname } from 'node:path'
import { SKILL_MD } from '#main/formats/names'
import { findNeedProblem } from '#main/runners/process/skill-needs'
import { findCredentials } from '#shared/call/known-programs'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import { type Need, needId } from '#shared/skill/needs'
import type { Skill, SkillContents } from '#shared/skill/skill'
import type { Standing } from './stand-installed.ts'

/** Reports declared paths that nobody may give; they are as if they were not declared. */
export function refuseNeeds(contents: SkillContents, { store }: Standing): SkillContents {
  if (!contents.needs) return contents
  const refused = contents.needs.flatMap((need): { need: Need; diagnostic: Diagnostic }[] => {
    const problem = need.kind === 'path' ? findNeedProblem(need.path, store === '' ? [] : [dirname(store)]) : null
    const at = { file: SKILL_MD, path: 'metadata.requires.paths', remedy: message('need-write-path') }
    return problem ? [{ need, diagnostic: { severity: 'error', code: 'NEED', message: problem, ...at } }] : []
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
  { name, hash, needs = [], tools }: SkillContents,
  origin: Skill['origin'],
  { book }: Standing,
): Pick<Skill, 'access'> {
  const decided = book.access.get(name)
  const declared = new Set(needs.map(needId))
  const usable = tools.flatMap(({ runtime }) =>
    runtime.kind !== 'command'
      ? []
      : Object.entries(runtime.allowlist).flatMap(([binary, commands]) =>
          commands.flatMap((command) => findCredentials(binary, command)),
        ),
  )
  const others = [...new Set(usable)].filter((each) => !declared.has(each))
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
    const isGranted = decision ? decision.allowed && decision.hash === hash : isDeclared && origin !== 'named'
    return { need, isDeclared, isGranted }
  })
  return access.length > 0 ? { access } : {}
}
