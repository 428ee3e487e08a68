import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkPattern, checkSchema } from '#main/gate/schema'
import type { CallErrorCode } from '#shared/call/plan'
import type { JsonObject } from '#shared/json'
import type { Skill } from '#shared/skill/skill'
import type { Format } from '#shared/skill/tool'
import { loadSkills } from '#test/helpers/load-skills'

export const SKILLS_FOLDER = fileURLToPath(new URL('../../skills', import.meta.url))
const CASES_FOLDER = fileURLToPath(new URL('cases', import.meta.url))

/** One example call and what becomes of it: either exactly this command, or this refusal. */
export interface Case {
  tool: string
  args: JsonObject | string
  argv?: string[]
  /** Where it runs, relative to the working folder. */
  cwd?: string
  stdin?: string
  /** Scripts of the skill are on. */
  scripts?: boolean
  code?: CallErrorCode
  /** It is really run where its program is found. */
  run?: Expected
}

export interface Expected {
  /** Programs differ in which of their codes means which failure. */
  exitCode: number | 'nonzero'
  /** Stands in what the model reads. */
  contains?: string[]
  lacks?: string[]
  makes?: string[]
  makesNot?: string[]
}

/** The skills of the repository that are commands or texts, as if the person had trusted and enabled each. */
export async function loadShipped(formats: readonly Format[] = ['tools-json', 'skill-interface']): Promise<Skill[]> {
  const { skills, diagnostics } = await loadSkills([{ path: SKILLS_FOLDER, origin: 'bundled' }], {
    schema: checkSchema,
    pattern: checkPattern,
  })
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics))
  return skills
    .filter(({ format }) => format !== null && formats.includes(format))
    .map((skill): Skill => ({ ...skill, state: 'trusted', enabled: true, allowScripts: false, missingBins: [] }))
}

export function listSkillNames(): string[] {
  return readdirSync(SKILLS_FOLDER)
    .filter((name) => existsSync(`${SKILLS_FOLDER}/${name}/SKILL.md`))
    .sort()
}

export const hasCases = (skill: string): boolean => existsSync(`${CASES_FOLDER}/${skill}.json`)

export function readCases(skill: string): Case[] {
  return JSON.parse(readFileSync(`${CASES_FOLDER}/${skill}.json`, 'utf8'))
}

/** The examples of SKILL.md: `tool` followed by its arguments, both as code. */
export function readExamples({ body }: Pick<Skill, 'body'>): { tool: string; args: string }[] {
  return [...body.matchAll(/`([a-z0-9_]+)` `(\{[^`]*\})`/g)].map(([, tool = '', args = '']) => ({ tool, args }))
}
