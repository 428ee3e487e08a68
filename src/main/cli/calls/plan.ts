import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { CallToPlan, Planned } from '#main/calls/plan-alone'
import { type ErrorCode, EXIT, type ExitCode } from '#main/cli/exits'
import { type Invocation, isFolder } from '#main/cli/invocation'
import { noteTools, openOwn } from '#main/cli/open'
import { type Printer, printError } from '#main/cli/print'
import { readLines } from '#main/cli/read-lines'
import type { Core } from '#main/open-core'
import { openToRead, openView, type View } from '#main/open-view'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import { executionsOf, type Tool } from '#shared/skill/tool'
import { describePlan } from './print-plan.ts'
import { parseJson, readCall, readTimeout } from './read-call.ts'

const refuse = (printer: Printer, message: string): ExitCode => printError(printer, { code: 'USAGE', message })

export async function plan(invocation: Invocation): Promise<ExitCode> {
  const { words, options, printer } = invocation
  const [tool] = words
  if (options.batch !== undefined) {
    const beside = tool !== undefined ? tool : options.args !== undefined ? '--args' : undefined
    if (beside !== undefined) return refuse(printer, `--batch reads its calls from a file; leave out ${beside}.`)
    return planBatch(invocation, options.batch)
  }
  if (tool === undefined) return refuse(printer, 'skillet plan needs TOOL, or --batch FILE. See: skillet plan --help')
  const read = readCall(tool, options)
  if (!read.ok) return refuse(printer, read.message)

  const planner = makePlanner(invocation)
  try {
    const planned = await planner.plan(null, read.call, options.resolve === true)
    if (!planned.ok) return printError(printer, planned.error)
    printer.json(planned)
    for (const line of describePlan(planned.plan, planned.verdict, printer.paint)) printer.line(line)
    return planned.verdict.kind === 'refuse' ? EXIT.refused : EXIT.done
  } finally {
    await planner.close()
  }
}

/** How many calls are planned at once; the answers keep the order of the lines. */
const AT_ONCE = 32

type Answer = { id?: Json } & (Planned | { ok: false; error: { code: ErrorCode; message: string } })
type Defaults = { allowScripts: boolean; resolve: boolean; timeoutMs?: number }

/** Reads one call per line and writes one answer per line, in the same order. */
async function planBatch(invocation: Invocation, file: string): Promise<ExitCode> {
  const { printer, stdin, cwd, options, signal } = invocation
  const timeout = readTimeout(options.timeout)
  if (!timeout.ok) return refuse(printer, timeout.message)
  const defaults = {
    ...{ allowScripts: options['allow-scripts'] === true, resolve: options.resolve === true },
    ...timeout.value,
  }
  const planner = makePlanner(invocation)
  const waiting: Promise<Answer>[] = []
  const printNext = async () => printer.data(await (waiting.shift() as Promise<Answer>))
  const source = addAbortSignal(signal, (file === '-' ? stdin : createReadStream(resolve(cwd, file))) as Readable)
  try {
    for await (const line of readLines(source)) {
      if (line.trim() === '') continue
      if (printer.isClosed()) break
      waiting.push(answerLine(line, planner, defaults, cwd))
      if (waiting.length >= AT_ONCE) await printNext()
    }
    while (waiting.length > 0) await printNext()
    return EXIT.done
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted
    const { syscall, message } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    return refuse(printer, `--batch ${file} cannot be read: ${message}`)
  } finally {
    await Promise.allSettled(waiting)
    await planner.close()
  }
}

