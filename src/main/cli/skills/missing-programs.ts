import { joinPath, reasonOf } from '#main/formats/place'
import { findBinary } from '#main/runners/process/find-binary'
import type { Diagnostic } from '#shared/messages/diagnostic'
import type { Skill } from '#shared/skill/skill'
import { executionsOf, helpersOf } from '#shared/skill/tool'

export function listPrograms(skill: Skill): string[] {
  const started = skill.tools.flatMap((tool) => [
    ...executionsOf(tool),
    ...helpersOf(tool).map(({ command }) => command),
  ])
  const binaries = started.flatMap((each) => (each ? [each.binary] : []))
  return [...new Set([...skill.requiredBins.flat(), ...binaries])].sort()
}

export async function findMissing(programs: readonly string[], searchPath: string[]): Promise<string[]> {
  const found = await Promise.all(programs.map((program) => findBinary(program, searchPath)))
  return programs.filter((_program, index) => !found[index]?.ok)
}

/** A note: the skill is fine but this computer lacks a program. */
export async function reportMissing(skill: Skill, searchPath: string[]): Promise<Diagnostic[]> {
  const missing = await findMissing(listPrograms(skill), searchPath)
  return missing.map((program) => {
    const isRequired = skill.requiredBins.some((bins) => bins.includes(program))
    return {
      severity: 'info',
      file: isRequired ? 'SKILL.md' : 'tools.json',
      path: isRequired ? 'metadata.requires.bins' : joinPath('allowlist', program),
      ...reasonOf('BINARY_MISSING', 'program-not-found', 'install-program', { program }),
    }
  })
}
