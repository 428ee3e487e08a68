import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { quote } from '#main/formats/place'
import { isObject, ownOf } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import type { SkillContents } from '#shared/skill/skill'
import { readFile } from './read-file.ts'

/** `full` puts every skill's text into the system message; `readOnDemand` lists the skills and lets the model ask. */
export type ContextMode = 'full' | 'readOnDemand'

export type SkillText = Pick<SkillContents, 'name' | 'description' | 'body'> &
  Partial<Pick<SkillContents, 'dir' | 'readable' | 'allowedTools'>>

const MOST_FILE_BYTES = 256 * 1024

export const READ_SKILL = 'read_skill'

/** The system text; empty if there are no skills. */
export function describeSkills(skills: readonly SkillText[], mode: ContextMode = 'readOnDemand'): string {
  if (skills.length === 0) return ''
  if (mode === 'full') {
    return ['You have these skills. Each says when and how its tools are used.', ...skills.map(writeWhole)].join('\n\n')
  }
  const lines = skills.map(({ name, description }) => `- ${name}: ${onOneLine(description)}`.replace(/: $/, ''))
  const advice = `You have these skills. Before you use a skill's tools for the first time, read it with ${READ_SKILL}.`
  return [advice, '', ...lines].join('\n')
}

/** For a system text that already lists the tools. */
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

/** A description must not look like the next line of the list. */
const onOneLine = (description: string): string => description.replace(/\s+/g, ' ').trim()

/** Has a `path` only if some skill has files to read. */
export function readSkillDefinition(skills: readonly SkillText[] = []): ToolDefinition {
  const path = { type: 'string', description: 'A file of the skill, where its page names one' }
  return {
    type: 'function',
    function: {
      name: READ_SKILL,
      description: 'Read how a skill is used, before using its tools.',
      parameters: {
        type: 'object',
        required: ['skill_name'],
        properties: {
          skill_name: { type: 'string', description: 'The name of the skill, from the list of skills' },
          ...(skills.some(({ readable = [] }) => readable.length > 0) && { path }),
        },
      },
    },
  }
}

/** Returns the requested skill's page or one of its files. `asked` is its name or the arguments of a call. */
export async function answerReadSkill(
  skills: readonly SkillText[],
  asked: unknown,
): Promise<{ text: string; skill?: SkillText }> {
  const take = (field: string) => (isObject(asked) ? ownOf(asked, field) : undefined)
  const name = isObject(asked) && Object.hasOwn(asked, 'skill_name') ? asked.skill_name : asked
  const path = take('path')
  const skill = skills.find((each) => each.name === name)
  if (skill && path !== undefined && path !== null && path !== '') return { skill, text: await readBeside(skill, path) }
  if (skill) return { skill, text: writePage(skill) }
  const names = skills.map((each) => each.name).join(', ')
  const problem =
    typeof name === 'string' ? `there is no skill ${quote(name)}` : 'skill_name must be the name of a skill'
  return { text: `error: ${problem}. ${names === '' ? 'There are no skills.' : `Skills: ${names}`}` }
}

function writePage({ body, description, readable = [] }: SkillText): string {
  const page = body.trim() === '' ? onOneLine(description) : body.trim()
  if (readable.length === 0) return page
  return `${page}\n\n[${READ_SKILL} with a path reads these files: ${readable.join(', ')}]`
}

async function readBeside({ name, dir = '', readable = [] }: SkillText, path: unknown): Promise<string> {
  const asked = typeof path === 'string' ? path.replace(/^\.\//, '').toLowerCase() : ''
  const list = readable.length === 0 ? 'It has none.' : `Files: ${readable.join(', ')}`
  // A page may spell it in another case than the file system.
  const wanted = readable.find((each) => each.toLowerCase() === asked)
  if (wanted === undefined) return `error: the skill ${name} has no such file to read. ${list}`
  const file = join(dir, wanted)
  const real = await realpath(file).catch(() => '')
  // A folder in the path may have become a link since the skill was read.
  if (real === '' || real !== join(await realpath(dir), wanted)) return `error: ${wanted} cannot be read`
  const read = await readFile(real, MOST_FILE_BYTES)
  if (!read.ok) return `error: ${wanted} cannot be read`
  const text = Buffer.from(read.bytes).toString('utf8')
  return text.includes('\uFFFD') || text.includes('\0') ? `error: ${wanted} is no text` : text
}
