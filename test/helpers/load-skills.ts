import type { Checks } from '#main/formats/format'
import { readSources, type SkillSource, settleSkillNames, settleToolNames } from '#main/skills/load-skills'
import { readFoundSkill } from '#main/skills/read-skill'

/** Reads many skills and settles who owns a name, as if all of them were trusted. */
export async function loadSkills(sources: readonly SkillSource[], checks: Checks) {
  const read = await readSources(sources, (folder) => readFoundSkill(folder, checks))
  settleSkillNames(read.skills)
  settleToolNames(read.skills)
  return read
}
