import { randomUUID } from 'node:crypto'
import { type JudgePorts, previewCall } from '#main/calls/judge-call'
import { NO_RULES } from '#main/calls/rules'
import type { CallPorts } from '#main/calls/run-call'
import type { Invocation } from '#main/cli/invocation'
import type { openRecord } from '#main/cli/log/open-record'
import type { Stock } from '#main/cli/skills/stock'
import type { Ledger } from '#main/ledger/open-ledger'
import type { ResolverResult } from '#main/runners/process/values'
import { readLimits } from '#main/settings/limits'
import { foldSettings } from '#main/settings/settings'
import type { CallError, Plan, ResolverStep, Verdict } from '#shared/call/plan'
import type { Tool } from '#shared/skill/tool'
import type { CallWords } from './read-call.ts'

export type Planned = { ok: true; plan: Plan; verdict: Verdict } | { ok: false; error: CallError }

/** Plans calls. The record is opened for the first call whose resolvers are to run, and not at all where there is none. */
export interface Planner {
  plan(stock: Stock, call: CallWords, mayResolve: boolean): Promise<Planned>
  close(): Promise<void>
}

export function makePlanner({ home, printer, signal }: Invocation): Planner {
  let opening: ReturnType<typeof openRecord> | null = null

  async function planAndResolve(stocked: Stock, words: CallWords): Promise<Planned> {
    // Loaded late: most plans start nothing, and come up faster without what starts and records.
    const [{ makeRunCall }, record] = await Promise.all([
      import('#main/calls/run-call'),
      import('#main/cli/log/open-record'),
    ])
    opening ??= record.openRecord(home, printer)
    const opened = await opening
    if (!opened.ok) return { ok: false, error: { code: 'RECORD_FAILED', message: opened.message } }
    const runCall = makeRunCall({
      ...quietPorts(opened.ledger),
      ...judgePorts(stocked),
      find: stocked.registry.find,
    })
    const caller = { kind: 'person' } as const
    const request = { ...words, caller, chat: null, call: randomUUID(), signal, planOnly: true }
    const { plan, verdict, error } = await runCall(request)
    if (plan && verdict) return { ok: true, plan, verdict }
    return { ok: false, error: error ?? { code: 'NOT_ANSWERED', message: 'it was stopped before it was planned' } }
  }

  return {
    plan: async (stock, words, mayResolve) => {
      const found = stock.registry.find(words.tool)
      if (mayResolve && found.ok && hasResolver(found.tool)) return planAndResolve(stock, words)
      return planDry(stock, words)
    },
    close: async () => {
      const opened = await opening
      if (opened?.ok) await opened.ledger.close()
    },
  }
}

/** For a runCall that starts no command: nothing streams and nothing is decided. */
function quietPorts(ledger: Ledger): Pick<CallPorts, 'record' | 'tick' | 'decide'> {
  return {
    record: async (facts, texts) => void (await ledger.append(facts, texts)),
    tick: () => {},
    decide: async () => null,
  }
}

function judgePorts({ machine, areScriptsOff }: Stock): JudgePorts {
  return { machine, areScriptsOff: () => areScriptsOff, limits: () => readLimits(foldSettings([])), rules: NO_RULES }
}

/** Starts nothing. Where values are known from before, resolvers stand with them; else as not run. */
export async function planDry(
  stocked: Stock,
  { tool, ...words }: CallWords,
  recall?: (step: ResolverStep) => ResolverResult,
): Promise<Planned> {
  const planned = await previewCall(
    stocked.registry.find(tool),
    { ...words, caller: { kind: 'person' }, ...(recall && { recall }) },
    judgePorts(stocked),
  )
  return planned.ok ? { ok: true, plan: planned.plan, verdict: planned.verdict } : { ok: false, error: planned.error }
}

export const notRun = (): ResolverResult => ({ outcome: 'not-run', value: '' })

function hasResolver({ runtime }: Tool): boolean {
  return runtime.executions.some(({ args }) => args.some((arg) => 'resolve' in arg && arg.resolve !== undefined))
}
