import { resolve } from 'node:path'
import type { PostProcessStep, ResolverOutcome } from '#shared/call/plan'
import { isObject, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { SkillScript } from '#shared/skill/skill'
import type { CommandTool, Execution, Tool, ValueCommand } from '#shared/skill/tool'

const SCRIPT_NAME = /^[A-Za-z0-9_](?!.*\.\.)[A-Za-z0-9._-]{0,63}$/

export interface PlannedCommand {
  kind: 'script' | 'command'
  /** The words before the arguments. */
  words: string[]
  /** `not-run` if it may run. */
  outcome: ResolverOutcome
  note?: Message
  sha256?: string
}

/** An element of a helper's argv that starts with text from the call, and the form it may have. */
export interface CallElement {
  element: number
  allows: 'text' | 'numbers' | 'options'
}

export interface ScriptHome {
  allowScripts: boolean
  dir: string
  scripts: readonly SkillScript[]
}

/** Uses the script if scripts are on, otherwise the command. */
export function planValueCommand(declared: ValueCommand, home: ScriptHome): PlannedCommand {
  if (declared.script !== undefined && (home.allowScripts || declared.command === undefined)) {
    return planScript(declared.script, home)
  }
  const { binary, subcommand } = declared.command ?? { binary: '', subcommand: '' }
  const words = [binary, ...splitWords(subcommand)]
  if (binary !== '') return { kind: 'command', words, outcome: 'not-run' }
  return { kind: 'command', words, outcome: 'refused', note: message('neither-script-nor-command') }
}

function planScript(name: string, { allowScripts, dir, scripts }: ScriptHome): PlannedCommand {
  const planned: Pick<PlannedCommand, 'kind' | 'words'> = { kind: 'script', words: ['sh', `scripts/${name}`] }
  if (!SCRIPT_NAME.test(name)) {
    return { ...planned, outcome: 'refused', note: message('not-a-script-name', { name }) }
  }
  const script = scripts.find((each) => each.name === name) ?? scripts.find((each) => each.name === `${name}.sh`)
  const words = ['sh', script === undefined ? `scripts/${name}` : resolve(dir, script.file)]
  if (!allowScripts) {
    const note = message('scripts-off-value-unchanged')
    return { ...planned, words, outcome: 'scripts-off', note }
  }
  if (script === undefined) {
    const note = message('script-missing-value-unchanged', { name })
    return { ...planned, words, outcome: 'not-found', note }
  }
  return { ...planned, words, outcome: 'not-run', sha256: script.sha256 }
}

/** The command that would read the output, with its `$parameter` arguments filled in. */
export function planPostProcess(
  tool: CommandTool,
  execution: Execution,
  args: JsonObject,
  home: ScriptHome,
): { step: PostProcessStep; fromCall: CallElement[] } | null {
  if (execution.postProcess === undefined) return null
  const { words, ...planned } = planValueCommand(execution.postProcess, home)
  const argv = [...words]
  const fromCall: CallElement[] = []
  for (const template of execution.postProcess.args) {
    const param = template.startsWith('$') ? template.slice(1) : ''
    if (isParam(tool, param)) fromCall.push({ element: argv.length, allows: allowedIn(tool, param, false) })
    argv.push(isParam(tool, param) ? scalarText(args, param) : template)
  }
  return { step: { ...planned, argv }, fromCall }
}

export function allowedIn(tool: Tool, param: string, allowLeadingDash: boolean): CallElement['allows'] {
  if (allowLeadingDash) return 'options'
  return describeParam(tool, param).wantsNumber ? 'numbers' : 'text'
}

/** What a parameter's schema says about the values that may pass. */
export function describeParam({ params }: Tool, param: string): { wantsNumber: boolean; wantsUrl: boolean } {
  const { properties } = params
  const declared = isObject(properties) && Object.hasOwn(properties, param) ? properties[param] : undefined
  const schema = isObject(declared) ? declared : {}
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return {
    wantsNumber: types.includes('number') || types.includes('integer'),
    wantsUrl: schema.format === 'https-url' || String(schema.pattern ?? '').startsWith('^https'),
  }
}

export function isParam({ params }: Tool, name: string): boolean {
  return isObject(params.properties) && Object.hasOwn(params.properties, name)
}

/** A parameter's value as text; empty if it is missing. */
export function scalarText(args: JsonObject, param: string): string {
  const value = Object.hasOwn(args, param) ? args[param] : null
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
