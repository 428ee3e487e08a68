import { agentSkills } from './agent-skills/read-scripts.ts'
import type { FormatReader } from './format.ts'
import { mcp } from './mcp/read-mcp.ts'
import { SKILL_MD } from './names.ts'
import { rye } from './rye/read-rye.ts'
import { skillInterface } from './skill-interface/read-skill-interface.ts'
import { toolCode } from './tool-code/read-tool-code.ts'
import { toolsJson } from './tools-json/read-tools-json.ts'

export const MAX_SKILL_MD_BYTES = 256 * 1024

/** In a project only this folder is a skill; it is named after the project. */
export const PROJECT_FOLDER = '.ai'

/** In this order their tools are listed; a folder may hold tools of several. */
export const FORMATS: readonly FormatReader[] = [toolsJson, mcp, rye, skillInterface, toolCode, agentSkills]

/** Whether a folder with this entry is a skill. */
export const marksSkill = (name: string): boolean => name === SKILL_MD || FORMATS.some((format) => format.claims(name))

/** How many bytes to read of a file that defines a skill; null for other files. */
export function mostBytesOf(path: string): number | null {
  if (path === SKILL_MD) return MAX_SKILL_MD_BYTES
  const wanted = FORMATS.flatMap((format) => format.mostBytes(path) ?? [])
  return wanted.length === 0 ? null : Math.max(...wanted)
}
