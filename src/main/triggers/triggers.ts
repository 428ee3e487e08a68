import type { Rules } from '#main/calls/rules'
import type { RunCall } from '#main/calls/run-call'
import { changesRecords } from '#main/ledger/records'
import type { SkillRegistry } from '#main/trust/skill-registry'
import type { Rule } from '#shared/call/rule'
import type { Fact } from '#shared/facts'
import { canonicalJson, type Json, type JsonObject, valueAt } from '#shared/json'
import type { RecordReply, RecordRequest, StoredRecord } from '#shared/records'
import { TICK } from '#shared/skill/describe-wish'
import type { ContextMatch, Subscription } from '#shared/skill/tool-code'
import type { Background, BackgroundTool, Schedule } from '#shared/triggers'
import { type EventQueue, makeEventQueue, makeRuns } from './runs.ts'
import {
  CONFIG,
  DEFINITION,
  type Definitions,
  makeTick,
  NOTHING_STORED,
  readDefinitions,
  timesBetween,
} from './schedule.ts'
import { CLOCK, type Clock, makeScheduler } from './scheduler.ts'
import { makeStartup, SCHEDULER } from './startup.ts'
import { listBackground, listWishing, ruleOf, schedulesFor, stateOf, type Wishing } from './wishes.ts'

export interface TriggerPorts {
  registry(): Pick<SkillRegistry, 'skills'>
  rules: Pick<Rules, 'background'>
  isPaused(): boolean
  runCall: RunCall
  records(request: RecordRequest): Promise<RecordReply>
  /** The result of `list` has changed. */
  changed(): void
  reportBug(error: unknown): void
  clock?: Clock
  zone?: string
}

/** What runs in the background after a person switched it on. */
export type Triggers = ReturnType<typeof makeTriggers>

const DEEPEST = 5
const MOST_AT_ONCE = 4

