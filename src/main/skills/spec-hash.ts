import { hash } from 'node:crypto'
import type { SkillScript } from '#shared/skill/skill'
import { type CommandTool, helpersOf, type Tool } from '#shared/skill/tool'

const known = new WeakMap<Tool, { scripts: readonly SkillScript[]; hash: string }>()

/**
 * A hash over what a tool is: its definition, how it runs, its part of the allowlist, and its scripts. Other changes to
 * its skill do not affect it.
 */
export function hashToolSpec(tool: Tool, scripts: readonly SkillScript[]): string {
  const before = known.get(tool)
  if (before?.scripts === scripts) return before.hash
  const { id, description, words, format, params, runtime, fixedArgs, retry } = tool
  // Rules in older homes refer to hashes with a second limit, which all tools shared.
  const limits = { ...tool.limits, maxOutputBytes: 512 * 1024 }
  const head = ['skillet tool 1', id, description, format, params, ...(words ? [words] : [])]
  const spec =
    runtime.kind === 'command'
      ? [...head, ...specOf({ ...tool, runtime }, limits, scripts)]
      : [...head, withoutPasses(runtime), limits, ...(fixedArgs || retry ? [{ fixedArgs, retry }] : [])]
  const made = hash('sha256', JSON.stringify(spec, sortKeys))
  known.set(tool, { scripts, hash: made })
  return made
}

/** The names of the variables are among its words already; rules in older homes refer to a hash without them. */
const withoutPasses = (runtime: Tool['runtime']) => ({ ...runtime, passes: undefined })

function specOf(tool: CommandTool, limits: object, scripts: readonly SkillScript[]) {
  const { runtime } = tool
  const helpers = helpersOf(tool)
  const binaries = [...runtime.executions.map(({ binary }) => binary), ...helpers.map(({ command }) => command?.binary)]
  const lines = [...new Set(binaries)].map((binary) => [binary, linesOf(runtime.allowlist, binary)])
  const names = [...new Set(helpers.flatMap(({ script }) => script ?? []))]
  const bytes = names.map((name) => [name, findScript(name, scripts)?.sha256 ?? null])
  return [runtime.executions, limits, lines, bytes]
}

function linesOf(allowlist: Record<string, string[]>, binary: string | undefined): string[] | null {
  return binary !== undefined && Object.hasOwn(allowlist, binary) ? (allowlist[binary] ?? null) : null
}

/** As when it runs: by its full name, otherwise with `.sh` appended. */
function findScript(name: string, scripts: readonly SkillScript[]): SkillScript | undefined {
  return scripts.find((each) => each.name === name) ?? scripts.find((each) => each.name === `${name}.sh`)
}

/** The order of keys must not matter. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
