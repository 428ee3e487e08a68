import { reportHiddenText } from '#main/formats/hidden-text'
import { placeIn } from '#main/formats/place'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'
import type { KeptFile } from './read-files.ts'

const MOST_HOSTS = 100
const ADDRESS = /\b(?:https?|wss?|ftp|ssh|git):\/\/(?:[^\s/@"'<>]*@)?([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])/g
const DECODED_AND_RUN =
  /base64\s+(?:-d|-D|--decode)\b[^\n]*\|\s*(?:\S*\/)?(?:ba|z|da|k)?sh\b|\b(?:eval|exec)\b[^\n]*(?:base64|atob|b64decode|fromCharCode)/gi
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n]]/gv

/** The text of a file, or null where its bytes are no UTF-8 or hold a NUL. */
export function readText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** Line by line as it is, with everything that cannot be seen written as ⟨U+202E⟩. */
export function toVisibleText(text: string): string {
  return text.replace(HIDDEN, (found) => {
    const code = found.codePointAt(0) as number
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** Likewise in each of its values. */
export function toVisibleMessage({ code, values = {} }: Message): Message {
  const visible = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number') return [name, value]
    return [name, typeof value === 'string' ? toVisibleText(value) : toVisibleMessage(value)]
  })
  return { code, values: Object.fromEntries(visible) }
}

export function listHosts(files: ReadonlyMap<string, KeptFile>): string[] {
  const hosts = new Set<string>()
  for (const { bytes } of files.values()) {
    for (const [, host] of (readText(bytes) ?? '').matchAll(ADDRESS)) if (host) hosts.add(host.toLowerCase())
  }
  return [...hosts].sort().slice(0, MOST_HOSTS)
}

/** Of every text in the folder, also those no reader looks at. */
export function findHidden(files: ReadonlyMap<string, KeptFile>): { file: string; message: Message }[] {
  const diagnostics: Diagnostic[] = []
  const found: { file: string; message: Message }[] = []
  for (const [file, { bytes }] of files) {
    const text = readText(bytes)
    if (text === null) continue
    reportHiddenText(placeIn(file, diagnostics), text, true)
    for (const { index } of text.matchAll(DECODED_AND_RUN)) {
      const line = text.slice(0, index).split('\n').length
      found.push({ file, message: message('decoded-and-run', { line }) })
    }
  }
  return [...diagnostics.map(({ file, message }) => ({ file, message })), ...found]
}
