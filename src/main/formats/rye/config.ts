import { type JsonObject, mergeDeep } from '#shared/json'
import type { ConfigRequest } from '#shared/skill/tool'
import { fromToml, fromYaml, LANGUAGES } from './item.ts'

/** One configuration file; null if it has no fields. */
export function parseConfig(file: string, text: string): JsonObject | null {
  const language = LANGUAGES[file.slice(file.lastIndexOf('.') + 1)] ?? 'yaml'
  const source = { file, id: '', language, text, sha256: '' }
  const { fault, fields } = language === 'toml' ? fromToml(source) : fromYaml(source)
  return fault ? null : fields
}

/**
 * Merges the layers system, user and project; later layers win, and their `extends` is dropped, because the layer is
 * already merged. Missing layers are null.
 */
export function mergeConfig(mode: ConfigRequest['mode'], layers: readonly (JsonObject | null)[]): JsonObject {
  const found = layers.filter((layer) => layer !== null)
  if (mode === 'first_match') return found.at(-1) ?? {}
  return found.reduce<JsonObject>((base, layer) => mergeDeep(base, layer, 'extends'), {})
}
