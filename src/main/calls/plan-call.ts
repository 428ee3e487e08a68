import { checkCommand, checkHelpers } from '#main/gate/allowlist'
import { checkArgv } from '#main/gate/check-argv'
import { checkPaths } from '#main/gate/check-paths'
import { digestPlan } from '#main/gate/digest'
import { type JudgedPlan, judge, NOTHING_STANDS, type Policy, type Standing } from '#main/gate/judge'
import { judgeHelper } from '#main/gate/judge-helper'
import { collectJudgedArgs } from '#main/gate/judged-args'
import { isKnownReadOnly } from '#main/gate/read-only'
import { classifyRisk } from '#main/gate/risk'
import type { JudgedArgs } from '#main/gate/rule-match'
import { validateArguments } from '#main/gate/validate-arguments'
import { buildArgv, chooseExecution, chooseSubcommand } from '#main/runners/process/argv'
import { type Confinable, type HiddenPaths, planConfinement } from '#main/runners/process/plan-confinement'
import { planPostProcess, type ScriptHome } from '#main/runners/process/value-command'
import {
  applyResolved,
  fillDefaults,
  listResolvers,
  type ResolverRequest,
  type ResolverResult,
  readValues,
} from '#main/runners/process/values'
import { hashToolSpec } from '#main/skills/spec-hash'
import type {
  BinaryIdentity,
  CallError,
  CallErrorCode,
  Confinement,
  Plan,
  PostProcessStep,
  ResolverStep,
  Sandbox,
  Verdict,
} from '#shared/call/plan'
import type { JsonObject } from '#shared/json'
import type { Skill } from '#shared/skill/skill'
import type { Execution, Tool } from '#shared/skill/tool'

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
  /** What the person decided before, as it bears on this plan. Without it nothing was. */
  standing?(plan: JudgedPlan): Standing
  sandbox: Sandbox
  /** What a sandbox keeps from every command. */
  shelter?: HiddenPaths
  platform?: NodeJS.Platform
}

export type PlannedCall =
  | {
      ok: true
      plan: Plan
      verdict: Verdict
      execution: Execution
      /** As rules see them. */
      judged: JudgedArgs
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
  const binary = { name: execution.binary, path: found.path, identity: found.identity }
  const isReadOnly = isKnownReadOnly({ argv, origin, binary }, subcommand)
  const { sandbox, confinement } = confine({ binary, subcommand, values: built.values, isReadOnly }, surroundings)
  const draft = {
    ...{ tool: tool.name, skill: skill.name, skillHash: skill.hash, argv, origin },
    toolSpec: hashToolSpec(tool, skill.scripts),
    binary,
    cwd,
    env: Object.keys(surroundings.env).sort(),
    ...{ stdin, tempFiles, timeoutMs: request.timeoutMs ?? tool.limits.timeoutMs },
    ...{ resolvers, coercions: valid.coercions, notes: checked.notes },
    ...(postProcess !== null && { postProcess }),
    sandbox,
    ...(confinement && { confinement }),
  }
  const judged = { ...draft, risk: classifyRisk(draft, subcommand, sandbox) }
  const digest = digestPlan(judged, surroundings.env, await surroundings.realAncestor(cwd))
  const plan: Plan = freeze({ ...judged, digest })
  const judgedArgs = await collectJudgedArgs(args, argv, built.values, { ...surroundings, runsIn: cwd })
  const standing = surroundings.standing?.(plan) ?? { ...NOTHING_STANDS, policy: surroundings.policy }
  const verdict = judge(plan, judgedArgs, skill.state === 'trusted', standing)
  return { ok: true, plan, verdict, execution, judged: judgedArgs, args, env: surroundings.env }
}

/** What it would be granted, and how well the sandbox holds for exactly this command. */
function confine(
  { binary, ...command }: Pick<Plan, 'binary'> & Pick<Confinable, 'subcommand' | 'values' | 'isReadOnly'>,
  { sandbox, shelter, roots }: Surroundings,
): { sandbox: Sandbox; confinement: Confinement | null } {
  const { name, identity } = binary
  const confinable = { ...command, binary: { name, realpath: identity?.realpath ?? '' }, roots }
  const confinement = planConfinement(confinable, sandbox, shelter)
  return { sandbox: confinement?.word ?? 'none', confinement }
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
