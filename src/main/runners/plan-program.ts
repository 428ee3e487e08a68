import { readEntry } from '#main/launchers/check-entry'
import { type FunctionLayer, launchFunction } from '#main/launchers/skill-function'
import type { ProcessAction } from '#shared/call/action'
import type { PlacedValue } from '#shared/call/plan'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import type { CodeRuntime, CommandRuntime, FunctionRuntime, Layer, ProgramRuntime, Tool } from '#shared/skill/tool'
import { type KnownCommand, planProcess } from './process/plan-command.ts'
import { grantsOf, promptOf } from './prompt/prompt-runner.ts'
import { type NotPlanned, type PlanContext, type Planned, refuse } from './runner.ts'

/** A tool that runs as a process. */
export interface ProcessSpec {
  tool: Tool<CommandRuntime | CodeRuntime | ProgramRuntime | FunctionRuntime>
  skill: Pick<Skill, 'name' | 'dir' | 'scripts'>
  config?: ReadConfig
}

/** What the configuration gave, and where it came from. */
export interface Resolved {
  value?: JsonObject
  notes: Message[]
}
export type ReadConfig = () => Promise<Resolved>

/** Adds the configuration, which the caller cannot pass. */
export async function addConfig(args: JsonObject, read: ReadConfig | undefined) {
  if (!read) return { ok: true, args, notes: [] } as const
  if (Object.hasOwn(args, 'resolved_config')) return refuse('ARGS_INVALID', message('config-given'))
  const { value, notes } = await read()
  const noted = notes.map((text) => ({ element: -1, text }))
  return { ok: true, args: { ...args, ...(value && { resolved_config: value }) }, notes: noted } as const
}

const PLACE = /\{([\w.-]+)\}/g

/** Arguments fill the places and arrive on standard input as JSON. An element with a missing argument is dropped. */
export async function planProgram(
  runtime: ProgramRuntime,
  { tool, skill, config }: ProcessSpec,
  own: JsonObject,
  at: PlanContext,
) {
  if (!at.allowScripts) return refuse('REFUSED', message('code-not-allowed', { skill: skill.name }))
  const given = await addConfig(own, config)
  if (!given.ok) return given
  const { args } = given
  const { program, script, env = {}, needs } = runtime
  const entry = script && (await readEntry(skill.dir, script))
  if (entry && !entry.ok) return refuse('TOOL_BROKEN', entry.why)
  const known = { project_path: at.cwd, tool_dir: skill.dir, ...args }
  const argv: string[] = [program]
  const origin: KnownCommand['origin'] = ['skill']
  const values: PlacedValue[] = []
  for (const [index, template] of runtime.args.entries()) {
    const filled = entry?.ok && index === script?.index ? entry.entry.path : fill(template, known, tool)
    if (filled === null) continue
    const params = [...template.matchAll(PLACE)].flatMap(([, name = '']) => (Object.hasOwn(args, name) ? [name] : []))
    origin.push(params.length > 0 ? 'model' : 'skill')
    for (const param of params) values.push(placeWord(param, filled, argv.length, false))
    argv.push(filled)
  }
  return planProcess(
    {
      ...{ argv, origin, stdin: JSON.stringify(args), binary: program, values, args, env, notes: given.notes },
      ...{ isBounded: runtime.writes !== true, printsJson: true },
      ...(needs?.network && { reachesNetwork: true }),
      effects: [...listUnknown(needs?.unknown), ...listImage(runtime)],
    },
    at,
  )
}

/** Needs that nobody here can judge. */
export const listUnknown = (names: readonly string[] = []) =>
  names.map((what) => ({ does: 'unknown', what: textOf(message('capability-unknown', { name: what })) }) as const)

/** A daemon runs the container with its own rights, outside any sandbox. */
const listImage = ({ image }: ProgramRuntime) =>
  image === undefined ? [] : [{ does: 'run-code', code: 'image', name: image, sha256: null } as const]

/** Null if a parameter is missing; other braces stay as they are. */
function fill(template: string, args: JsonObject, { params }: Pick<Tool, 'params'>): string | null {
  const declared = isObject(params.properties ?? null) ? (params.properties as JsonObject) : {}
  const isMissing = (name: string) => Object.hasOwn(declared, name) && !Object.hasOwn(args, name)
  if ([...template.matchAll(PLACE)].some(([, name = '']) => isMissing(name))) return null
  return template.replace(PLACE, (text, name: string) =>
    Object.hasOwn(args, name) ? toText(args[name] ?? null) : text,
  )
}

