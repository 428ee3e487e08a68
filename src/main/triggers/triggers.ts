import type { Rules } from '#main/calls/rules'
import type { RunCall } from '#main/calls/run-call'
import type { SkillRegistry } from '#main/trust/skill-registry'
import type { Rule } from '#shared/call/rule'
import type { Fact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import type { RecordReply, RecordRequest, StoredRecord } from '#shared/records'
import type { Background, BackgroundTool, Schedule } from '#shared/triggers'
import { describeSchedule, describeWish } from './describe-wish.ts'
import { type EventQueue, makeEventQueue } from './event-queue.ts'
import { doesMatch } from './match-event.ts'
import { makeRuns } from './runs.ts'
import { DEFINITION, type Definitions, makeTick, nextTime, readDefinitions, TICK, timesBetween } from './schedule.ts'
import { CLOCK, type Clock, makeScheduler } from './scheduler.ts'
import { makeStartup, SCHEDULER } from './startup.ts'
import { listWishing, schedulesFor, stateOf, type Wishing } from './wishes.ts'

export interface TriggerPorts {
  registry(): Pick<SkillRegistry, 'skills'>
  rules: Pick<Rules, 'background'>
  isPaused(): boolean
  runCall: RunCall
  records(request: RecordRequest): Promise<RecordReply>
  /** What `list` gives is another. */
  changed(): void
  reportBug(error: unknown): void
  clock?: Clock
  zone?: string
}

/** What runs by itself, where a person switched it on. */
export interface Triggers {
  /** From now on; what asks to be started with Skillet is started. */
  start(): Promise<void>
  take(fact: Fact): void
  /** A record was stored, changed or deleted by a call to which so many events led. */
  notice(what: RecordRequest['do'], record: StoredRecord, depth: number): void
  /** The skills, or what was decided about them, are others than before. */
  refresh(): void
  find(skill: string, tool: string): (Wishing & { rule?: Rule }) | null
  list(): Omit<Background, 'log'>
  /** Ends what runs of the tool, or starts again what keeps running. */
  setRunning(skill: string, tool: string, isWanted: boolean): void
  close(): void
}

const DEEPEST = 5
const MOST_AT_ONCE = 4

export function makeTriggers(ports: TriggerPorts): Triggers {
  const { clock = CLOCK, zone = new Intl.DateTimeFormat().resolvedOptions().timeZone, isPaused, changed } = ports
  const queues = new Map<string, EventQueue>()
  const missed = new Map<string, { count: number; last: number }>()
  let wishing: Wishing[] = []
  let { definitions, broken }: Definitions = { definitions: [], broken: [] }
  let isOpen = false

  const read = () => listWishing(ports.registry().skills, definitions, zone)
  const ruleOf = ({ skill, tool }: Wishing) =>
    ports.rules.background().find(({ rule }) => rule.skill === skill.name && rule.tool === tool.name)
  const listOn = () => (isOpen ? wishing.filter((each) => stateOf(each, ruleOf(each)?.rule).state === 'on') : [])
  const listRunnable = () => (isPaused() ? [] : listOn())
  const findScheduler = () => listOn().find(({ tool, wish }) => tool.name === SCHEDULER && wish.bootstrap !== null)
  const runs = makeRuns({ clock, changed, runCall: ports.runCall })
  const startup = makeStartup({ clock, runs, changed, listOn: listRunnable, reportBug: ports.reportBug })
  const scheduler = makeScheduler({
    clock,
    fire: (schedule, at) => (isPaused() ? noteMissed(schedule, [at]) : offer(makeTick(schedule, at), 1, schedule)),
    missed: noteMissed,
  })

  function noteMissed(schedule: Schedule, times: readonly number[]): void {
    for (const { id, wish } of listOn()) {
      const waits = schedulesFor(wish.subscriptions, definitions, zone).some((each) => each.id === schedule.id)
      if (waits) addMissed(id, times)
    }
  }

  function addMissed(id: string, times: readonly number[]): void {
    if (times.length === 0) return
    missed.set(id, { count: (missed.get(id)?.count ?? 0) + times.length, last: Math.max(...times) })
    changed()
  }

  async function look(): Promise<void> {
    const found = await readDefinitions(ports.records)
    definitions = found.definitions
    broken = found.broken
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
    scheduler.set(findScheduler() ? [] : schedulesFor(subscriptions, definitions, zone))
    changed()
  }

  /** A schedule that is Skillet's own ticks for those alone that name its label. */
  function offer(record: StoredRecord, depth: number, schedule?: Schedule): void {
    if (depth > DEEPEST) return
    // What ticks is a schedule that a person read about, or the tool that they chose for it.
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

  /** One after the other of each tool, and some at once in all. */
  function startNext(): void {
    for (const each of listRunnable()) {
      const isBusy = runs.of(each.id).some(({ isContinuous }) => !isContinuous)
      if (isBusy || runs.count() >= MOST_AT_ONCE) continue
      const event = queues.get(each.id)?.take()
      if (!event) continue
      const { ended } = runs.start(each, {}, { record: { ...event.record } as JsonObject, depth: event.depth })
      ended.catch(ports.reportBug).finally(startNext)
    }
  }

  function pause(): void {
    for (const each of wishing) {
      queues.get(each.id)?.clear()
      runs.stop(each.id, ({ isContinuous }) => isContinuous)
      if (each.wish.bootstrap?.mode === 'continuous') startup.forget(each)
    }
  }

  function describe(each: Wishing): BackgroundTool {
    const { id, skill, tool, wish } = each
    const { state, why } = stateOf(each, ruleOf(each)?.rule)
    const [first] = runs.of(id)
    const reason = startup.why(id) ?? why
    const now = clock.now()
    const next = Math.min(...wish.times.map((schedule) => nextTime(schedule, now)))
    const late = missed.get(id)
    const dropped = queues.get(id)?.dropped() ?? 0
    const shown = first ? 'running' : startup.isSkipped(id) ? 'skipped' : startup.isStopped(id) ? 'stopped' : state
    return {
      ...{ skill: skill.name, tool: tool.name, state: shown, when: describeWish(wish) },
      ...(reason && { why: reason }),
      ...(first && { since: first.since }),
      ...(state === 'on' && Number.isFinite(next) && { next: new Date(next).toISOString() }),
      ...(late && { missed: { count: late.count, last: new Date(late.last).toISOString() } }),
      ...(dropped > 0 && { dropped }),
    }
  }

  const find = (skill: string, tool: string) => (each: Wishing) => each.skill.name === skill && each.tool.name === tool

  return {
    async start() {
      isOpen = true
      await look()
      const now = clock.now()
      for (const each of listOn()) {
        const since = Date.parse(ruleOf(each)?.since ?? '')
        addMissed(
          each.id,
          each.wish.times.flatMap((time) => timesBetween(time, since, now)),
        )
      }
      startup.startDue()
    },
    take(fact) {
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
    notice(what, record, depth) {
      if (!isOpen) return
      if (record.schema_name === DEFINITION) look().catch(ports.reportBug)
      if (what !== 'delete') offer(record, depth + 1)
    },
    refresh,
    find(skill, tool) {
      const found = read().find(find(skill, tool))
      const rule = found && ruleOf(found)?.rule
      return found ? { ...found, ...(rule && { rule }) } : null
    },
    list: () => ({
      isPaused: isPaused(),
      tools: read().map(describe),
      schedules: [
        ...definitions.map((schedule) => ({
          ...{ id: schedule.id, title: schedule.title, words: describeSchedule(schedule) },
          next: new Date(nextTime(schedule, clock.now())).toISOString(),
        })),
        ...broken,
      ],
    }),
    setRunning(skill, tool, isWanted) {
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
    close() {
      isOpen = false
      scheduler.close()
    },
  }
}
