import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PlanPorts } from '#main/calls/plan-call'
import { findInterpreters } from '#main/launchers/find-interpreters'
import type { BinaryIdentity } from '#shared/call/plan'
import type { Json, JsonObject } from '#shared/json'
import type { Policy } from '#shared/settings/settings'
import type { Skill } from '#shared/skill/skill'
import type { ArgMapping, CommandTool, Execution, ParamsSchema, Tool } from '#shared/skill/tool'

/** One entry of `execution.args` in the spelling of tools.json, where most members may be left out. */
export interface WrittenArg {
  param?: string
  kind?: string
  [member: string]: Json | undefined
}

export interface WrittenTool {
  binary?: string
  subcommand?: string
  args?: WrittenArg[]
  /** `properties` of the schema; without it every parameter that `args` names is there, of any type. */
  properties?: JsonObject
  required?: string[]
  params?: JsonObject
  allowlist?: Record<string, string[]>
  executions?: Execution[]
  postProcess?: Execution['postProcess']
}

/** A tool as the reader gives it, from the few members a test is about. */
export function makeTool(written: WrittenTool = {}): CommandTool {
  const { binary = 'ad', subcommand = 'run', args = [] } = written
  const executions = written.executions ?? [makeExecution({ ...written, binary, subcommand, args })]
  const properties = written.properties ?? Object.fromEntries(args.flatMap(({ param }) => (param ? [[param, {}]] : [])))
  const params = { type: 'object', properties, required: written.required ?? [], ...written.params } as ParamsSchema
  return {
    ...{ id: 'test/tool', name: 'tool', modelName: 'tool', description: 'A tool.', format: 'tools-json', params },
    source: { skill: 'test', file: 'tools.json', sha256: '0'.repeat(64) },
    runtime: { kind: 'command', allowlist: written.allowlist ?? { [binary]: [subcommand] }, executions },
    limits: { timeoutMs: 120_000 },
    diagnostics: [],
  }
}

export function makeExecution(written: WrittenTool & { when?: Execution['when'] }): Execution {
  const { binary = 'ad', subcommand = 'run', args = [], when, postProcess } = written
  return {
    ...{ binary, subcommand, args: args.map(readArg), successExitCodes: [0], hintConditions: [] },
    ...(when && { when }),
    ...(postProcess && { postProcess }),
  }
}

function readArg(written: WrittenArg): ArgMapping {
  const { kind = 'positional', param = '', flag, resolveCommand, ...rest } = written
  if (kind === 'literal' || kind === 'flagifboolean') return written as unknown as ArgMapping
  const name = String(flag ?? param)
  const dashes = name.startsWith('-') ? '' : name.length === 1 ? '-' : '--'
  return {
    ...{ kind, param, optional: false, normalizeNewlines: false, allowLeadingDash: false },
    ...{ readPath: false, writePath: false },
    ...(kind === 'positional' && { split: false, disambiguateAfterSkippedPositionals: false }),
    ...((kind === 'flag' || kind === 'tempfile') && { flag: `${dashes}${name}` }),
    ...(resolveCommand !== undefined && {
      resolve: { args: [], onFailure: 'keep', ...(resolveCommand as JsonObject) },
    }),
    ...rest,
  } as unknown as ArgMapping
}

export function makeSkill(changes: Partial<Skill> = {}): Skill {
  return {
    ...{ name: 'test', description: 'For tests.', body: '', dir: '/skills/test', format: 'tools-json' },
    ...{ hash: 'a'.repeat(64), requiredBins: [], scripts: [], tools: [], withheld: [], diagnostics: [] },
    ...{ origin: 'installed', state: 'trusted', enabled: true, allowScripts: false, missingBins: [] },
    ...changes,
  }
}

export const identity: BinaryIdentity = {
  ...{ realpath: '/usr/bin/ad', dev: '1', ino: '2', size: '3', mtimeNs: '4' },
}

export interface Surroundings extends PlanPorts {
  policy: Policy
}

/** A call of a skill's tool, as tests write it. */
export interface MadeRequest {
  skill: Skill
  tool: Tool
  args: unknown
  allowScripts: boolean
  resolve: 'run' | 'dry'
  timeoutMs?: number
  isForgiving?: boolean
}

/** A quiet place: every binary is there, nothing resolves, and one folder is granted. */
export function makeSurroundings({
  roots = ['/projects'],
  ...changes
}: Partial<Surroundings> & { roots?: string[] } = {}): Surroundings {
  return {
    ...{ cwd: '/projects', env: { PATH: '/usr/bin', LANG: 'C.UTF-8' }, tempDir: '/private/call' },
    given: { read: roots, write: roots, hosts: [], secrets: [], tools: [] },
    findBinary: async (name) => ({
      ok: true,
      path: `/usr/bin/${name}`,
      identity: { ...identity, realpath: `/usr/bin/${name}` },
    }),
    runHelper: async ({ value }) => ({ outcome: 'failed', value, note: 'exit code 1' }),
    realAncestor: async (path) => findRealAncestor(path),
    admit: () => null,
    interpreters: () => findInterpreters({ searchPath: [] }),
    secretVersion: () => null,
    ...{ policy: 'ask', sandbox: 'none', platform: 'linux' },
    ...changes,
  }
}

export function makeRequest(tool: Tool, args: unknown, changes: Partial<MadeRequest> = {}): MadeRequest {
  return { skill: makeSkill(), tool, args, allowScripts: false, resolve: 'run', ...changes }
}

/** Looks at the disk, and takes names off the end until something is there. */
export function findRealAncestor(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP' && code !== 'EACCES') throw error
    return path === '/' ? path : findRealAncestor(dirname(path))
  }
}
