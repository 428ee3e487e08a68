import { checkCommand, checkHelpers } from '#main/gate/allowlist'
import { checkArgv } from '#main/gate/check-argv'
import { checkPaths } from '#main/gate/check-paths'
import { digestPlan } from '#main/gate/digest'
import { judge, type Policy } from '#main/gate/judge'
import { judgeHelper } from '#main/gate/judge-helper'
import { classifyRisk } from '#main/gate/risk'
import { validateArguments } from '#main/gate/validate-arguments'
import { buildArgv, chooseExecution, chooseSubcommand } from '#main/runtime/argv'
import { planPostProcess, type ScriptHome } from '#main/runtime/value-command'
import {
  applyResolved,
  fillDefaults,
  listResolvers,
  type ResolverRequest,
  type ResolverResult,
  readValues,
} from '#main/runtime/values'
import type { JsonObject } from '#shared/json'
import type {
  BinaryIdentity,
  CallError,
  CallErrorCode,
  Plan,
  PostProcessStep,
  ResolverStep,
  Sandbox,
  Verdict,
} from '#shared/plan'
import type { Skill } from '#shared/skill'
import type { Execution, Tool } from '#shared/tool'

export interface PlanRequest {
  skill: Skill
  tool: Tool
  args: unknown
  allowScripts: boolean
  /** `dry` starts nothing: resolvers stand as `not-run` with the value unchanged. */
  resolve: 'run' | 'dry'
  timeoutMs?: number
}

/** What a call meets on this machine. */
export interface Surroundings {
  cwd: string
  /** Folders that declared paths must stay in. */
  roots: readonly string[]
  env: Readonly<Record<string, string>>
  /** A folder that is made for this call alone, before it runs, when the plan has files. */
  tempDir: string
  findBinary(
    name: string,
  ): Promise<
    | { ok: true; path: string; identity: BinaryIdentity }
    | { ok: false; code: 'BINARY_NAME' | 'BINARY_NOT_FOUND'; message: string }
  >
  runResolver(step: ResolverStep): Promise<ResolverResult>
  /** The real path of the nearest ancestor that exists; of the path itself where it does. Never asked about a path with `..`. */
  realAncestor(path: string): Promise<string>
  policy: Policy
  sandbox: Sandbox
  platform?: NodeJS.Platform
}

export type PlannedCall =
  | {
      ok: true
      plan: Plan
      verdict: Verdict
      execution: Execution
      /** With defaults filled in, as hints and post-processing see them. */
      args: JsonObject
      env: Readonly<Record<string, string>>
    }
  | { ok: false; error: CallError; resolvers?: ResolverStep[] }

