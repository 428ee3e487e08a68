import { takes } from '#shared/schema'
import type { Review } from '#shared/skill/review'
import type { Skill } from '#shared/skill/skill'

const skill = { type: 'string', minLength: 1, maxLength: 200 } as const

/** What the window may ask about skills that are here. */
export const skillInputs = {
  'skill.list': takes({}),
  'skill.openFolder': takes({ skill }),
  'skill.remove': takes({ skill }),
  'skill.review': takes({ skill }),
  'skill.switch': takes({ skill, enabled: { type: 'boolean' } }),
  'skill.switchScripts': takes({ skill, allowed: { type: 'boolean' } }),
  'skill.switchTool': takes({ skill, tool: skill, enabled: { type: 'boolean' } }),
  'skill.trust': takes({ skill, hash: { type: 'string', pattern: '^[0-9a-f]{64}$' } }),
}

export interface SkillOutputs {
  'skill.list': { skills: Skill[] }
  /** In the file manager of the system. */
  'skill.openFolder': { opened: true }
  /** Its folder is put aside there; nothing of it is deleted. */
  'skill.remove': { movedTo: string }
  'skill.review': Review
  'skill.switch': { skill: Skill }
  /** Turned on only where the person says so in a dialog of the system; false when they decline. */
  'skill.switchScripts': { changed: boolean }
  /** Off: offered to no model, and refused where one calls it all the same. */
  'skill.switchTool': { skill: Skill }
  /** Refused where the folder is not what that hash stands for. */
  'skill.trust': { skill: Skill }
}