const toText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

/** One word of a command line that is a value of the call. */
export const placeWord = (param: string, text: string, index: number, allowLeadingDash: boolean): PlacedValue => ({
  ...{ param, place: 'positional', text, origin: 'model', elements: [index] },
  ...{ wantsNumber: false, wantsUrl: false, allowLeadingDash, readPath: false, writePath: false },
})

export async function planFunction(
  chain: FunctionRuntime,
  { tool, skill }: ProcessSpec,
  args: JsonObject,
  at: PlanContext,
): Promise<Planned<ProcessAction> | NotPlanned> {
  const hasCode = chain.layers.some(({ file }) => file !== undefined)
  if (hasCode && !at.allowScripts) return refuse('REFUSED', message('code-not-allowed', { skill: skill.name }))
  const { node, deno } = await at.interpreters('node', 'deno')
  const launcher = node.ok ? 'node' : 'deno'
  const interpreter = node.ok ? node : deno
  if (!interpreter.ok) return refuse('BINARY_NOT_FOUND', message('no-interpreter-for-functions'))
  const layers: FunctionLayer[] = []
  for (const layer of chain.layers) {
    const read = await readLayer(layer, skill.dir)
    if (!read.ok) return refuse('TOOL_BROKEN', read.why)
    layers.push(read.layer)
  }
  if (chain.prompt !== undefined) layers.push({ name: tool.name, turn: true })
  const codes = layers.flatMap(({ code }) => code ?? [])
  const main = codes.at(-1) ?? { path: tool.source.file, sha256: tool.source.sha256 }
  const launch = launchFunction(
    launcher,
    {
      tool: { name: tool.name, params: tool.params, returns: tool.returns ?? null },
      ...{ resolve: chain.resolve, layers, args, nonlocals: chain.nonlocals },
    },
    { path: main.path, sha256: main.sha256 },
    { interpreter: interpreter.path, grants: { read: at.given.read, write: [], hosts: [] } },
  )
  const argv = [launcher, ...launch.args]
  const prompt = chain.prompt === undefined ? {} : { prompt: promptOf(tool, chain.prompt, args) }
  const shown = layers.map(({ name, code, call }, index) => ({
    ...{ name, ...(code && { file: chain.layers[index]?.file ?? code.path, sha256: code.sha256 }) },
    ...(call !== undefined && { calls: call }),
  }))
  const told = { chain: shown, known: chain.from, tools: tool.allowedTools ?? grantsOf(tool) }
  const others = codes.filter(({ path }) => path !== main.path)
  const planned = await planProcess(
    {
      ...{ argv, origin: argv.map(() => 'skill' as const), stdin: launch.stdin, env: launch.env },
      ...{ entry: { ...launch.entry, result: launch.result, opens: true, ...told, ...prompt }, binary: launcher },
      ...{ found: interpreter, values: listTexts(args), args: toNamed(args), isBounded: true },
      effects: others.map(({ path, sha256 }) => ({ does: 'run-code', code: 'file', name: path, sha256 })),
    },
    at,
  )
  return planned.ok ? { ...planned, grants: { ...planned.grants, tools: grantsOf(tool) } } : planned
}

async function readLayer(
  { name, file, sha256 = '', inline, call, args }: Layer,
  dir: string,
): Promise<{ ok: true; layer: FunctionLayer } | { ok: false; why: Message }> {
  const own = { name, ...(args !== undefined && { args }) }
  if (file === undefined) return { ok: true, layer: { ...own, ...(call !== undefined && { call }) } }
  const read = await readEntry(dir, { file, sha256 })
  if (!read.ok) return read
  const code = inline === undefined ? read.entry : { ...read.entry, code: inline, isInline: true as const }
  return { ok: true, layer: { ...own, code } }
}

/** Another tool may pass any value. */
const toNamed = (args: Json): JsonObject => (isObject(args) ? args : { args })

/** They all go to standard input, so only hidden characters in them matter. */
export function listTexts(args: Json): PlacedValue[] {
  return Object.entries(toNamed(args)).flatMap(([param, value]): PlacedValue[] => {
    if (typeof value !== 'string') return []
    const allowed = { wantsNumber: false, wantsUrl: false, allowLeadingDash: true, readPath: false, writePath: false }
    return [{ param, place: 'stdin', text: value, origin: 'model', elements: [], ...allowed }]
  })
}
