import { readEntry } from '#main/launchers/check-entry'
import type { FunctionLayer } from '#main/launchers/skill-function'
import { launchFunction } from '#main/launchers/skill-function'
import type { ProcessAction } from '#shared/call/action'
import type { PlacedValue } from '#shared/call/plan'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { FunctionRuntime, Layer } from '#shared/skill/tool'
import type { ProcessSpec } from './plan-program.ts'
import { planProcess } from './process/plan-command.ts'
import { grantsOf, promptOf } from './prompt/prompt-runner.ts'
import { type NotPlanned, type PlanContext, type Planned, refuse } from './runner.ts'

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
