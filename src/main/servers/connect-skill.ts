import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holderOf } from '#main/calls/callable'
import type { Machine } from '#main/calls/machine'
import { writeFile } from '#main/data-folder/write-file'
import { LIST_FILE, MCP_FILE } from '#main/formats/mcp/read-mcp'
import type { KeyStore } from '#main/secrets/key-store'
import { explainError } from '#main/skills/read-file'
import { type Answer, findSkill, refuse, type SkillPorts } from '#main/trust/change-skills'
import type { JsonObject } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import { type McpCommand, type McpServer, secretsOf } from '#shared/skill/mcp-server'
import type { Skill } from '#shared/skill/skill'
import { noteUser, pinPackage } from './pin-package.ts'
import { prepareForPerson, type Servers } from './servers.ts'
import { type OpenBrowser, withSignIn } from './sign-in.ts'

const LARGEST_LIST = 1024 * 1024

/**
 * Starts each server of a reviewed skill, confined, lists what it offers and stops it. The list becomes a file of the
 * skill, so any change to it must be reviewed.
 */
export async function connectSkill(
  name: string,
  ports: SkillPorts & { servers: Servers; machine: Machine; secrets: KeyStore; openBrowser?: OpenBrowser },
): Promise<Answer<Skill>> {
  const { servers, publish, restock } = ports
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
  const pins = new Map<string, McpCommand>()
  const folders: string[] = []
  for (const reviewed of named) {
    const pinned = reviewed.start.kind === 'command' ? await pinPackage(reviewed.start, ports) : null
    if (pinned?.ok === false) return failed(reviewed.name, pinned.message)
    if (pinned) {
      pins.set(reviewed.name, pinned.start)
      folders.push(pinned.folder)
    }
    const server = pinned ? { ...reviewed, start: pinned.start } : reviewed
    const prepared = await prepareForPerson(server, dir, ports, reviewed)
    if (!prepared.ok) return failed(server.name, prepared.message)
    const { start, secret } = prepared
    const { openBrowser } = ports
    let listed = await servers.list(start, secret)
    // Only then, because another sign-in replaces what an earlier one needs to be renewed.
    if (!listed.ok && listed.message.code === 'server-needs-sign-in' && openBrowser) {
      listed = await withSignIn(server, ports.secrets, openBrowser, (ways) => servers.list(start, secret, ways))
    }
    if (!listed.ok) return failed(server.name, listed.message)
    lists[server.name] = { ...listed.value } as JsonObject
  }
  const text = `${JSON.stringify(lists, null, 2)}\n`
  if (Buffer.byteLength(text) > LARGEST_LIST) return failed(name, message('server-list-long', { most: LARGEST_LIST }))
  const file = join(sourceDir, LIST_FILE)
  try {
    const before = await readFile(file, 'utf8').catch(() => null)
    if (before !== text) await writeFile(file, [text])
    for (const folder of folders) await noteUser(folder, join(sourceDir, MCP_FILE))
    if (pins.size > 0) await writePins(sourceDir, pins)
    for (const server of named) await moveGrants(server, pins.get(server.name), ports)
  } catch (error) {
    return refuse('SERVER_FAILED', message('subject-problem', { file, problem: explainError(error) }))
  }
  const sha256 = hash('sha256', text)
  await publish({ type: 'server.listed', chat: null, skill: name, servers: Object.keys(lists), sha256 })
  await restock()
  return findSkill(name, ports, 'as it stands')
}

/** Writes the installed versions into the file that will be reviewed. */
async function writePins(dir: string, pins: ReadonlyMap<string, McpCommand>): Promise<void> {
  const file = join(dir, MCP_FILE)
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
  const root = JSON.parse(text) as Record<string, Record<string, JsonObject>>
  const list = root.mcpServers ?? root.servers ?? {}
  for (const [name, { command, args }] of pins) list[name] = { ...list[name], command, args }
  await writeFile(file, [`${JSON.stringify(root, null, 2)}\n`])
}

/** The pinned command is the same server, so its secrets are granted to it. */
async function moveGrants(server: McpServer, start: McpCommand | undefined, { secrets }: { secrets: KeyStore }) {
  if (!start) return
  const before = holderOf(server)
  for (const name of secretsOf(server)) {
    if (secrets.version(name, before) !== null) await secrets.grant(name, holderOf({ ...server, start }))
  }
}

const failed = (server: string, why: Message | string): Answer<never> =>
  refuse('SERVER_FAILED', message('subject-problem', { file: server, problem: textOf(why) }))
