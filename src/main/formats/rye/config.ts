import { isObject, type Json, type JsonObject } from '#shared/json'
import type { ConfigRequest } from '#shared/skill/tool'
import { fromToml, fromYaml, LANGUAGES } from './item.ts'

/** One configuration file; null if it has no fields. */
export function parseConfig(file: string, text: string): JsonObject | null {
  const language = LANGUAGES[file.slice(file.lastIndexOf('.') + 1)] ?? 'yaml'
  const source = { file, id: '', language, text, sha256: '' }
  const { fault, fields } = language === 'toml' ? fromToml(source) : fromYaml(source)
  return fault ? null : fields
}

/** Merges the layers system, user and project; later layers win. Missing layers are null. */
export function mergeConfig(mode: ConfigRequest['mode'], layers: readonly (JsonObject | null)[]): JsonObject {
  const found = layers.filter((layer) => layer !== null)
  return mode === 'first_match' ? (found.at(-1) ?? {}) : found.reduce<JsonObject>(merge, {})
}

/** Dictionaries are merged, everything else is replaced. `extends` is dropped, because the layer is already merged. */
function merge(base: JsonObject, layer: JsonObject): JsonObject {
  const merged = { ...base }
  for (const [key, value] of Object.entries(layer)) {
    if (key === 'extends') continue
    const before: Json = Object.hasOwn(base, key) ? (base[key] ?? null) : null
    merged[key] = isObject(before) && isObject(value) ? merge(before, value) : value
  }
  return merged
}