export function makeTriggers(ports: TriggerPorts) {
  const { clock = CLOCK, zone, isPaused, changed } = ports
  const queues = new Map<string, EventQueue>()
  const missed = new Map<string, { count: number; last: number }>()
  let wishing: Wishing[] = []
  let found: Definitions = NOTHING_STORED
  let isOpen = false
  let isStale = false
  let looking: Promise<void> | null = null

  const read = () => listWishing(ports.registry().skills, found, zone)
  const findRule = (each: Wishing) => ruleOf(each, ports.rules.background())
  const listOn = () => (isOpen ? wishing.filter((each) => stateOf(each, findRule(each)?.rule).state === 'on') : [])
  const listRunnable = () => (isPaused() ? [] : listOn())
  const findScheduler = () => listOn().find(({ tool, wish }) => tool.name === SCHEDULER && wish.bootstrap !== null)
  const runs = makeRuns({ ...ports, clock })
  const startup = makeStartup({ ...ports, clock, runs, listOn: listRunnable })
  const scheduler = makeScheduler({
    clock,
    fire: (schedule, at) => (isPaused() ? noteMissed(schedule, [at]) : offer(makeTick(schedule, at), 1, schedule)),
    missed: noteMissed,
  })

  function noteMissed(schedule: Schedule, times: readonly number[]): void {
    for (const { id, wish } of listOn()) {
      const waits = schedulesFor(wish.subscriptions, found.definitions, zone).some((each) => each.id === schedule.id)
      if (waits) addMissed(id, times)
    }
  }

  function addMissed(id: string, times: readonly number[]): void {
    if (times.length === 0) return
    const last = times.reduce((one, other) => Math.max(one, other))
    missed.set(id, { count: (missed.get(id)?.count ?? 0) + times.length, last })
    changed()
  }

  /** However many change at once, they are read one time after the other. */
  function look(): Promise<void> {
    isStale = true
    looking ??= readAll().finally(() => {
      looking = null
    })
    return looking
  }

  async function readAll(): Promise<void> {
    while (isStale) {
      isStale = false
      found = await readDefinitions(ports.records)
    }
    refresh()
  }

  function refresh(): void {
    if (!isOpen) return
    const before = wishing
    wishing = read()
    const on = new Set(listOn().map(({ id }) => id))
    for (const id of runs.ids()) if (!on.has(id)) runs.stop(id)
    for (const each of before) {
      if (on.has(each.id)) continue
      for (const kept of [queues, missed]) kept.delete(each.id)
      startup.forget(each)
    }
    const subscriptions = listOn().flatMap(({ wish }) => wish.subscriptions)
    scheduler.set(findScheduler() ? [] : schedulesFor(subscriptions, found.definitions, zone))
    changed()
  }

  /** Skillet's own schedules tick only for tools that name their label. */
  function offer(record: StoredRecord, depth: number, schedule?: Schedule): void {
    if (depth > DEEPEST) return
    // Only a schedule that the person has seen, or the scheduler they chose, may tick.
    if (!schedule && record.schema_name === TICK && record.created_by !== findScheduler()?.id) return
    for (const { id, wish } of listRunnable()) {
      const wants = wish.subscriptions.filter(({ tag }) => !schedule?.isOwn || tag !== undefined)
      if (!wants.some((subscription) => doesMatch(subscription, record))) continue
      const queue = queues.get(id) ?? makeEventQueue(clock.now)
      queues.set(id, queue)
      queue.add({ record, depth })
    }
    startNext()
  }

  /** One at a time for each tool, and several in all. */
  function startNext(): void {
    for (const each of listRunnable()) {
      const isBusy = runs.of(each.id).some(({ isContinuous }) => !isContinuous)
      if (isBusy || runs.count() >= MOST_AT_ONCE) continue
      const event = queues.get(each.id)?.take()
      if (!event) continue
      const { ended } = runs.start(each, {}, { record: { ...event.record } as JsonObject, depth: event.depth })
      ended.finally(startNext).catch(() => undefined)
    }
  }

  function pause(): void {
    for (const each of wishing) {
      queues.get(each.id)?.clear()
      runs.stop(each.id, ({ isContinuous }) => isContinuous)
      if (each.wish.bootstrap?.mode === 'continuous') startup.forget(each)
    }
  }

  function addProgress({ id, ...tool }: BackgroundTool & { id: string }): BackgroundTool {
    const [first] = runs.of(id)
    const why = startup.why(id) ?? tool.why
    const late = missed.get(id)
    const dropped = queues.get(id)?.dropped() ?? 0
    const state = first ? 'running' : startup.isSkipped(id) ? 'skipped' : startup.isStopped(id) ? 'stopped' : tool.state
    return {
      ...{ ...tool, state },
      ...(why && { why }),
      ...(first && { since: first.since }),
      ...(late && { missed: { count: late.count, last: new Date(late.last).toISOString() } }),
      ...(dropped > 0 && { dropped }),
    }
  }

  const find = (skill: string, tool: string) => (each: Wishing) => each.skill.name === skill && each.tool.name === tool

  return {
    /** Starts the triggers and everything that should start with Skillet. */
    async start(): Promise<void> {
      isOpen = true
      await look()
      const now = clock.now()
      for (const each of listOn()) {
        const since = Date.parse(findRule(each)?.since ?? '')
        const times = each.wish.times.flatMap((time) => timesBetween(time, since, now))
        addMissed(each.id, times)
      }
      startup.startDue()
    },
    take(fact: Fact): void {
      runs.take(fact)
      if (fact.type === 'rule.revoked' || fact.type === 'skill.removed') refresh()
      if (fact.type === 'rule.made' && fact.rule.effect === 'background') {
        refresh()
        startup.startDue()
      }
      if (fact.type !== 'setting.changed' || fact.name !== 'background') return
      if (isPaused()) pause()
      else startup.startDue()
      changed()
    },
    /** A call with this event depth stored, changed or deleted a record. */
    notice(what: RecordRequest['do'], record: StoredRecord, depth: number): void {
      if (!isOpen) return
      if (record.schema_name === DEFINITION || record.schema_name === CONFIG) look().catch(ports.reportBug)
      if (what !== 'delete') offer(record, depth + 1)
    },
    /** The skills or the decisions about them have changed. */
    refresh,
    find(skill: string, tool: string): (Wishing & { rule?: Rule }) | null {
      const each = read().find(find(skill, tool))
      const rule = each && findRule(each)?.rule
      return each ? { ...each, ...(rule && { rule }) } : null
    },
    list: (): Omit<Background, 'log'> => {
      const { skills } = ports.registry()
      const all = listBackground(skills, ports.rules.background(), found, clock.now(), zone)
      return { isPaused: isPaused(), tools: all.tools.map(addProgress), schedules: all.schedules }
    },
    /** Stops the tool's runs, or restarts a continuous tool. */
    setRunning(skill: string, tool: string, isWanted: boolean): void {
      const each = wishing.find(find(skill, tool))
      if (!each) return
      queues.get(each.id)?.clear()
      if (!isWanted) startup.stop(each)
      else {
        startup.forget(each)
        startup.startDue()
      }
      changed()
    },
    close(): void {
      isOpen = false
      scheduler.close()
    },
  }
}

/** Schema, tag and all conditions on the context must match. */
function doesMatch({ schema, tag, matches }: Subscription, record: StoredRecord): boolean {
  if (schema !== record.schema_name || (tag !== undefined && !record.tags.includes(tag))) return false
  return matches.every((match) => isMet(match, record.context))
}

function isMet({ path, op, value }: ContextMatch, context: Json): boolean {
  const keys = path.replace(/^\$?\.?(?:context\.)?/, '').split(/[.[\]]+/)
  const found = valueAt(context, keys.filter(Boolean))
  switch (op) {
    case 'exists':
      return (found !== undefined) === (value !== false)
    case 'eq':
      return isSame(found, value)
    case 'ne':
      return !isSame(found, value)
    case 'gt':
      return isOrdered(value, found)
    case 'lt':
      return isOrdered(found, value)
    case 'contains':
      if (Array.isArray(found)) return found.some((each) => isSame(each, value))
      return typeof found === 'string' && typeof value === 'string' && found.includes(value)
  }
}

const isSame = (a: Json | undefined, b: Json | undefined) =>
  a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b)

const isOrdered = (a: Json | undefined, b: Json | undefined) =>
  (typeof a === 'number' && typeof b === 'number' && a < b) || (typeof a === 'string' && typeof b === 'string' && a < b)

/** The store, with a listener for changes and for how many events led to them. */
export const watchRecords =
  (store: (request: RecordRequest) => Promise<RecordReply>, notice: Triggers['notice']) =>
  async (request: RecordRequest, eventDepth = 0): Promise<RecordReply> => {
    const reply = await store(request)
    if (reply.ok && 'record' in reply && changesRecords(request)) notice(request.do, reply.record, eventDepth)
    return reply
  }