async function answerLine(text: string, planner: Planner, defaults: Defaults, cwd: string): Promise<Answer> {
  const parsed = parseJson(text)
  const no = (message: string, id?: Json): Answer => ({
    ...(id !== undefined && { id }),
    ...{ ok: false, error: { code: 'USAGE', message } },
  })
  if (!parsed.ok) return no(`this line is not JSON: ${parsed.message}`)
  if (!isObject(parsed.value)) return no('this line is not an object such as {"id": 1, "tool": "…", "args": {}}')
  const { id } = parsed.value
  const line = readFields(parsed.value)
  if (!line.ok) return no(line.message, id)
  const folders = line.skills?.map((said) => resolve(cwd, said)) ?? null
  const missing = folders?.find((path) => !isFolder(path))
  if (missing !== undefined) return no(`"skills": there is no folder ${missing}`, id)
  const { tool, args, allowScripts = defaults.allowScripts, resolve: mayResolve = defaults.resolve } = line
  const { timeoutMs } = defaults
  const words = {
    ...{ tool, args },
    ...(allowScripts && { allowScripts }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
  return { ...(id !== undefined && { id }), ...(await planner.plan(folders, words, mayResolve)) }
}

type LineFields =
  | { ok: true; skills: string[] | null; tool: string; args: unknown; allowScripts?: boolean; resolve?: boolean }
  | { ok: false; message: string }

function readFields({ skills, tool, args, allowScripts, resolve: mayResolve }: JsonObject): LineFields {
  if (typeof tool !== 'string') return { ok: false, message: '"tool" must be the name of a tool' }
  const paths = typeof skills === 'string' ? [skills] : (skills ?? null)
  if (paths !== null && !(Array.isArray(paths) && paths.every((path) => typeof path === 'string'))) {
    return { ok: false, message: '"skills" must be a path or a list of paths' }
  }
  for (const [name, value] of Object.entries({ allowScripts, resolve: mayResolve })) {
    if (value !== undefined && typeof value !== 'boolean')
      return { ok: false, message: `"${name}" must be true or false` }
  }
  return {
    ok: true,
    skills: paths as string[] | null,
    tool,
    args: args === undefined ? {} : args,
    ...(typeof allowScripts === 'boolean' && { allowScripts }),
    ...(typeof mayResolve === 'boolean' && { resolve: mayResolve }),
  }
}

/** Plans calls. Opens the record only when a resolver is to run. */
export interface Planner {
  /** `folders` null: the skills of the command line and those that are installed. */
  plan(folders: readonly string[] | null, call: CallToPlan, mayResolve: boolean): Promise<Planned>
  close(): Promise<void>
}

export function makePlanner(invocation: Invocation): Planner {
  const { home, folder: cwd, signal } = invocation
  const views = new Map<string, Promise<View>>()
  const cores = new Map<string, ReturnType<typeof openOwn>>()
  let reading: ReturnType<typeof openToRead> | null = null

  const optionsOf = (folders: readonly string[] | null) =>
    folders === null
      ? { home, cwd, skills: invocation.skills }
      : { home, cwd, skills: folders.map((path) => ({ path, origin: 'named' as const })), withoutInstalled: true }

  async function openFor(folders: readonly string[] | null): Promise<View> {
    reading ??= openToRead(home)
    const opened = await reading
    const { view } = await openView(optionsOf(folders), opened)
    if (folders === null) await noteTools(invocation, view)
    return view
  }

  /** There is one record; cores with other skills write to the same one. */
  async function openOver(folders: readonly string[] | null): ReturnType<typeof openOwn> {
    if (folders === null) return openOwn(invocation)
    const base = await remember(cores, null, openOver)
    if (!base.ok) return base
    const { openCore } = await import('#main/open-core')
    const opened = await openCore({ ...optionsOf(folders), ledger: base.core.ledger })
    return opened.ok ? opened : { ok: false, error: { code: 'RECORD_FAILED', message: opened.message } }
  }

  async function planAndResolve(core: Core, call: CallToPlan): Promise<Planned> {
    const caller = { kind: 'person' } as const
    const request = { ...call, caller, chat: null, call: randomUUID(), signal, planOnly: true }
    const { plan, verdict, error } = await core.runCall(request)
    if (plan && verdict) return { ok: true, plan, verdict }
    return { ok: false, error: error ?? { code: 'NOT_ANSWERED', message: message('stopped-before-plan') } }
  }

  return {
    plan: async (folders, call, mayResolve) => {
      const view = await remember(views, folders, openFor)
      const found = view.registry().find(call.tool)
      if (!mayResolve || !found.ok || !hasResolver(found.tool)) return view.plan(call)
      const opened = await remember(cores, folders, openOver)
      return opened.ok ? planAndResolve(opened.core, call) : opened
    },
    close: async () => {
      const opened = await Promise.all(cores.values())
      // The first core owns the record, so it is closed last.
      for (const each of opened.toReversed()) if (each.ok) await each.core.close()
      const read = await reading
      if (read?.ok) await read.ledger?.close()
    },
  }
}

/** Reads each list of folders once. */
function remember<T>(
  known: Map<string, T>,
  folders: readonly string[] | null,
  open: (folders: readonly string[] | null) => T,
): T {
  const key = JSON.stringify(folders)
  const found = known.get(key) ?? open(folders)
  known.set(key, found)
  return found
}

function hasResolver(tool: Tool): boolean {
  return executionsOf(tool).some(({ args }) => args.some((arg) => 'resolve' in arg && arg.resolve !== undefined))
}
