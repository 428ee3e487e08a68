import { hash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mergeConfig, parseConfig } from '#main/formats/rye/item'
import type { Checkable } from '#main/gate/validate-arguments'
import type { Resolved } from '#main/runners/plan-launched'
import { chooseExecution } from '#main/runners/process/argv'
import { fillDefaults } from '#main/runners/process/values'
import type { Doing } from '#main/runners/runners'
import type { Holder } from '#main/secrets/key-store'
import { hashToolSpec } from '#main/skills/spec-hash'
import { BUILTINS, type BuiltinName } from '#shared/call/builtins'
import { canonicalJson, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { isBelow } from '#shared/paths'
import type { McpServer } from '#shared/skill/mcp-server'
import type { Skill } from '#shared/skill/skill'
import type { ConfigRequest, Tool } from '#shared/skill/tool'
import { JSON_RESULT, PLAIN, type Telling } from './tell-model.ts'

/** What a call needs to know of a tool, whatever its kind and format. Skillet's own tools have no skill. */
export type Callable = ({ skill: Skill; tool: Tool } | { skill: null; tool: Checkable & Partial<Tool> }) & {
  doing: Doing
  toolSpec: string
  /** The name under which secrets are granted to it. */
  holder: Holder
  timeoutMs: number
  /** What counts as success and what the model is told for these arguments, together with values the tool fills in. */
  telling(args: JsonObject): { telling: Telling; args: JsonObject }
}

export function toCallable(skill: Skill, tool: Tool): Callable {
  const { runtime, limits } = tool
  const toolSpec = hashToolSpec(tool, skill.scripts)
  const holder = { name: `${skill.name}/${tool.name}`, spec: toolSpec }
  const made = { tool, skill, toolSpec, holder, timeoutMs: limits.timeoutMs }
  const plain = { ...made, telling: (args: JsonObject) => ({ telling: PLAIN, args }) }
  const json = { ...made, telling: (args: JsonObject) => ({ telling: JSON_RESULT, args }) }
  switch (runtime.kind) {
    case 'http':
      return { ...plain, doing: { kind: 'http', spec: runtime.spec } }
    case 'mcp':
      return { ...plain, doing: { kind: 'mcp', spec: { runtime, dir: skill.dir } }, holder: holderOf(runtime.server) }
    case 'prompt':
      return { ...json, doing: { kind: 'prompt', spec: { prompt: runtime, tool } } }
    case 'function':
    case 'code':
    case 'program':
      return {
        ...json,
        doing: { kind: 'process', spec: { tool: { ...tool, runtime }, skill, ...readsConfig(tool, skill) } },
      }
  }
  const command = { ...tool, runtime }
  return {
    ...{ ...made, doing: { kind: 'process', spec: { tool: command, skill } } },
    telling: (args) => {
      const chosen = chooseExecution(command, args)
      return chosen.ok
        ? { telling: chosen.execution, args: fillDefaults(chosen.execution, args) }
        : { telling: PLAIN, args }
    },
  }
}

function readsConfig({ runtime }: Tool, { configFolders }: Skill) {
  const config = 'config' in runtime ? runtime.config : undefined
  return config && configFolders ? { config: () => resolveConfig(config, configFolders) } : {}
}

/** Secrets are granted to the server, not to its single tools. */
export const holderOf = (server: McpServer): Holder => ({
  name: `${server.skill}/${server.name}`,
  spec: hash('sha256', canonicalJson(JSON.parse(JSON.stringify(server)) as Json)),
})

/** Longer than the search by meaning, which then falls back to words. */
const ANSWER_MS = 45_000

export const toBuiltin = (name: BuiltinName): Callable => ({
  ...{ tool: { name, params: BUILTINS[name] }, skill: null, doing: { kind: 'builtin', spec: name } },
  ...{ toolSpec: '', holder: { name, spec: '' }, timeoutMs: ANSWER_MS, telling: (args) => ({ telling: PLAIN, args }) },
})

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
    const files = (mode === 'first_match' ? layers.slice(-1) : layers).map(({ file }) => file).join(', ')
    notes.push(files === '' ? message('config-nowhere', { path }) : message('config-from', { path, files }))
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
