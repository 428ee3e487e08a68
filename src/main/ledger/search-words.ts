import { spaceOut } from '#shared/call/hits'
import type { FactType } from '#shared/facts'
import { type Json, valueAt } from '#shared/json'
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

/** The words to find this fact by; a rescued body may have any shape. */
export function wordsOf(type: string, body: string): string {
  const paths = Object.hasOwn(SEARCHED, type) ? SEARCHED[type as FactType] : undefined
  if (!paths) return ''
  const told: Json = JSON.parse(body)
  const words = paths
    .flatMap((path) => [valueAt(told, path)].flat())
    .map((one) => (isMessage(one) ? textOf(one) : one))
    .filter((one) => typeof one === 'string')
    .join(' ')
  return spaceOut(words).trim()
}

const MAX_WORDS = 32
const MAX_WORD_LENGTH = 128
/** What the index counts as part of a word. */
const HAS_WORD = /[\p{L}\p{N}\p{Co}]/u

/**
 * Turns typed words into an FTS5 query without any syntax: each word must match the beginning of a word. Null if there
 * are no words.
 */
export function toMatchQuery(typed: string): string | null {
  const words = typed
    .toWellFormed()
    .split(/[\s\0]+/u)
    .filter((word) => HAS_WORD.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_WORD_LENGTH).toWellFormed().replaceAll('"', ' '))
    // What was recorded before the characters stood apart is found as it was.
    .map((word) => [...new Set([word, spaceOut(word)])].map((each) => `"${each}"*`))
    .map((either) => (either.length > 1 ? `(${either.join(' OR ')})` : either.join('')))
  return words.length === 0 ? null : words.join(' AND ')
}
