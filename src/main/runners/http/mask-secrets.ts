import { isObject, type Json } from '#shared/json'
import type { Message } from '#shared/messages/message'

export interface Secret {
  name: string
  value: string
}

export interface Mask {
  /** `cut`: where a part of the text is missing, perhaps in the middle of a secret. */
  text(text: string, cut?: { start?: boolean; end?: boolean }): string
  json(value: Json): Json
  message(message: Message): Message
}

/** Replaces a secret by its name wherever a server sent its value back, also in the usual encodings. */
export function maskSecrets(secrets: readonly Secret[]): Mask {
  const forms = secrets
    .flatMap(({ name, value }) => listForms(value).map((form) => ({ name, form })))
    .filter(({ form }) => form !== '')
    .toSorted((a, b) => b.form.length - a.form.length)

  const text: Mask['text'] = (given, { start = false, end = false } = {}) => {
    let masked = forms.reduce((rest, { name, form }) => rest.replaceAll(form, `[secret ${name}]`), given)
    const last = end && findPart((form, length) => masked.endsWith(form.slice(0, length)))
    if (last) masked = `${masked.slice(0, -last.length)}[secret ${last.name}]`
    const first = start && findPart((form, length) => masked.startsWith(form.slice(-length)))
    return first ? `[secret ${first.name}]${masked.slice(first.length)}` : masked
  }

  /** The longest, because a shorter one of another form would leave the rest in place. */
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

function listForms(value: string): string[] {
  const bytes = Buffer.from(value)
  const encoded = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')]
  return [...new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...encoded])]
}
