import type { JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { nextToStart, type Skipped } from '#shared/skill/startup-order'
import type { RunPorts, Runs } from './runs.ts'
import type { Wishing } from './wishes.ts'

/** Skillet has its own scheduler. A tool of this name replaces it, so that nothing ticks twice. */
export const SCHEDULER = 'scheduler'

const RESTARTS = 5
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 300_000
const SHORT_MS = 60_000

interface StartupPorts extends RunPorts {
  runs: Runs
  /** The tools that may run in the background now; none while paused. */
  listOn(): readonly Wishing[]
}

/** Starts what should start with Skillet, and restarts continuous tools. */
export function makeStartup({ clock, runs, listOn, changed, reportBug }: StartupPorts) {
  const skipped = new Map<string, Message>()
  /** Stopped by the person or given up, until it is started again. */
  const stopped = new Map<string, Message | null>()
  const attempted = new Set<string>()
  /** By name: tools that others may rely on, and tools that failed. */
  const [ready, failed] = [new Set<string>(), new Set<string>()]
  /** What keeps a tool running. After pause and resume it is a different one. */
  const keepers = new Map<string, symbol>()
  let starting: Promise<void> = Promise.resolve()

  const isOn = ({ id }: Wishing) => listOn().some((each) => each.id === id)
  const toEvent = () => ({ schema_name: 'system.startup.v1', timestamp: new Date(clock.now()).toISOString() })

  async function startInOrder(): Promise<void> {
    skipped.clear()
    if (!listOn().some(({ tool }) => tool.name === SCHEDULER)) ready.add(SCHEDULER)
    const lost = new Set(failed)
    let pending = listOn().flatMap((each) => {
      const { bootstrap } = each.wish
      const isDue = bootstrap && !attempted.has(each.id) && !stopped.has(each.id)
      return isDue ? [{ ...bootstrap, name: each.tool.name, each }] : []
    })
    for (;;) {
      pending = pending.filter(({ each }) => isOn(each))
      const step = nextToStart(pending, { ready, lost })
      if (!step) return
      const { each, name } = 'start' in step ? step.start : step.skip
      pending = pending.filter((other) => other.each !== each)
      if ('skip' in step) {
        lost.add(name)
        skipped.set(each.id, explainSkip(step.because))
        changed()
        continue
      }
      attempted.add(each.id)
      if (await startOne(each)) ready.add(name)
      else {
        failed.add(name)
        lost.add(name)
      }
    }
  }

  /** Whether tools that wait for it may continue. */
  async function startOne(each: Wishing): Promise<boolean> {
    const { mode = 'once', input = {} } = each.wish.bootstrap ?? {}
    if (mode === 'continuous') return new Promise((resolve) => void keepUp(each, input, resolve).catch(reportBug))
    const { begun, ended } = runs.start(each, input, { record: toEvent(), depth: 0 })
    return (await begun) && (await ended).succeeded === true
  }

  /** Restarts it when it ends, with growing delays, and finally gives up. */
  async function keepUp(each: Wishing, input: JsonObject, tell: (hasBegun: boolean) => void): Promise<void> {
    const { id } = each
    const mine = Symbol(id)
    keepers.set(id, mine)
    for (let restarts = 0; ; ) {
      const since = clock.now()
      const { begun, ended, stop } = runs.start(each, input, { record: toEvent(), depth: 0, isContinuous: true })
      void begun.then(tell)
      const { run, error } = await ended
      if (stop.signal.aborted || keepers.get(id) !== mine) return
      if (clock.now() - since >= LONGEST_WAIT_MS) restarts = 0
      if (error || restarts === RESTARTS) {
        stopped.set(id, error?.message ?? message('background-gave-up', { times: RESTARTS }))
        return changed()
      }
      // The end of its time is no failure, unless that is at once.
      if (!run?.timedOut || clock.now() - since < SHORT_MS) {
        const wait = Math.min(FIRST_WAIT_MS * 2 ** restarts, LONGEST_WAIT_MS)
        restarts += 1
        await new Promise<void>((resolve) => void clock.after(wait, resolve))
      }
      if (keepers.get(id) !== mine || !isOn(each)) return
    }
  }

  function forget({ id, tool }: Pick<Wishing, 'id' | 'tool'>): void {
    for (const kept of [keepers, stopped, skipped]) kept.delete(id)
    attempted.delete(id)
    for (const names of [ready, failed]) names.delete(tool.name)
  }

  return {
    /** In the order of their dependencies; those skipped before are tried again. */
    startDue(): void {
      starting = starting.then(startInOrder).catch(reportBug)
    },
    forget,
    /** Starts again only on request. */
    stop({ id, wish }: Wishing): void {
      if (wish.bootstrap?.mode === 'continuous') stopped.set(id, null)
      runs.stop(id)
    },
    isStopped: (id: string) => stopped.has(id),
    isSkipped: (id: string) => skipped.has(id),
    why: (id: string) => skipped.get(id) ?? stopped.get(id) ?? undefined,
  }
}

const SKIPPED = { cycle: 'skipped-cycle', missing: 'skipped-missing', failed: 'skipped-failed' } as const

const explainSkip = ({ why, names }: Skipped) => message(SKIPPED[why], { names: names.join(', ') })