/** Makes of a call exactly what would run, judged, or a reason why nothing would. Never throws for anything a model or a skill wrote. */
export async function planCall(request: PlanRequest, surroundings: Surroundings): Promise<PlannedCall> {
  const { skill, tool } = request
  const platform = surroundings.platform ?? process.platform
  const distrusted = checkTrust(skill)
  if (distrusted !== null) return { ok: false, error: distrusted }

  const valid = await validateArguments(tool, request.args)
  if (!valid.ok) return valid
  const chosen = chooseExecution(tool, valid.args)
  if (!chosen.ok) return chosen
  const { execution } = chosen
  const args = fillDefaults(execution, valid.args)
  const subcommand = chooseSubcommand(execution, valid.args)
  const forbidden = checkCommand(tool, execution.binary, subcommand) ?? checkHelpers(tool, execution)
  if (forbidden !== null) return { ok: false, error: forbidden }

  const values = readValues(execution, valid.args)
  if (!values.ok) return values
  const home: ScriptHome = { allowScripts: request.allowScripts, dir: skill.dir, scripts: skill.scripts }
  const requests = listResolvers(tool, execution, args, values.value, home).map((each) => refuseUnsafe(each, platform))
  const results = request.resolve === 'run' ? await runResolvers(requests, surroundings) : []
  const resolved = applyResolved(execution, values.value, requests, results)
  const resolvers = resolved.steps
  if (!resolved.ok) return { ok: false, error: resolved.error, resolvers }

  const built = buildArgv(tool, execution, valid.args, resolved.slots, surroundings.tempDir)
  const { argv, origin, stdin, tempFiles } = built
  const checked = await checkArgv({ argv, values: built.values, env: surroundings.env, platform })
  if (!checked.ok) return { ok: false, error: checked.error, resolvers }
  const cwd = built.cwd === undefined ? surroundings.cwd : joinFolder(surroundings.cwd, built.cwd, platform)
  const outside = await checkPaths(argv, built.values, { ...surroundings, runsIn: cwd, platform })
  if (outside !== null) return { ok: false, error: outside, resolvers }
  const found = await surroundings.findBinary(execution.binary)
  if (!found.ok) return { ok: false, error: { code: found.code, message: found.message }, resolvers }

  const postProcess = planAfterwards(tool, execution, args, home, platform)
  const { sandbox } = surroundings
  const draft = {
    ...{ tool: tool.name, skill: skill.name, skillHash: skill.hash, argv, origin },
    binary: { name: execution.binary, path: found.path, identity: found.identity },
    cwd,
    env: Object.keys(surroundings.env).sort(),
    ...{ stdin, tempFiles, timeoutMs: request.timeoutMs ?? tool.limits.timeoutMs },
    ...{ resolvers, coercions: valid.coercions, notes: checked.notes },
    ...(postProcess !== null && { postProcess }),
    sandbox,
  }
  const judged = { ...draft, risk: classifyRisk(draft, subcommand, sandbox) }
  const plan: Plan = freeze({ ...judged, digest: digestPlan(judged, surroundings.env) })
  const verdict = judge(plan, surroundings.policy, skill.state === 'trusted')
  return { ok: true, plan, verdict, execution, args, env: surroundings.env }
}

function checkTrust({ name, state }: Skill): CallError | null {
  const codes: Partial<Record<Skill['state'], CallErrorCode>> = {
    quarantined: 'SKILL_UNTRUSTED',
    changed: 'SKILL_CHANGED',
  }
  const code = codes[state]
  if (code === undefined) return null
  const what = code === 'SKILL_CHANGED' ? 'changed since it was trusted' : 'is not trusted yet'
  return { code, message: `the skill ${name} ${what}; review it and trust it before its tools can run` }
}

function refuseUnsafe(request: ResolverRequest, platform: NodeJS.Platform): ResolverRequest {
  if (request.step.outcome !== 'not-run') return request
  const reason = judgeHelper({ ...request, argv: request.step.argv }, platform)
  if (reason === null) return request
  return { ...request, step: { ...request.step, outcome: 'refused', note: `${reason}; the value is unchanged` } }
}

/** One after the other, in order of the argument list. */
async function runResolvers(requests: ResolverRequest[], { runResolver }: Surroundings): Promise<ResolverResult[]> {
  const results: ResolverResult[] = []
  for (const { step } of requests) {
    results.push(step.outcome === 'not-run' ? await runResolver(step) : step)
  }
  return results
}

function planAfterwards(
  tool: Tool,
  execution: Execution,
  args: JsonObject,
  home: ScriptHome,
  platform: NodeJS.Platform,
): PostProcessStep | null {
  const planned = planPostProcess(tool, execution, args, home)
  if (planned === null || planned.step.outcome !== 'not-run') return planned?.step ?? null
  const command = planned.step.kind === 'command' ? execution.postProcess?.command : undefined
  const { step, fromCall } = planned
  const reason = judgeHelper({ argv: step.argv, fromCall, ...(command !== undefined && { command }) }, platform)
  return reason === null
    ? planned.step
    : { ...planned.step, outcome: 'refused', note: `${reason}; the output is unchanged` }
}

function joinFolder(folder: string, path: string, platform: NodeJS.Platform): string {
  const isAbsolute = path.startsWith('/') || (platform === 'win32' && /^(?:\\|[a-z]:[\\/])/i.test(path))
  return isAbsolute ? path : `${folder}/${path}`
}

function freeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freeze(member)
  return Object.freeze(value)
}
