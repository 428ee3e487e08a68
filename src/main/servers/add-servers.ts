import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { holderOf } from '#main/calls/callable'
import { writeFile } from '#main/data-folder/write-file'
import { MCP_FILE } from '#main/formats/mcp/read-mcp'
import type { KeyStore } from '#main/secrets/key-store'
import { explainError } from '#main/skills/read-file'
import { type Answer, refuse, type SkillPorts } from '#main/trust/change-skills'
import { message } from '#shared/messages/message'
import { type Addition, readAddition } from './read-addition.ts'

const LONGEST_TEXT = 100_000

/** For servers that a person typed or pasted. */
export async function addServers(
  text: string,
  ports: SkillPorts & { secrets: KeyStore },
): Promise<Answer<{ skills: string[] }>> {
  const additions = text.length > LONGEST_TEXT ? null : readAddition(text)
  return additions ? keepServers(additions, ports) : refuse('SERVER_UNREADABLE', message('server-text-unreadable'))
}

/**
 * Makes a skill of each server; none starts before it is reviewed. Secrets go to the key store, and the folder contains
 * only their names.
 */
export async function keepServers(
  additions: readonly Addition[],
  ports: SkillPorts & { secrets: KeyStore },
): Promise<Answer<{ skills: string[] }>> {
  const { home, secrets, restock } = ports
  const missing = secrets.missing()
  if (missing && additions.some((each) => each.secrets.length > 0)) return refuse('SERVER_UNREADABLE', missing)
  const skills: string[] = []
  for (const addition of additions) {
    const skill = freeName(addition.name, ports)
    try {
      await mkdir(join(home, 'skills', skill), { recursive: true, mode: 0o700 })
      const content = { mcpServers: { [addition.name]: addition.entry } }
      await writeFile(join(home, 'skills', skill, MCP_FILE), [`${JSON.stringify(content, null, 2)}\n`])
    } catch (error) {
      return refuse('SKILL_NOT_KEPT', message('subject-problem', { file: skill, problem: explainError(error) }))
    }
    skills.push(skill)
    await restock()
    const problem = await keepSecrets(skill, addition, ports)
    if (problem) return refuse('SERVER_UNREADABLE', problem)
  }
  return { ok: true, value: { skills } }
}

function freeName(name: string, { home, registry }: SkillPorts): string {
  const isTaken = (each: string) =>
    existsSync(join(home, 'skills', each)) || registry().skills.some((skill) => skill.name === each)
  if (!isTaken(name)) return name
  let count = 2
  while (isTaken(`${name}-${count}`)) count += 1
  return `${name}-${count}`
}

/** Each secret is granted to the server as written. A different command or address is a different server. */
async function keepSecrets(
  skill: string,
  addition: Addition,
  { registry, secrets }: SkillPorts & { secrets: KeyStore },
) {
  const server = registry().skills.find(({ name }) => name === skill)?.servers?.[0]
  for (const { name, value } of addition.secrets) {
    const problem = await secrets.set(name, value)
    if (problem) return problem
    if (server) await secrets.grant(name, holderOf(server))
  }
  return null
}
