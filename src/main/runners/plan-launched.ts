import { checkConfig } from '#main/gate/check-config'
import { findImports } from '#main/launchers/find-imports'
import { launch } from '#main/launchers/launch'
import { type FunctionLayer, launchFunction } from '#main/launchers/skill-function'
import type { ProcessAction } from '#shared/call/action'
import type { PlacedValue } from '#shared/call/plan'
import { isObject, type Json, type JsonObject, ownOf, toText } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import type { CodeRuntime, CommandRuntime, FunctionRuntime, Layer, ProgramRuntime, Tool } from '#shared/skill/tool'
import { findReach, withReach } from './opened.ts'
import { readEntry } from './process/check-entry.ts'
import { type KnownCommand, planCommand, planProcess } from './process/plan-command.ts'
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

/** What tool.code.v1 expects besides its input. */
const CONTEXT: JsonObject = { utils: { waitForEventSupported: false } }

export async function planTool(spec: ProcessSpec, args: JsonObject, at: PlanContext) {
  const { tool, skill } = spec
  const { runtime } = tool
  if (runtime.kind === 'command') return planCommand({ ...tool, runtime }, skill, args, at)
  const isCode = runtime.kind !== 'function' || runtime.layers.some(({ file }) => file !== undefined)
  if (isCode && !at.allowScripts) return refuse('REFUSED', message('code-not-allowed', { skill: skill.name }))
  if (runtime.kind === 'function') return planFunction(runtime, spec, args, at)
  return runtime.kind === 'code' ? planCode(runtime, spec, args, at) : planProgram(runtime, spec, args, at)
}

/** Bash takes a byte order mark and Windows line ends for parts of words. */
const FOREIGN_TEXT = /^(?:\uFEFF|[^\n]*\r\n)/

async function planCode(code: CodeRuntime, { tool, skill, config }: ProcessSpec, own: JsonObject, at: PlanContext) {
  const read = await readEntry(skill.dir, code.entry)
  if (!read.ok) return refuse('TOOL_BROKEN', read.why)
  const { path } = read.entry
  if (code.launcher === 'bash' && FOREIGN_TEXT.test(read.entry.code))
    return refuse('TOOL_BROKEN', message('script-line-ends', { path }))
  const imports = await findImports(code, at.cwd)
  const interpreter = imports.interpreter ?? (await at.interpreters(code.launcher))[code.launcher]
  if (!interpreter.ok) return refuse('BINARY_NOT_FOUND', interpreter.why)
  const filled = await readFilled(tool, at)
  if (!filled.ok) return filled
  const reach = findReach(code, at, filled.secrets)
  if ('code' in reach) return refuse('SECRET_UNAVAILABLE', reach)
  const given = await addConfig({ ...filled.args, ...own }, config)
  if (!given.ok) return given
  const { args } = given
  const { opens, source, memoryMb } = code
  const words = code.argv === 'list' ? (Array.isArray(own.args) ? own.args : []).map(toText) : null
  const launched = launch(code.launcher, { ...read.entry, ...source }, args, {
    ...{ mode: code.mode, project: at.cwd },
    ...(words ? { argv: words } : code.argv && code.argv !== 'list' && { argv: code.argv }),
    grants: { read: [], write: [], hosts: reach.hosts, inner: reach.inner },
    ...(opens && { opens, context: CONTEXT }),
    ...(memoryMb !== undefined && { memoryMb }),
  })
  const argv = [code.launcher, ...launched.args]
  const firstWord = argv.length - (words?.length ?? 0)
  const { packages: folder } = imports
  const unreviewed = folder ? [{ does: 'unknown', what: message('packages-of', { folder }) } as const] : []
  const planned = await planProcess(
    {
      ...{ argv, stdin: launched.stdin, binary: code.launcher, found: interpreter, args },
      origin: argv.map((_, index) => (index < firstWord ? ('skill' as const) : ('model' as const))),
      entry: {
        ...launched.entry,
        ...(opens && { serves: opens }),
        ...(words && { within: skill.dir }),
        ...(memoryMb !== undefined && { memoryMb }),
      },
      values: words ? words.map((text, index) => placeText('args', text, firstWord + index, true)) : listTexts(args),
      isBounded: code.writes !== true,
      ...(code.needs?.network && { reachesNetwork: true }),
      env: { ...launched.env, ...imports.env },
      effects: [...listUnknown(code.needs?.unknown), ...unreviewed],
      notes: given.notes,
    },
    at,
  )
  return planned.ok && opens ? withReach(planned, reach, code, filled.version) : planned
}

