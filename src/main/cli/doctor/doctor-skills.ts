import type { Machine } from '#main/calls/machine'
import { findMissing, listPrograms } from '#main/cli/skills/missing-programs'
import type { SkillRegistry } from '#main/trust/skill-registry'
import { textOf } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import type { Execution } from '#shared/skill/tool'
import type { Finding } from './doctor.ts'

/** For each skill: the programs its tools and resolvers start, and which of them are here. */
export async function checkSkills({ skills }: SkillRegistry, { searchPath }: Machine): Promise<Finding[]> {
  return Promise.all(skills.map((skill) => checkSkill(skill, searchPath)))
}

async function checkSkill(skill: Skill, searchPath: string[]): Promise<Finding> {
  const name = `skill ${skill.name}`
  const programs = listPrograms(skill)
  const errors = skill.diagnostics.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first) {
    const found = `${errors.length === 1 ? 'an error' : `${errors.length} errors`} in it: ${textOf(first.message)}`
    return { name, state: 'warning', found, remedy: `See: skillet check ${skill.dir}` }
  }
  if (programs.length === 0) return { name, state: 'ok', found: 'it needs no programs', remedy: '' }
  const missing = await findMissing(programs, searchPath)
  if (missing.length === 0 && skill.state !== 'unavailable') {
    return { name, state: 'ok', found: programs.join(', '), remedy: '' }
  }
  const absent = [...new Set([...missing, ...skill.missingBins])]
  const hasProgram = ({ binary }: Execution) => !missing.includes(binary)
  const isUseless =
    skill.state === 'unavailable' || !skill.tools.some(({ runtime }) => runtime.executions.some(hasProgram))
  return {
    name,
    state: isUseless ? 'missing' : 'warning',
    found: `${absent.join(', ')} not found${isUseless ? '' : '; its other tools work'}`,
    remedy: `Install ${absent.join(', ')} to use ${isUseless ? 'it' : 'all of it'}.`,
  }
}
