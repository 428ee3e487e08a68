import {
  type FieldReader,
  type Fields,
  field,
  get,
  openFields,
  reportMissing,
  reportType,
  take,
} from '#main/formats/fields'
import { SKILL_NAME } from '#main/formats/names'
import { hasError, inside, type Place, quote, report } from '#main/formats/place'
import { readWebAddress } from '#shared/call/web-address'
import { isObject, type Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { McpAddress, McpCommand, McpServer, NamedText, SecretText } from '#shared/skill/mcp-server'

const MOST_SERVERS = 32
const PLACEHOLDER = /\$\{(?:secret|input|env):([A-Za-z0-9][\w.-]{0,63})\}/
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

const namedTexts =
  (form: RegExp): FieldReader<NamedText[]> =>
  (value, place) =>
    Object.entries(field.object(value, place) ?? {}).flatMap(([name, each]) => {
      const at = inside(place, name)
      const text = field.string(typeof each === 'number' ? String(each) : each, at)
      if (!form.test(name)) fail(at, message('name-not-usable', { name: quote(name) }))
      return text === undefined ? [] : [{ name, value: readSecrets(text) }]
    })

const SERVER = {
  ...{ type: field.any, command: field.element, args: field.names, env: namedTexts(ENV_NAME), url: field.element },
  ...{ headers: namedTexts(TOKEN), folders: field.names, network: field.boolean, description: field.any },
  disabled: field.boolean,
}

/** The usable servers; for all others the reason is reported. */
export function readServers(place: Place, root: Json, skill: string): McpServer[] {
  const fields = openFields(place, root, field.ignored('$schema mcpServers servers inputs'))
  if (!fields) return []
  const key = get(fields, 'mcpServers') === undefined ? 'servers' : 'mcpServers'
  const at = inside(fields, key)
  const list = get(fields, key)
  if (!isObject(list)) {
    reportType(at, list, message('object-of-servers'))
    return []
  }
  const entries = Object.entries(list)
  if (entries.length > MOST_SERVERS) {
    fail(at, message('too-many-servers', { count: entries.length, most: MOST_SERVERS }))
    return []
  }
  return entries.flatMap(([name, value]) => {
    const own: Place = { ...inside(at, name), diagnostics: [] }
    const start = SKILL_NAME.test(name)
      ? readServer(own, value)
      : fail(own, message('server-name', { name: quote(name) }))
    at.diagnostics.push(...own.diagnostics)
    return start && !hasError(own.diagnostics) ? [{ skill, name, start }] : []
  })
}

function readServer(place: Place, value: Json): McpServer['start'] | null {
  const fields = openFields(place, value, SERVER)
  if (!fields || take(fields, 'disabled').disabled) return null
  const hasCommand = get(fields, 'command') !== undefined
  if (hasCommand === (get(fields, 'url') !== undefined)) return fail(fields, message('server-command-or-url'))
  return hasCommand ? readCommand(fields) : readAddress(fields)
}

function readCommand(fields: Fields<typeof SERVER>): McpCommand | null {
  const {
    command,
    args = [],
    folders = [],
    env = [],
    network = false,
  } = take(fields, ...(['command', 'args', 'folders', 'env', 'network'] as const))
  if (!command) return reportMissing(inside(fields, 'command'), message('server-command-or-url'))
  for (const text of [command, ...args, ...folders]) {
    if (text.includes('\0') || !text.isWellFormed()) fail(inside(fields, 'args'), message('text-not-for-argv'))
    // Every program on this computer can read the arguments of any other.
    else if (PLACEHOLDER.test(text)) fail(inside(fields, 'args'), message('secret-in-arguments', { text: quote(text) }))
  }
  for (const folder of folders) {
    if (!folder.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(folder)) {
      fail(inside(fields, 'folders'), message('folder-not-absolute', { folder: quote(folder) }))
    }
  }
  return { kind: 'command', command, args, env, folders, network }
}

function readAddress(fields: Fields<typeof SERVER>): McpAddress | null {
  const read = readWebAddress(take(fields, 'url').url ?? '')
  if (!read.ok) return fail(inside(fields, 'url'), read.message)
  return { kind: 'address', url: read.address.href, headers: take(fields, 'headers').headers ?? [] }
}

/** `Bearer ${secret:token}` is a text followed by the name of a secret. */
export function readSecrets(text: string): SecretText {
  const parts: SecretText = []
  for (const [index, piece] of text.split(new RegExp(PLACEHOLDER, 'g')).entries()) {
    if (index % 2) parts.push({ secret: piece })
    else if (piece !== '') parts.push({ text: piece })
  }
  return parts
}

const fail = (place: Place, why: Message): null => report(place, 'error', 'SERVER', why, 'correct-server')
