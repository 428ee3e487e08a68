import type { FactType } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import { isMessage } from '#shared/messages/with-texts'

/** Older plans have these fields at the top level. */
const ACTION = [
  ['plan', 'action', 'argv'],
  ['plan', 'action', 'url'],
]

const SEARCHED: { [type in FactType]?: string[][] } = {
  'chat.created': [['title']],
  'chat.renamed': [['title']],
  'message.added': [['content']],
  'call.requested': [['tool']],
  'call.refused': [['message']],
  'approval.asked': [['plan', 'tool'], ['plan', 'argv'], ...ACTION],
  'run.started': [['plan', 'tool'], ['plan', 'argv'], ...ACTION],
  'turn.finished': [['error', 'message']],
}

export function isSearched(type: string): boolean {
  return Object.hasOwn(SEARCHED, type)
}

/** The words to find this fact by. Never throws: a rescued body may have any shape. */
export function searchableText(type: string, body: JsonObject): string {
  if (!isSearched(type)) return ''
  const paths = SEARCHED[type as FactType] ?? []
  return paths
    .flatMap((path) => stringsAt(body, path))
    .join(' ')
    .trim()
}

export function wordsOf(type: string, body: string): string {
  if (!isSearched(type)) return ''
  const parsed: Json = JSON.parse(body)
  return isObject(parsed) ? searchableText(type, parsed) : ''
}

function stringsAt(body: JsonObject, path: string[]): string[] {
  let value: Json | undefined = body
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.map((one) => (isMessage(one) ? textOf(one) : one)).filter((one) => typeof one === 'string')
}
