import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holderOf } from '#main/calls/callable'
import type { Machine } from '#main/calls/machine'
import { writeFile } from '#main/data-folder/write-file'
import { LIST_FILE } from '#main/formats/mcp/read-mcp'
import { prepareServer } from '#main/runners/mcp/mcp-runner'
import { explainError } from '#main/skills/read-file'
import { type Answer, findSkill, refuse, type SkillPorts } from '#main/trust/change-skills'
import type { JsonObject } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import type { Servers } from './servers.ts'

const LARGEST_LIST = 1024 * 1024

/**
 * Starts each server of a reviewed skill, confined as reviewed, asks what it offers and stops it. The list becomes a file
 * of the skill: as with every other file, what changed in it is reviewed before it counts.
 */
export async function connectSkill(
  name: string,
  ports: SkillPorts & { servers: Servers; machine: Machine },
): Promise<Answer<Skill>> {
  const { servers, machine, publish, restock } = ports
  const found = await findSkill(name, ports)
  if (!found.ok) return found
  const { state, dir, sourceDir = dir, origin, servers: named = [] } = found.value
  if (named.length === 0) return refuse('NO_SERVERS', message('skill-has-no-servers', { skill: name }))
  if (origin === 'bundled') return refuse('SKILL_NOT_INSTALLED', message('skill-not-installed-here', { skill: name }))
  if (state === 'quarantined' || state === 'changed') {
    return refuse('SKILL_UNTRUSTED', message('servers-need-trust', { skill: name }))
  }
  servers.forgive(name)
  const lists: Record<string, JsonObject> = {}
  for (const server of named) {
    const holder = holderOf(server)
    const place = machine.forCall()
    const secretVersion = (secret: string) => machine.secrets.version(secret, holder)
    const prepared = await prepareServer(server, dir, { ...place, secretVersion })
    if (!prepared.ok) return failed(server.name, prepared.error.message)
    const listed = await servers.list(prepared, (secret) => machine.secrets.use(secret, holder))
    if (!listed.ok) return failed(server.name, listed.message)
    lists[server.name] = { ...listed.list } as JsonObject
  }
  const text = `${JSON.stringify(lists, null, 2)}\n`
  if (Buffer.byteLength(text) > LARGEST_LIST) return failed(name, message('server-list-long', { most: LARGEST_LIST }))
  const file = join(sourceDir, LIST_FILE)
  try {
    const before = await readFile(file, 'utf8').catch(() => null)
    if (before !== text) await writeFile(file, [text])
  } catch (error) {
    return refuse('SERVER_FAILED', message('subject-problem', { file, problem: explainError(error) }))
  }
  const sha256 = hash('sha256', text)
  await publish({ type: 'server.listed', chat: null, skill: name, servers: Object.keys(lists), sha256 })
  await restock()
  return findSkill(name, ports, 'as it stands')
}

const failed = (server: string, why: Message | string): Answer<never> =>
  refuse('SERVER_FAILED', message('subject-problem', { file: server, problem: textOf(why) }))
