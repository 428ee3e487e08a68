import { quote } from '#main/formats/place'
import { isObject } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import type { SkillContents } from '#shared/skill/skill'

/** `full` puts every skill's text into the system message; `readOnDemand` lists them and lets the model ask for one. */
export type ContextMode = 'full' | 'readOnDemand'

/** What a model needs of a skill. */
export type SkillText = Pick<SkillContents, 'name' | 'description' | 'body'>

export const READ_SKILL = 'read_skill'

/** The system text; empty when there is no skill to tell of. */
export function describeSkills(skills: readonly SkillText[], mode: ContextMode = 'readOnDemand'): string {
  if (skills.length === 0) return ''
  if (mode === 'full') {
    return ['You have these skills. Each says when and how its tools are used.', ...skills.map(writeWhole)].join('\n\n')
  }
  const lines = skills.map(({ name, description }) => `- ${name}: ${onOneLine(description)}`.replace(/: $/, ''))
  const advice = `You have these skills. Before you use a skill's tools for the first time, read it with ${READ_SKILL}.`
  return [advice, '', ...lines].join('\n')
}

/** For a system text that lists the tools themselves: only what these do not say. */
export function describeBriefly(skills: readonly (SkillText & { tools: readonly unknown[] })[]): string {
  if (skills.length === 0) return ''
  const names = `Skills whose page can be read with ${READ_SKILL}: ${skills.map(({ name }) => name).join(', ')}`
  const bare = skills.filter(({ tools }) => tools.length === 0)
  return [names, ...bare.map(({ name, description }) => `- ${name}: ${onOneLine(description)}`)].join('\n')
}

function writeWhole({ name, description, body }: SkillText): string {
  const text = body.trim().replaceAll(/<\/(?=skill)/gi, '<\\/')
  return [
    `<skill name="${name}">`,
    onOneLine(description).replaceAll(/<\/(?=skill)/gi, '<\\/'),
    '',
    text,
    '</skill>',
  ].join('\n')
}

/** So that a description cannot look like the next line of the list. */
function onOneLine(description: string): string {
  return description.replace(/\s+/g, ' ').trim()
}

export function readSkillDefinition(): ToolDefinition {
  return {
    type: 'function',
    function: {
      name: READ_SKILL,
      description: 'Read how a skill is used, before using its tools.',
      parameters: {
        type: 'object',
        required: ['skill_name'],
        properties: { skill_name: { type: 'string', description: 'The name of the skill, from the list of skills' } },
      },
    },
  }
}

/** The body of the skill that is asked for: its name alone, or the arguments of the call. Anything else gets an error that lists the names. */
export function answerReadSkill(skills: readonly SkillText[], asked: unknown): string {
  const name = isObject(asked) && Object.hasOwn(asked, 'skill_name') ? asked.skill_name : asked
  const skill = skills.find((each) => each.name === name)
  if (skill) return skill.body.trim() === '' ? onOneLine(skill.description) : skill.body.trim()
  const names = skills.map((each) => each.name).join(', ')
  const problem =
    typeof name === 'string' ? `there is no skill ${quote(name)}` : 'skill_name must be the name of a skill'
  return `error: ${problem}. ${names === '' ? 'There are no skills.' : `Skills: ${names}`}`
}
