import { readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { mergeConfig, parseConfig } from '#main/formats/rye/config'
import type { Resolved } from '#main/runners/plan-program'
import type { JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { isBelow } from '#shared/paths'
import type { ConfigRequest } from '#shared/skill/tool'

/** The folders with configuration; later ones win. */
export interface ConfigFolders {
  system: string | null
  user: string | null
  project: string | null
}

const MOST_BYTES = 256 * 1024

export const foldersOf = (dir: string, isBundled: boolean): ConfigFolders => ({
  system: isBundled ? join(dir, 'config') : null,
  user: join(homedir(), '.ai', 'config'),
  project: isBundled ? null : join(dir, 'config'),
})

/** Reads the configuration a tool asks for and says which files it came from. */
export async function resolveConfig(requests: readonly ConfigRequest[], folders: ConfigFolders): Promise<Resolved> {
  const notes: Message[] = []
  const values: [string, JsonObject][] = []
  for (const { path, mode } of requests) {
    const layers = await Promise.all(
      [folders.system, folders.user, folders.project].map((folder) =>
        folder === null ? null : readLayer(folder, path),
      ),
    )
    const files = layers.flatMap((layer) => layer?.file ?? [])
    const used = mode === 'first_match' ? files.slice(-1) : files
    notes.push(
      used.length === 0
        ? message('config-nowhere', { path })
        : message('config-from', { path, files: used.join(', ') }),
    )
    values.push([
      path,
      mergeConfig(
        mode,
        layers.map((layer) => layer?.fields ?? null),
      ),
    ])
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
