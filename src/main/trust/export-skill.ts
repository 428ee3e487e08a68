import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFrontmatter, splitPage } from '#main/formats/frontmatter'
import { LONGEST_DESCRIPTION, SKILL_MD, toDashes } from '#main/formats/names'
import { placeIn } from '#main/formats/place'
import { explainError } from '#main/skills/read-file'
import { usageOf } from '#shared/call/argv-template'
import { isObject, type Json, type JsonObject } from '#shared/json'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import { type Answer, findSkill, refuse, type SkillPorts } from './change-skills.ts'
import { readFiles } from './store.ts'

/** Writes a skill as a folder for other agents, inside `into`. Overwrites nothing. */
export async function exportSkill(
  name: string,
  into: string,
  ports: SkillPorts,
): Promise<Answer<{ skill: Skill; folder: string }>> {
  const found = await findSkill(name, ports)
  if (!found.ok) return found
  const skill = found.value
  const read = await readFiles(skill.dir)
  if (!read.ok) return refuse('SKILL_UNREADABLE', read.diagnostic.message)
  const folder = join(into, nameElsewhere(skill.name))
  try {
    await mkdir(into, { recursive: true })
    await mkdir(folder)
    const page = Buffer.from(writePage(skill, read.files.get(SKILL_MD)?.bytes ?? new Uint8Array()))
    const files = new Map(read.files).set(SKILL_MD, { bytes: page, isExecutable: false })
    for (const [path, { bytes, isExecutable }] of files) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, bytes, { flag: 'wx' })
      if (isExecutable) await chmod(file, 0o755)
    }
    return { ok: true, value: { skill, folder } }
  } catch (error) {
    return refuse('SKILL_NOT_KEPT', 'file-not-written', { file: folder, problem: explainError(error) })
  }
}

const nameElsewhere = (name: string) => toDashes(name) || 'skill'

const KEPT = ['license', 'compatibility', 'allowed-tools', 'metadata']

/** The skill's page with the fields that every agent knows, and how to run each tool by hand. JSON is valid YAML. */
function writePage({ name, description, body, tools }: Skill, page: Uint8Array): string {
  const place = placeIn(SKILL_MD, [])
  const { frontmatter, body: own } = splitPage(place, new TextDecoder().decode(page))
  const fields: JsonObject = (frontmatter === null ? null : readFrontmatter(place, frontmatter)) ?? {}
  const told = (description || name).replace(/\s+/g, ' ').replace(/[<>]/g, '').slice(0, LONGEST_DESCRIPTION)
  const lines = [
    `name: ${nameElsewhere(name)}`,
    `description: ${JSON.stringify(told)}`,
    ...KEPT.flatMap((field) => (Object.hasOwn(fields, field) ? [`${field}: ${JSON.stringify(fields[field])}`] : [])),
  ]
  const text = (page.length === 0 ? body : own).trim()
  const how = tools.length === 0 ? '' : `\n\n## Tools by hand\n\n${tools.map(describeTool).join('\n\n')}`
  return `---\n${lines.join('\n')}\n---\n\n${text || `# ${name}`}${how}\n`
}

function describeTool(tool: Tool): string {
  const { name, description, params, runtime } = tool
  const use =
    runtime.kind === 'prompt'
      ? `Follow this:\n\n${runtime.instructions.trim().replace(/^/gm, '> ')}`
      : `${runtime.kind === 'function' ? 'Functions of the files' : 'Run'} \`${usageOf(tool)}\``
  const properties = isObject(params.properties) ? Object.entries(params.properties) : []
  const rows = properties.map(([param, schema]) => `- \`${param}\`${describeParam(schema)}`)
  return [`### ${name}`, description, use, ...(rows.length > 0 ? [rows.join('\n')] : [])].join('\n\n')
}

const describeParam = (schema: Json) =>
  isObject(schema) && typeof schema.description === 'string' ? `: ${schema.description.replace(/\s+/g, ' ')}` : ''
