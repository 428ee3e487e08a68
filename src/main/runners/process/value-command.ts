import { resolve } from 'node:path'
import { type Helper, judgeHelper } from '#main/gate/check-argv'
import type { PostProcessStep } from '#shared/call/plan'
import { isObject, type JsonObject, ownOf } from '#shared/json'
import { message } from '#shared/messages/message'
import type { SkillScript } from '#shared/skill/skill'
import type { CommandTool, Execution, Tool, ValueCommand } from '#shared/skill/tool'
import { hasUnseen } from '#shared/visible'

/** A script is looked up among those of its skill, by exactly this name. */
const PATH_NOT_NAME = /^\.?$|\.\.|[/\\]/

interface PlannedCommand extends Omit<PostProcessStep, 'argv'> {
  /** The words before the arguments. */
  words: string[]
}

export interface ScriptHome {
  allowScripts: boolean
  dir: string
  scripts: readonly SkillScript[]
  platform: NodeJS.Platform
}

/** An argument of a helper. `allows`: it starts with text from the call, which may have this form. */
export interface HelperArg {
  text: string
  allows?: Helper['fromCall'][number]['allows']
}

/** What the helper would start. Nobody is asked about it, so it may run only if it is harmless. */
export function planHelper(
  declared: ValueCommand,
  home: ScriptHome,
  fill: (template: string) => HelperArg,
  unchanged: 'value-unchanged-because' | 'output-unchanged-because',
): PostProcessStep {
  const { words, ...planned } = planValueCommand(declared, home)
  const args = declared.args.map(fill)
  const step = { ...planned, argv: [...words, ...args.map(({ text }) => text)] }
  if (step.outcome !== 'not-run') return step
  const fromCall = args.flatMap(({ allows }, at) => (allows ? [{ element: words.length + at, allows }] : []))
  const command = step.kind === 'command' ? declared.command : undefined
  const why = judgeHelper({ argv: step.argv, fromCall, ...(command && { command }) }, home.platform)
  return why === null ? step : { ...step, outcome: 'refused', note: message(unchanged, { why }) }
}

/** Uses the script if scripts are on, otherwise the command. */
function planValueCommand(declared: ValueCommand, home: ScriptHome): PlannedCommand {
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
  if (PATH_NOT_NAME.test(name) || hasUnseen(name)) {
    return { ...planned, outcome: 'refused', note: message('not-a-script-name', { name }) }
  }
  const script = scripts.find((each) => each.name === name) ?? scripts.find((each) => each.name === `${name}.sh`)
  const words = ['sh', script === undefined ? `scripts/${name}` : resolve(dir, script.file)]
  if (!allowScripts) return { ...planned, words, outcome: 'scripts-off', note: message('scripts-off-value-unchanged') }
  const missing = message('script-missing-value-unchanged', { name })
  if (script === undefined) return { ...planned, words, outcome: 'not-found', note: missing }
  return { ...planned, words, outcome: 'not-run', sha256: script.sha256 }
}

/** The command that would read the output, with its `$parameter` arguments filled in. */
export function planPostProcess(
  tool: CommandTool,
  { postProcess }: Execution,
  args: JsonObject,
  home: ScriptHome,
): PostProcessStep | null {
  const fill = (template: string): HelperArg => {
    const param = template.startsWith('$') ? template.slice(1) : ''
    return isParam(tool, param) ? fillParam(tool, param, args) : { text: template }
  }
  return postProcess === undefined ? null : planHelper(postProcess, home, fill, 'output-unchanged-because')
}

export const fillParam = (tool: Tool, param: string, args: JsonObject): HelperArg => ({
  text: scalarText(args, param),
  allows: allowedIn(tool, param, false),
})

export function allowedIn(tool: Tool, param: string, allowLeadingDash: boolean): NonNullable<HelperArg['allows']> {
  if (allowLeadingDash) return 'options'
  return describeParam(tool, param).wantsNumber ? 'numbers' : 'text'
}

/** What a parameter's schema says about the values that may pass. */
export function describeParam({ params }: Tool, param: string): { wantsNumber: boolean; wantsUrl: boolean } {
  const { properties } = params
  const declared = isObject(properties) ? ownOf(properties, param) : undefined
  const schema = isObject(declared) ? declared : {}
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return {
    wantsNumber: types.includes('number') || types.includes('integer'),
    wantsUrl: schema.format === 'https-url' || String(schema.pattern ?? '').startsWith('^https'),
  }
}

export const isParam = ({ params: { properties } }: Tool, name: string): boolean =>
  isObject(properties) && Object.hasOwn(properties, name)

/** A parameter's value as text; empty if it is missing. */
function scalarText(args: JsonObject, param: string): string {
  const value = Object.hasOwn(args, param) ? args[param] : null
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean)
