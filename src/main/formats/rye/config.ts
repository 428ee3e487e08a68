import { isObject, type Json, type JsonObject } from '#shared/json'
import type { ConfigRequest } from '#shared/skill/tool'
import { fromToml, fromYaml, LANGUAGES } from './item.ts'

/** One file of configuration; null where it holds no fields. */
export function parseConfig(file: string, text: string): JsonObject | null {
  const language = LANGUAGES[file.slice(file.lastIndexOf('.') + 1)] ?? 'yaml'
  const source = { file, id: '', language, text, sha256: '' }
  const { fault, fields } = language === 'toml' ? fromToml(source) : fromYaml(source)
  return fault ? null : fields
}

/** Layers in the order system, user, project; null where there is none. A later layer wins. */
export function mergeConfig(mode: ConfigRequest['mode'], layers: readonly (JsonObject | null)[]): JsonObject {
  const found = layers.filter((layer) => layer !== null)
  return mode === 'first_match' ? (found.at(-1) ?? {}) : found.reduce<JsonObject>(merge, {})
}

/** Dictionaries merge, everything else is replaced; `extends` has done its work once a layer is merged. */
function merge(base: JsonObject, layer: JsonObject): JsonObject {
  const merged = { ...base }
  for (const [key, value] of Object.entries(layer)) {
    if (key === 'extends') continue
    const before: Json = Object.hasOwn(base, key) ? (base[key] ?? null) : null
    merged[key] = isObject(before) && isObject(value) ? merge(before, value) : value
  }
  return merged
}