/** The tool's settings. If they do not fit its form, nothing runs. */
async function readFilled({ name, code }: ProcessSpec['tool'], at: PlanContext) {
  const fields = code?.fields ?? []
  const filled = fields.length > 0 ? await at.config?.() : null
  if (!filled) return { ok: true, args: {}, secrets: [], version: null } as const
  const { id, version, values } = filled
  const problems = await checkConfig(fields, values)
  for (const { key, label } of fields) {
    const problem = ownOf(problems, key)
    if (problem) return refuse('TOOL_BROKEN', message('config-misfits', { tool: name, field: label, problem }))
  }
  const secrets: string[] = []
  for (const { key, label, uiType } of fields) {
    const chosen = uiType === 'secret-select' ? ownOf(values, key) : undefined
    if (typeof chosen !== 'string' || chosen === '') continue
    const secret = at.secretName?.(chosen) ?? null
    const gone = message('config-secret-gone', { tool: name, field: label })
    if (secret === null) return refuse('SECRET_UNAVAILABLE', gone)
    secrets.push(secret)
  }
  return { ok: true, args: { config_id: id }, secrets, version: { id, version } } as const
}

/** Adds the configuration, which the caller cannot pass. */
async function addConfig(args: JsonObject, read: ReadConfig | undefined) {
  if (!read) return { ok: true, args, notes: [] } as const
  if (Object.hasOwn(args, 'resolved_config')) return refuse('ARGS_INVALID', message('config-given'))
  const { value, notes } = await read()
  const noted = notes.map((text) => ({ element: -1, text }))
  return { ok: true, args: { ...args, ...(value && { resolved_config: value }) }, notes: noted } as const
}

const PLACE = /\{([\w.-]+)\}/g

/** Arguments fill the places and arrive on standard input as JSON. An element with a missing argument is dropped. */
async function planProgram(runtime: ProgramRuntime, spec: ProcessSpec, own: JsonObject, at: PlanContext) {
  const { tool, skill, config } = spec
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
    for (const param of params) values.push(placeText(param, filled, argv.length, false))
    argv.push(filled)
  }
  return planProcess(
    {
      ...{ argv, origin, stdin: JSON.stringify(args), binary: program, values, args, env, notes: given.notes },
      ...{ isBounded: runtime.writes !== true, printsJson: true, tool: tool.name },
      ...(needs?.network && { reachesNetwork: true }),
      effects: [...listUnknown(needs?.unknown), ...listImage(runtime)],
    },
    at,
  )
}

/** Needs that nobody here can judge. */
const listUnknown = (names: readonly string[] = []) =>
  names.map((what) => ({ does: 'unknown', what: message('capability-unknown', { name: what }) }) as const)

/** A daemon runs the container with its own rights, outside any sandbox. */
const listImage = ({ image }: ProgramRuntime) =>
  image === undefined ? [] : [{ does: 'run-code', code: 'image', name: image, sha256: null } as const]

/** Null if a parameter is missing; other braces stay as they are. */
function fill(template: string, args: JsonObject, { params }: Pick<Tool, 'params'>): string | null {
  const declared = isObject(params.properties) ? params.properties : {}
  const isMissing = (name: string) => Object.hasOwn(declared, name) && !Object.hasOwn(args, name)
  if ([...template.matchAll(PLACE)].some(([, name = '']) => isMissing(name))) return null
  const fillIn = (text: string, name: string) => (Object.hasOwn(args, name) ? toText(args[name] ?? null) : text)
  return template.replace(PLACE, fillIn)
}

/** A value of the call, as one word of the command line or on standard input. */
const placeText = (param: string, text: string, index: number | null, allowLeadingDash: boolean): PlacedValue => ({
  ...{ param, place: index === null ? 'stdin' : 'positional', text, origin: 'model' },
  ...{ elements: index === null ? [] : [index], allowLeadingDash },
  ...{ wantsNumber: false, wantsUrl: false, readPath: false, writePath: false },
})

async function planFunction(
  chain: FunctionRuntime,
  { tool, skill }: ProcessSpec,
  args: JsonObject,
  at: PlanContext,
): Promise<Planned<ProcessAction> | NotPlanned> {
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
    { grants: { read: at.given.read, write: [], hosts: [] } },
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
      ...{ entry: { ...launch.entry, opens: true, ...told, ...prompt }, binary: launcher },
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
const listTexts = (args: Json): PlacedValue[] =>
  Object.entries(toNamed(args)).flatMap(([param, value]) =>
    typeof value === 'string' ? [placeText(param, value, null, true)] : [],
  )
