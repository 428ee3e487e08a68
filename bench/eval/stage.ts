import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { HELPER_MS, readValue } from '#main/calls/helper-steps'
import { inspectMachine } from '#main/calls/machine'
import { supervise } from '#main/runners/process/supervise'
import type { BinaryIdentity, CallError, ResolverStep } from '#shared/call/plan'
import { asReported, textOf } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import { planCall } from '#test/helpers/plan-call'
import { loadShipped, SKILLS_FOLDER } from '#test/skills/shipped'

/** What would run. */
export interface Command {
  argv: readonly string[]
  /** Relative to the working folder, which is `.` */
  cwd: string
  stdin: string | null
  changesThings: boolean
}

/** One call a model asked for. */
export interface Attempt {
  tool: string
  args: unknown
  /** Absent where nothing would run. */
  command?: Command
  error?: CallError
  /** The arguments the model wrote satisfy the tool's schema as they are. */
  isValidAsWritten: boolean
  /** Those the command is made of do. */
  isValid: boolean
}

/** Where calls are planned and nothing but their resolvers is ever run. */
export interface Stage {
  skills: Skill[]
  tools: Tool[]
  attempt(tool: string, args: unknown, signal: AbortSignal): Promise<Attempt>
  close(): Promise<void>
}

const IDENTITY: BinaryIdentity = { realpath: '/opt/program', dev: '1', ino: '1', size: '1', mtimeNs: '1' }

const PYTHON = { ok: true, path: '/opt/python3', identity: IDENTITY } as const

/** With all shipped skills, or those named; every program counts as installed, so that the tasks are the same everywhere. */
export async function openStage(wanted?: readonly string[]): Promise<Stage> {
  const skills = (await loadShipped(['tools-json', 'skill-interface', 'rye'])).filter(
    ({ name }) => wanted?.includes(name) ?? true,
  )
  const cwd = await mkdtemp(join(tmpdir(), 'skillet-eval-'))
  const machine = await inspectMachine({ cwd, skillFolders: [SKILLS_FOLDER] })
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const checks = new Map<string, ValidateFunction>()
  const isValidFor = ({ modelName, params }: Tool, args: unknown) => {
    const check = checks.get(modelName) ?? ajv.compile(params)
    checks.set(modelName, check)
    return check(args)
  }

  const attempt: Stage['attempt'] = async (name, args, signal) => {
    const call = { tool: name, args }
    const skill = skills.find(({ tools }) => tools.some(({ modelName }) => modelName === name))
    const tool = skill?.tools.find(({ modelName }) => modelName === name)
    if (!skill || !tool) {
      const error: CallError = { code: 'TOOL_UNKNOWN', message: asReported(`there is no tool ${name}`) }
      return { ...call, error, isValidAsWritten: false, isValid: false }
    }
    // A place outside is an error here: nobody is there to open it.
    const { openFor: _, ...around } = machine.forCall()
    const env = { ...around.env, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
    const resolve = async (step: ResolverStep): Promise<ResolverStep> => {
      const [program = '', ...words] = step.argv
      const found = await around.findBinary(program)
      if (!found.ok) return { ...step, outcome: 'not-found' }
      const helper = { path: found.path, args: words, cwd, env, stdin: null, timeoutMs: HELPER_MS }
      const { outcome, value } = readValue(await supervise(helper, { signal }))
      return { ...step, outcome, value: outcome === 'resolved' ? value : step.value }
    }
    const planned = await planCall(
      { skill, tool, args, allowScripts: tool.runtime.kind === 'code', resolve: 'run', isForgiving: true },
      {
        ...{ ...around, env, runHelper: resolve, policy: 'ask', admit: () => null },
        findBinary: async (binary) => ({ ok: true, path: `/opt/${binary}`, identity: IDENTITY }),
        interpreters: async () => ({ python: PYTHON, node: PYTHON, deno: PYTHON, bash: PYTHON }),
      },
    )
    const isValidAsWritten = isValidFor(tool, args)
    if (!planned.ok) return { ...call, error: planned.error, isValidAsWritten, isValid: false }
    const { plan, verdict } = planned
    const isValid = isValidFor(tool, planned.args)
    if (verdict.kind === 'refuse') {
      return {
        ...call,
        error: { code: 'REFUSED', message: asReported(textOf(verdict.reason)) },
        isValidAsWritten,
        isValid,
      }
    }
    // A text that the model follows runs no command.
    if (plan.action.argv === undefined) return { ...call, isValidAsWritten, isValid }
    const command: Command = {
      argv: plan.action.argv,
      cwd: relative(cwd, plan.action.cwd) || '.',
      stdin: plan.action.stdin,
      changesThings: tool.description.startsWith('Changes '),
    }
    return { ...call, command, isValidAsWritten, isValid }
  }

  return {
    skills,
    tools: skills.flatMap(({ tools }) => tools),
    attempt,
    close: () => rm(cwd, { recursive: true, force: true }),
  }
}
