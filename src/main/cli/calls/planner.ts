import { randomUUID } from 'node:crypto'
import type { CallToPlan, Planned } from '#main/calls/plan-alone'
import type { Invocation } from '#main/cli/invocation'
import { noteTools, openOwn } from '#main/cli/open'
import type { Core } from '#main/open-core'
import { openToRead, openView, type View } from '#main/open-view'
import { message } from '#shared/messages/message'
import { executionsOf, type Tool } from '#shared/skill/tool'

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
