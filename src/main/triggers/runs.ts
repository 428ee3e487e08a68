import type { Fact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import type { StoredRecord } from '#shared/records'
import type { Clock } from './scheduler.ts'
import type { TriggerPorts } from './triggers.ts'
import type { Wishing } from './wishes.ts'

export interface Running {
  call: string
  since: string
  isContinuous: boolean
  stop: AbortController
}

/** What caused a run: the start of Skillet, or a record. */
export interface Cause {
  record: JsonObject
  /** How many events in a row led to it. */
  depth: number
  isContinuous?: boolean
}

export type RunPorts = Pick<TriggerPorts, 'runCall' | 'changed' | 'reportBug'> & { clock: Clock }

/** The running calls of triggers. */
export function makeRuns({ clock, runCall, changed, reportBug }: RunPorts) {
  const running = new Map<string, (Running & { settle(hasBegun: boolean): void })[]>()
  const of = (id: string): readonly Running[] => running.get(id) ?? []

  return {
    of,
    ids: () => [...running.keys()],
    /** All running calls except continuous ones. */
    count: () => [...running.values()].flat().filter(({ isContinuous }) => !isContinuous).length,
    /** An ordinary call; `begun` says whether it runs without asking. */
    start({ id, tool }: Wishing, args: JsonObject, { record, depth, isContinuous = false }: Cause) {
      const { promise: begun, resolve: settle } = Promise.withResolvers<boolean>()
      const stop = new AbortController()
      const since = new Date(clock.now()).toISOString()
      const mine = { call: crypto.randomUUID(), since, isContinuous, stop, settle }
      running.set(id, [...(running.get(id) ?? []), mine])
      changed()
      const ended = runCall({
        ...{ chat: null, call: mine.call, tool: tool.modelName, args, signal: stop.signal },
        ...{ caller: { kind: 'trigger', name: String(record.schema_name) }, eventDepth: depth, trigger: record },
      }).finally(() => {
        settle(false)
        const left = (running.get(id) ?? []).filter((each) => each !== mine)
        if (left.length > 0) running.set(id, left)
        else running.delete(id)
        changed()
      })
      ended.catch(reportBug)
      return { begun, ended, stop }
    },
    stop(id: string, isWanted: (run: Running) => boolean = () => true): void {
      for (const run of of(id)) if (isWanted(run)) run.stop.abort()
    },
    take(fact: Fact): void {
      if (!('call' in fact)) return
      const mine = [...running.values()].flat().find(({ call }) => call === fact.call)
      if (fact.type === 'run.started') mine?.settle(true)
      if (fact.type === 'approval.asked' || fact.type === 'call.refused') mine?.settle(false)
    },
  }
}

export type Runs = ReturnType<typeof makeRuns>

export interface Event {
  record: StoredRecord
  /** How many events in a row led to it. */
  depth: number
}

const HOUR_MS = 3_600_000
const MOST_WAITING = 20
export const MOST_AN_HOUR = 120

/** The waiting events of one tool. If they come too fast, they are dropped and counted. */
export function makeEventQueue(now: () => number) {
  const waiting: Event[] = []
  let started: number[] = []
  let dropped = 0
  const isTooMany = () => {
    const at = now()
    // Setting the clock back must not block it for long.
    started = started.filter((each) => each <= at && at - each < HOUR_MS)
    return started.length + waiting.length >= MOST_AN_HOUR
  }
  return {
    add(event: Event): void {
      if (waiting.length >= MOST_WAITING || isTooMany()) dropped += 1
      else waiting.push(event)
    },
    take(): Event | undefined {
      const event = waiting.shift()
      if (event) started.push(now())
      return event
    },
    clear(): void {
      waiting.length = 0
    },
    dropped: () => dropped,
  }
}

export type EventQueue = ReturnType<typeof makeEventQueue>
