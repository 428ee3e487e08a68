import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toRows } from '#main/calls/activity'
import { hasGap, openCallIndex } from '#main/ledger/call-index'
import { openCallFinder } from '#main/ledger/find-calls'
import { filesOf } from '#main/ledger/home'
import type { CallQuery } from '#main/ledger/messages'
import { migrate, openForWriting } from '#main/ledger/migrations'
import type { NewFact } from '#shared/facts'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openHere, openLedgerForTest } from '#test/main/ledger/open-for-test'
import { finishRun, makeMessage, makePlan, startRun } from '#test/main/ledger/sample-facts'
import { makeOldHome } from './make-old-home.ts'

const VERDICT = { decision: 'ask', reasons: [] } as unknown as Extract<NewFact, { type: 'approval.asked' }>['verdict']
const planOf = (skill: string) => ({ ...makePlan(['df', '-h']), skill })

/** What can happen to a call, in any order. */
function toFacts(call: string, step: string, skill: string): NewFact[] {
  const chat = 'chat-1'
  const digest = 'b'.repeat(64)
  switch (step) {
    case 'request':
      return [{ type: 'call.requested', chat, call, tool: `tool_${skill}`, args: {} }]
    case 'ask':
      return [{ type: 'approval.asked', chat, call, digest, plan: planOf(skill), verdict: VERDICT }]
    case 'deny':
      return [{ type: 'approval.answered', chat, call, digest, decision: 'deny', by: 'person' }]
    case 'refuse':
      return [{ type: 'call.refused', chat, call, code: 'DECLINED', message: 'no' }]
    case 'start':
      return [{ ...startRun(`run of ${call}`, call), plan: planOf(skill) } as NewFact]
    case 'finish':
      return [{ ...finishRun(`run of ${call}`, call), exitCode: call.length % 2 } as NewFact]
    default:
      return [makeMessage('words between')]
  }
}

const steps = fc.array(
  fc.record({
    call: fc.integer({ min: 0, max: 30 }).map((n) => `call-${n}`),
    step: fc.constantFrom('request', 'request', 'ask', 'deny', 'refuse', 'start', 'finish', 'say'),
    skill: fc.constantFrom('disk', 'net'),
  }),
  { maxLength: 120 },
)

const few = fc.integer({ min: 1, max: 9 })

const ALL: CallQuery = { from: 0, limit: 200 }

describe('the calls of a record', () => {
  it('are found by place, skill and state exactly as their facts say', async () => {
    const open = await openHere(makeTempDir())
    let said = 0
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(40), few, few, async (taken, from, limit, together) => {
        said += 1
        const facts = taken.flatMap(({ call, step, skill }) => toFacts(`${said}-${call}`, step, skill))
        for (let at = 0; at < facts.length; at += together) open.append(facts.slice(at, at + together))
        const find = openCallFinder(open.db)
        const rows = toRows(open.read()).reverse()
        expect(find({ from, limit })).toEqual({
          ...{ total: rows.length, isPartial: false },
          calls: rows.slice(from, from + limit).map(({ call }) => call),
        })
        for (const filter of [
          { skill: 'disk' },
          { state: 'done' },
          { skill: 'net', state: 'denied' },
          { skill: 'x' },
        ]) {
          const fitting = rows.filter((row) => Object.entries(filter).every(([key, is]) => row[key as 'skill'] === is))
          const found = find({ from: 2, limit, ...filter })
          expect(found.total).toBe(fitting.length)
          expect(found.calls).toEqual(fitting.slice(2, 2 + limit).map(({ call }) => call))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('are found by their words together with a filter, oldest first', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    const asked = (call: string, tool: string): NewFact => ({
      ...{ type: 'call.requested', chat: 'c', call, tool, args: {} },
    })
    await ledger.append([asked('a', 'disk_space'), asked('b', 'net_hosts'), asked('c', 'disk_space')])
    await ledger.append([{ ...startRun('r', 'c'), plan: planOf('disk') } as NewFact, makeMessage('disk')])
    expect(await ledger.findCalls({ ...ALL, search: 'disk' })).toEqual({
      total: 2,
      isPartial: false,
      calls: ['a', 'c'],
    })
    expect(await ledger.findCalls({ ...ALL, search: 'disk', state: 'running' })).toMatchObject({ calls: ['c'] })
    expect(await ledger.findCalls({ ...ALL, search: 'disk', from: 1 })).toMatchObject({ total: 2, calls: ['c'] })
    await ledger.append([finishRun('r', 'c')])
    expect(await ledger.findCalls({ ...ALL, search: 'disk', state: 'running' })).toMatchObject({ total: 0 })
    expect(await ledger.findCalls({ ...ALL, search: ' ,; ' })).toMatchObject({ total: 0, calls: [] })
    expect(await ledger.findCalls({ ...ALL, tool: 'disk_space', limit: 1 })).toMatchObject({ calls: ['c'] })
  })

  it('are listed again from an older record, even if a start was interrupted after the first of them', async () => {
    const facts = Array.from({ length: 450 }, (_, n) => [
      ...toFacts(`call-${n}`, 'request', 'disk'),
      ...(n % 3 === 0 ? toFacts(`call-${n}`, 'start', 'disk') : []),
      ...(n === 3 || n === 402 ? [finishRun(`run of call-${n}`, `call-${n}`)] : []),
    ]).flat()
    const home = makeOldHome(2, facts)
    const first = openForWriting(filesOf(home).database)
    migrate(first)
    openCallIndex(first).add('call-0')
    first.prepare('UPDATE calls_gap SET next = 2').run()
    expect(hasGap(first)).toBe(true)
    first.close()

    const second = await openHere(home)
    const find = openCallFinder(second.db)
    const rows = toRows(second.read()).reverse()
    expect(find({ from: 0, limit: 500 }).calls).toEqual(rows.map(({ call }) => call))
    expect(find({ ...ALL, state: 'running' }).total).toBe(rows.filter(({ state }) => state === 'running').length)
    expect(find({ ...ALL, state: 'interrupted' }).total).toBe(
      rows.filter(({ state }) => state === 'interrupted').length,
    )
    expect(find({ from: 0, limit: 500 }).total).toBe(450)
  })
})
