import type { Json, JsonObject } from '#shared/json'

const LINE = /^( *)([A-Za-z][A-Za-z0-9_-]{0,63}):(?: ([ -~]*[!-~]))?$/
const PLAIN = /^[A-Za-z][A-Za-z0-9 _.,;()'/+-]*$/
const QUOTED = /^"[^"\\]*"$/
const LIST = /^\[[A-Za-z][A-Za-z0-9_.+-]*(?:, [A-Za-z][A-Za-z0-9_.+-]*)*\]$/
const NOT_TEXT = /^(?:true|false|null)$/i

/**
 * The few forms of YAML most frontmatter is made of: fields, one level below another by two spaces, with one-line texts and
 * lists of names. Null for everything else, which then takes the library's way, ten times as long.
 */
export function readPlainYaml(source: string): JsonObject | null {
  const root: JsonObject = {}
  const open: JsonObject[] = [root]
  /** An object that has no field yet, which YAML would not call an object. */
  let empty: JsonObject | null = null
  const lines = source.split('\n')
  if (lines.pop() !== '') return null
  for (const line of lines) {
    const match = LINE.exec(line)
    if (!match) return null
    const [, indent = '', key = '', text] = match
    const level = indent.length / 2
    if (level >= open.length || (empty !== null && level !== open.length - 1)) return null
    const parent = open[level]
    if (!parent || Object.hasOwn(parent, key) || NOT_TEXT.test(key)) return null
    open.length = level + 1
    empty = null
    if (text === undefined) {
      empty = {}
      parent[key] = empty
      open.push(empty)
    } else {
      const value = readValue(text)
      if (value === null) return null
      parent[key] = value
    }
  }
  return empty === null ? root : null
}

function readValue(text: string): Json {
  if (QUOTED.test(text)) return text.slice(1, -1)
  if (PLAIN.test(text)) return NOT_TEXT.test(text) ? null : text
  if (!LIST.test(text)) return null
  const names = text.slice(1, -1).split(', ')
  return names.some((name) => NOT_TEXT.test(name)) ? null : names
}
