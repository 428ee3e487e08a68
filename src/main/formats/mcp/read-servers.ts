import {
  type Fields,
  get,
  openFields,
  readTexts,
  reportMissing,
  reportType,
  takeBoolean,
  takeElement,
  takeNames,
} from '#main/formats/fields'
import { SKILL_NAME } from '#main/formats/names'
import { hasError, inside, type Place, quote, report } from '#main/formats/place'
import { readWebAddress } from '#shared/call/web-address'
import { isObject, type Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { McpAddress, McpCommand, McpServer, NamedText, SecretText } from '#shared/skill/mcp-server'

const MOST_SERVERS = 32
const ROOT_FIELDS = new Set(['$schema', 'mcpServers', 'servers', 'inputs'])
const SERVER_FIELDS = new Set([
  ...['type', 'command', 'args', 'env', 'url', 'headers', 'folders', 'network', 'description', 'disabled'],
])
const PLACEHOLDER = /\$\{(?:secret|input|env):([A-Za-z0-9][\w.-]{0,63})\}/
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The usable servers; for all others the reason is reported. */
export function readServers(place: Place, root: Json, skill: string): McpServer[] {
  const fields = openFields(place, root, ROOT_FIELDS)
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
  const fields = openFields(place, value, SERVER_FIELDS)
  if (!fields || takeBoolean(fields, 'disabled') === true) return null
  const hasCommand = get(fields, 'command') !== undefined
  if (hasCommand === (get(fields, 'url') !== undefined)) return fail(fields, message('server-command-or-url'))
  return hasCommand ? readCommand(fields) : readAddress(fields)
}

function readCommand(fields: Fields): McpCommand | null {
  const command = takeElement(fields, 'command')
  const args = takeNames(fields, 'args')
  const folders = takeNames(fields, 'folders')
  const env = readNamed(inside(fields, 'env'), get(fields, 'env'), ENV_NAME)
  const network = takeBoolean(fields, 'network') ?? false
  if (command === undefined || command === '') return reportMissing(fields, 'command', message('server-command-or-url'))
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

function readAddress(fields: Fields): McpAddress | null {
  const read = readWebAddress(takeElement(fields, 'url') ?? '')
  if (!read.ok) return fail(inside(fields, 'url'), read.message)
  const headers = readNamed(inside(fields, 'headers'), get(fields, 'headers'), TOKEN)
  return { kind: 'address', url: read.address.href, headers }
}

function readNamed(place: Place, value: Json | undefined, nameForm: RegExp): NamedText[] {
  if (value === undefined) return []
  if (!isObject(value)) {
    reportType(place, value, message('an-object'))
    return []
  }
  return Object.entries(value).flatMap(([name, each]) => {
    const [text] = readTexts(inside(place, name), [typeof each === 'number' ? String(each) : each])
    if (!nameForm.test(name)) fail(inside(place, name), message('name-not-usable', { name: quote(name) }))
    return text === undefined ? [] : [{ name, value: readSecrets(text[1]) }]
  })
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
