import { isObject, type Json } from '#shared/json'
import type { Message } from '#shared/messages/message'

export interface Secret {
  name: string
  value: string
}

/** Where a part of the text is missing, perhaps in the middle of a secret. */
interface Cut {
  start?: boolean
  end?: boolean
}

interface Range {
  from: number
  to: number
  name: string
}

export interface Mask {
  text(text: string, cut?: Cut): string
  json(value: Json): Json
  message(message: Message): Message
}

/** Replaces a secret by its name wherever a server sent its value back, also in the usual encodings. */
export function maskSecrets(secrets: readonly Secret[]): Mask {
  const forms = secrets
    .flatMap(({ name, value }) => listForms(value).map((form) => ({ name, form })))
    .filter(({ form }) => form !== '')
    .toSorted((a, b) => b.form.length - a.form.length)

  const text: Mask['text'] = (given, cut = {}) => {
    let masked = ''
    let done = 0
    for (const { from, to, name } of merge(findRanges(given, cut))) {
      masked += `${given.slice(done, from)}[secret ${name}]`
      done = to
    }
    return masked + given.slice(done)
  }

  const findRanges = (given: string, { start = false, end = false }: Cut): Range[] => {
    const ranges: Range[] = []
    for (const { name, form } of forms) {
      let last: Range | undefined
      for (let from = given.indexOf(form); from >= 0; from = given.indexOf(form, from + 1)) {
        const to = from + form.length
        // One range for a long run, such as of one letter, instead of millions.
        if (last && from < last.to) last.to = to
        else {
          last = { from, to, name }
          ranges.push(last)
        }
      }
    }
    const last = end && findPart((form, length) => given.endsWith(form.slice(0, length)))
    if (last) ranges.push({ from: given.length - last.length, to: given.length, name: last.name })
    const first = start && findPart((form, length) => given.startsWith(form.slice(-length)))
    if (first) ranges.push({ from: 0, to: first.length, name: first.name })
    return ranges
  }

  /** The longest, because it covers the shorter ones of other forms. */
  const findPart = (isThere: (form: string, length: number) => boolean) => {
    for (let length = (forms[0]?.form.length ?? 0) - 1; length > 0; length -= 1) {
      const found = forms.find(({ form }) => form.length > length && isThere(form, length))
      if (found) return { name: found.name, length }
    }
    return null
  }

  /** Escapes may hide it until the JSON is parsed. */
  const json = (given: Json): Json => {
    if (forms.length === 0) return given
    if (typeof given === 'string') return text(given)
    if (typeof given === 'number') return text(String(given)) === String(given) ? given : text(String(given))
    if (Array.isArray(given)) return given.map(json)
    if (!isObject(given)) return given
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [text(key), json(value)]))
  }

  const maskMessage = ({ code, values = {} }: Message): Message => {
    const masked = Object.entries(values).map(([name, value]) => {
      return [name, typeof value === 'object' ? maskMessage(value) : json(value)]
    })
    return { code, values: Object.fromEntries(masked) }
  }

  return { text, json, message: maskMessage }
}

/** Overlapping ranges become one, with the name of the longest. */
function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  let longest = 0
  for (const range of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const length = range.to - range.from
    const before = merged.at(-1)
    if (!before || range.from >= before.to) {
      merged.push({ ...range })
      longest = length
      continue
    }
    before.to = Math.max(before.to, range.to)
    if (length > longest) before.name = range.name
    longest = Math.max(longest, length)
  }
  return merged
}

function listForms(value: string): string[] {
  const bytes = Buffer.from(value)
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')]
  return [...new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...encoded])]
}
