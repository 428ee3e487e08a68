import { field, openFields } from '#main/formats/fields'
import { nearestWord } from '#main/formats/nearest-word'
import { inside, type Place, quote, report } from '#main/formats/place'
import { CREDENTIAL_NAMES, isCredential } from '#shared/call/credentials'
import { isObject, type Json, type JsonObject, toText } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { type Need, needId } from '#shared/skill/needs'
import type { Tool } from '#shared/skill/tool'

const MOST = 20
const LONGEST_PATH = 200

/** `metadata.requires.paths`, `.credentials` and `.env`. What cannot be used is reported and never given. */
export function readNeeds(place: Place, requires: JsonObject): Need[] {
  const needs = [
    ...readList(inside(place, 'paths'), requires.paths, readPath),
    ...readList(inside(place, 'credentials'), requires.credentials, readCredential),
    ...readList(inside(place, 'env'), requires.env, readVariable),
  ]
  return [...new Map(needs.map((need) => [needId(need), need])).values()]
}

/** What single tools ask for: the variables that a container gets. */
export const needsOf = (tools: readonly Tool[]): Need[] =>
  tools.flatMap(({ name: tool, runtime }) =>
    runtime.kind === 'program' ? (runtime.passes ?? []).map((name) => ({ kind: 'variable', name, tool }) as const) : [],
  )

function readList(place: Place, value: Json | undefined, read: (place: Place, each: Json) => Need | null): Need[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.length <= MOST) {
    return value.flatMap((each, index) => read(inside(place, index), each) ?? [])
  }
  report(place, 'error', 'NEED', 'need-not-list', 'need-write-list', { most: MOST })
  return []
}

function readCredential(place: Place, name: Json): Need | null {
  if (typeof name === 'string' && isCredential(name)) return { kind: 'credential', name }
  const near = typeof name === 'string' ? nearestWord(name, CREDENTIAL_NAMES) : null
  const names = near ?? CREDENTIAL_NAMES.join(', ')
  return report(place, 'error', 'NEED', 'need-no-such-credential', 'need-use-names', { name: shown(name), names })
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

function readVariable(place: Place, name: Json): Need | null {
  if (typeof name === 'string' && VARIABLE.test(name)) return { kind: 'variable', name }
  return report(place, 'error', 'NEED', 'need-no-variable', 'need-write-variable', { name: shown(name) })
}

const FIELDS = field.ignored('path access')

function readPath(place: Place, value: Json): Need | null {
  const { path, access = 'read' } = isObject(value) ? value : { path: value }
  if (isObject(value)) openFields(place, value, FIELDS)
  const problem = findProblem(path, access)
  if (problem !== null) return report(place, 'error', 'NEED', problem, 'need-write-path')
  return { kind: 'path', path: String(path), access: access === 'write' ? 'write' : 'read' }
}

/** By its spelling. What it really leads to is checked when it is given. */
function findProblem(path: Json | undefined, access: Json | undefined): Message | null {
  if (typeof path !== 'string') return message('need-path-not-text')
  const at = { path: quote(path) }
  if (access !== 'read' && access !== 'write') return message('need-access-unknown', at)
  if (/^~?\/*$/.test(path)) return message('need-path-home', at)
  if (!path.startsWith('~/')) return message('need-path-outside', at)
  const isNamed = path
    .slice(2)
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..')
  const isPlain =
    path.length <= LONGEST_PATH && !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\\*?[\]{}$]/u.test(path)
  return isNamed && isPlain ? null : message('need-path-not-plain', at)
}

const shown = (value: Json) => quote(toText(value))
