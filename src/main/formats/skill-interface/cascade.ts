import { type Json, type JsonObject, mergeDeep } from '#shared/json'
import type { Declared } from './frontmatter-fields.ts'

/** One file of the cascade: a folder's SKILL.md, or the tool itself. */
export interface CascadeFile extends Pick<Declared, 'data' | 'annotations'> {
  file: string
}

export interface CascadeData {
  data: JsonObject
  /** The file that each key came from. */
  from: Readonly<Record<string, string>>
}

/**
 * The values a tool receives in every call: data of the folders above, outermost first, then its own. `$global` data of
 * any file in the skill comes before all of it.
 */
export function collectCascade(files: readonly CascadeFile[], everywhere: readonly CascadeFile[]): CascadeData {
  let known: CascadeData = { data: {}, from: {} }
  for (const each of everywhere) known = merge(known, pick(each, listNames(each.annotations.$global)), each)
  files.forEach((each, index) => {
    const isOwn = index === files.length - 1
    const { $inherit, $remove, $private, $local } = each.annotations
    if ($inherit === false) known = { data: {}, from: {} }
    known = omit(known, listNames($remove))
    const isHidden = (name: string) =>
      [$private, $local].some((hides) => hides === true || listNames(hides).includes(name))
    const names = Object.keys(each.data).filter((name) => isOwn || !isHidden(name))
    known = merge(known, pick(each, names), each)
  })
  return known
}

/** Lower numbers come first and are further out. */
export const orderOf = ({ $order }: JsonObject): number => (typeof $order === 'number' ? $order : 0)

const listNames = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []

const pick = ({ data }: CascadeFile, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(data, name) ? [[name, data[name] as Json]] : [])))

function omit({ data, from }: CascadeData, names: readonly string[]): CascadeData {
  return { from, data: Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name))) }
}

function merge({ data, from }: CascadeData, more: JsonObject, { file, annotations }: CascadeFile): CascadeData {
  const names = Object.keys(more)
  if (names.length === 0) return { data, from }
  const sources = { ...from, ...Object.fromEntries(names.map((name) => [name, file])) }
  if (annotations.$merge === 'replace') return { data: more, from: sources }
  if (annotations.$merge === 'shallow') return { data: { ...data, ...more }, from: sources }
  return { data: mergeDeep(data, more), from: sources }
}
