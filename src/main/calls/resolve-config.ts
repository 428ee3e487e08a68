import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mergeConfig, parseConfig } from '#main/formats/rye/config'
import type { Resolved } from '#main/runners/plan-launched'
import type { JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { isBelow } from '#shared/paths'
import type { Skill } from '#shared/skill/skill'
import type { ConfigRequest } from '#shared/skill/tool'

type ConfigFolders = NonNullable<Skill['configFolders']>

const MOST_BYTES = 256 * 1024

/** Reads what a tool asks for, and says from which files it came. */
export async function resolveConfig(requests: readonly ConfigRequest[], folders: ConfigFolders): Promise<Resolved> {
  const { system, user, project } = folders
  const notes: Message[] = []
  const values: [string, JsonObject][] = []
  for (const { path, mode } of requests) {
    // With `first_match` the first bundled folder wins; otherwise the last one is merged over the others.
    const inOrder = [...(mode === 'first_match' ? system.toReversed() : system), user, project]
    const read = await Promise.all(inOrder.map((folder) => (folder === null ? null : readLayer(folder, path))))
    const layers = read.filter((layer) => layer !== null)
    const used = (mode === 'first_match' ? layers.slice(-1) : layers).map(({ file }) => file)
    notes.push(
      used.length === 0
        ? message('config-nowhere', { path })
        : message('config-from', { path, files: used.join(', ') }),
    )
    const fields = layers.map((layer) => layer.fields)
    values.push([path, mergeConfig(mode, fields)])
  }
  const [first] = values
  const value = requests[0]?.isAlone && first ? first[1] : Object.fromEntries(values)
  return { notes, ...(Object.keys(value).length > 0 && { value }) }
}

/** A file that leads out of its folder is ignored. */
async function readLayer(folder: string, path: string): Promise<{ file: string; fields: JsonObject } | null> {
  try {
    const file = await realpath(join(folder, path))
    if (!isBelow(file, await realpath(folder)) || (await stat(file)).size > MOST_BYTES) return null
    const fields = parseConfig(path, await readFile(file, 'utf8'))
    return fields === null || Object.keys(fields).length === 0 ? null : { file, fields }
  } catch {
    // Most of these files do not exist.
    return null
  }
}
