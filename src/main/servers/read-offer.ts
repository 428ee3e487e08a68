import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Skill as ServedSkill } from '@modelcontextprotocol/client/ext/skills'
import type { Machine } from '#main/calls/machine'
import { checkPicture } from '#main/chat/check-picture'
import type { Pictures } from '#main/chat/pictures'
import { LIST_FILE } from '#main/formats/mcp/read-mcp'
import type { Source } from '#main/install/read-source'
import { describeBlock } from '#main/runners/mcp/mcp-runner'
import { type Answer, findSkill, refuse, type SkillPorts } from '#main/trust/change-skills'
import { MOST_ATTACHED, type Picture } from '#shared/chat/picture'
import { isObject, type JsonObject, toText } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { ServerOffers } from '#shared/skill/mcp-server'
import { type Connection, Refused } from './connection.ts'
import { prepareForPerson, type Servers } from './servers.ts'

const LONGEST_MS = 60_000
const MOST_FILES = 512
const MOST_BYTES = 16 * 1024 * 1024

interface OfferPorts extends SkillPorts {
  machine: Machine
  servers: Servers
}

type Kind = 'prompts' | 'resources' | 'skills'

/** The text of a prompt, shown to the person before it is sent. */
export async function readPrompt(
  { skill, server, name, args }: { skill: string; server: string; name: string; args: JsonObject },
  ports: OfferPorts,
): Promise<Answer<{ text: string }>> {
  const read = await readOne({ skill, server, kind: 'prompts', name }, ports, ({ prompt }) => prompt(name, args))
  if (!read.ok) return read
  const { messages } = read.value
  const texts = (Array.isArray(messages) ? messages : []).filter(isObject).map(({ content }) => textOf(content))
  const text = texts.join('\n\n').toWellFormed()
  if (text.length > MOST_ATTACHED) return refuse('SERVER_FAILED', message('server-text-long', { name }))
  return { ok: true, value: { text } }
}

const textOf = (content: JsonObject[string] | undefined): string =>
  [content].flat().filter(isObject).map(describeBlock).join('\n')

/** A resource for a message: its texts and the pictures that are safe to draw. */
export async function readResource(
  { skill, server, uri }: { skill: string; server: string; uri: string },
  ports: OfferPorts,
  pictures: Pick<Pictures, 'hold'>,
): Promise<Answer<{ files: { name: string; text: string }[]; pictures: Picture[]; refused: Message[] }>> {
  const read = await readOne({ skill, server, kind: 'resources', name: uri }, ports, ({ resource }) => resource(uri))
  if (!read.ok) return read
  const came = { files: [] as { name: string; text: string }[], pictures: [] as Picture[], refused: [] as Message[] }
  for (const each of (Array.isArray(read.value.contents) ? read.value.contents : []).filter(isObject)) {
    const name = `${server}: ${toText(each.uri ?? uri)}`
    if (typeof each.text === 'string') {
      if (each.text.length <= MOST_ATTACHED) came.files.push({ name, text: each.text.toWellFormed() })
      else came.refused.push(message('server-text-long', { name }))
    } else {
      const checked = checkPicture(name, Buffer.from(toText(each.blob ?? ''), 'base64'))
      if (checked.ok) {
        pictures.hold(checked)
        came.pictures.push(checked.picture)
      } else came.refused.push(checked.message)
    }
  }
  return { ok: true, value: came }
}

/** All files of a skill that a server offers, exactly as in its reviewed list, or none. */
export async function fetchServedSkill(
  { skill, server, uri }: { skill: string; server: string; uri: string },
  ports: OfferPorts,
): Promise<Answer<Source>> {
  return readOne({ skill, server, kind: 'skills', name: uri }, ports, async ({ skillFile }, dir) => {
    const lists = JSON.parse(await readFile(join(dir, LIST_FILE), 'utf8'))
    const entry = lists[server].skills.find((each: ServedSkill) => each.uri === uri) as ServedSkill
    const { resources, frontmatter } = entry
    if (resources === 'dynamic') throw new Refused('its files are not listed, so nothing can be verified')
    if (!resources.some((file) => file.uri === uri)) throw new Refused('its list names no page')
    const bytes = resources.reduce((sum, { size }) => sum + size, 0)
    if (resources.length > MOST_FILES || bytes > MOST_BYTES)
      throw new Refused(`it has ${resources.length} files, ${bytes} bytes`)
    const root = uri.slice(0, uri.lastIndexOf('/') + 1)
    const files = new Map<string, Uint8Array>()
    for (const file of resources) {
      const path = decodeURIComponent(file.uri.slice(root.length))
      const isInside = file.uri.startsWith(root) && !path.split(/[\\/]/).includes('..')
      if (!isInside) throw new Refused(`${file.uri} lies outside of it`)
      files.set(path, await skillFile(entry, file.uri))
    }
    return { kind: 'server' as const, from: `${skill}/${server} ${uri}`, name: frontmatter.name, files }
  })
}

/** Reads one entry of the reviewed list from a server that is switched on. Recorded. */
async function readOne<T>(
  { skill: name, server, kind, name: wanted }: { skill: string; server: string; kind: Kind; name: string },
  ports: OfferPorts,
  act: (connection: Connection, dir: string) => Promise<T>,
): Promise<Answer<T>> {
  const found = await findSkill(name, ports)
  if (!found.ok) return found
  const { state, enabled, dir, servers = [], offers = [] } = found.value
  const reviewed = servers.find((each) => each.name === server)
  const isOffered = offers.some((each) => each.server === server && namesOf(each, kind).includes(wanted))
  if (state !== 'trusted' || !enabled || !reviewed || !isOffered) {
    return refuse('SERVER_FAILED', message('server-offers-none', { server, name: wanted }))
  }
  const prepared = await prepareForPerson(reviewed, dir, ports)
  if (!prepared.ok) return refuse('SERVER_FAILED', prepared.message)
  const { start, secret } = prepared
  await ports.publish({ type: 'server.read', chat: null, skill: name, server, kind, name: wanted })
  const signal = AbortSignal.timeout(LONGEST_MS)
  const read = await ports.servers.use(start, secret, signal, (connection) => act(connection, dir))
  return read.ok ? read : refuse('SERVER_FAILED', message('subject-problem', { file: wanted, problem: read.message }))
}

const namesOf = (offers: ServerOffers, kind: Kind): string[] =>
  kind === 'prompts' ? offers.prompts.map(({ name }) => name) : offers[kind].map(({ uri }) => uri)
