import { isObject, type Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { toVisible } from '#shared/visible'
import { inside, type Place, quote, report } from './place.ts'

// Most texts are plain, and this test is four times as fast as the exact search.
const NOT_PLAIN = /<!--|[^\t\n\r -~]/
const SUSPICIOUS = /<!--|(?![\t\n\r])\p{Cc}|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u{FFF9}-\u{FFFB}]/gu
// What a joiner may follow: letters and signs of other scripts, and emoji.
const JOINED_BEFORE = /[^\p{ASCII}\p{Cf}\p{Z}]$/u
const JOINED_AFTER = /^[^\p{ASCII}\p{Cf}\p{Z}]/u

type Hidden = 'html-comment' | 'control-character' | 'direction-character' | 'tag-character' | 'invisible-character'

const MOST_LINES = 5
// No more are listed.
const MOST_FINDS = 500

/**
 * Reports text that the model reads and a person does not see. `isFile`: the text is the whole file, so lines can be
 * named.
 */
export function reportHiddenText(place: Place, text: string, isFile: boolean): void {
  if (!isSuspicious(text)) return
  const finds = new Map<Hidden, { point: string; lines: Set<number> }>()
  let [count, line, from] = [0, 1, 0]
  for (const find of text.matchAll(SUSPICIOUS)) {
    const what = nameHidden(find[0], text, find.index)
    if (what === null) continue
    count += 1
    if (count > MOST_FINDS) break
    for (let end = text.indexOf('\n', from); end >= 0 && end < find.index; end = text.indexOf('\n', from)) {
      line += 1
      from = end + 1
    }
    const point = find[0].startsWith('<') ? '' : ` (${toVisible(find[0]).text})`
    const alike = finds.get(what) ?? { point, lines: new Set() }
    finds.set(what, alike)
    alike.lines.add(line)
  }
  for (const [what, { point, lines }] of finds) {
    const problem = describeHidden({ found: message(what), point }, isFile ? [...lines] : [])
    report(place, 'warning', 'HIDDEN_TEXT', problem, 'look-at-hidden-text')
  }
}

const isSuspicious = (text: string) => NOT_PLAIN.test(text) && text.search(SUSPICIOUS) >= 0

/** Describes it, or returns null if its script needs the character. */
function nameHidden(found: string, text: string, at: number): Hidden | null {
  if (found === '<!--') return 'html-comment'
  const code = found.codePointAt(0) ?? 0
  if (code < 0xa0) return 'control-character'
  const before = text.slice(Math.max(0, at - 2), at)
  if (isJoiner(code)) {
    const after = text.slice(at + 1, at + 3)
    return JOINED_BEFORE.test(before) && JOINED_AFTER.test(after) ? null : INVISIBLE
  }
  if (isVariation(code)) return isVariation(before.charCodeAt(before.length - 1)) ? INVISIBLE : null
  if (/\p{Bidi_Control}/u.test(found)) return 'direction-character'
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag-character'
  if (code >= 0xe0100 && code <= 0xe01ef && /\p{Script=Han}$/u.test(before)) return null
  return INVISIBLE
}

const INVISIBLE = 'invisible-character'

const isJoiner = (code: number) => code === 0x200c || code === 0x200d

const isVariation = (code: number) => code >= 0xfe00 && code <= 0xfe0f

function describeHidden(values: { found: Message; point: string }, lines: number[]): Message {
  if (lines.length === 0) return message('hidden-text', values)
  if (lines.length === 1) return message('hidden-text-in-line', { ...values, lines: String(lines[0]) })
  const named = lines.slice(0, MOST_LINES).join(', ')
  return message('hidden-text-in-lines', {
    ...values,
    lines: lines.length > MOST_LINES ? message('list-and-more', { list: named }) : named,
  })
}

/** Checks every text of a JSON value, including escaped characters. */
export function reportHiddenJson(place: Place, source: string, value: Json, isAscii: boolean): void {
  // In ASCII, JSON allows only these; searching for each is far cheaper than a pattern.
  const isPlain = isAscii && !source.includes('<!--') && !source.includes('\x7f')
  if (source.includes('\\u') || (!isPlain && isSuspicious(source))) walk(place, value)
}

function walk(place: Place, value: Json): void {
  if (typeof value === 'string') reportHiddenText(place, value, false)
  else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) walk(inside(place, index), element)
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const [at, values] = [inside(place, key), { key: quote(key) }]
      if (isSuspicious(key)) report(at, 'warning', 'HIDDEN_TEXT', 'key-hides-characters', 'write-key-plainly', values)
      walk(at, member)
    }
  }
}
