import { describe, expect, it } from 'vitest'
import { describeLeaving, makeUnderWay, type Notice } from '#main/electron/under-way'
import type { FactBody } from '#shared/facts'
import { finishRun, makePlan, startRun } from '#test/main/ledger/sample-facts'

const STATS = { rounds: 1, calls: 1, promptTokens: 1, outputTokens: 1, ms: 1 }
const startTurn: FactBody = { type: 'turn.started', turn: 't', model: 'm' }
const endTurn = (reason: 'answered' | 'stopped' | 'error'): FactBody => ({
  ...{ type: 'turn.finished', turn: 't', reason, stats: STATS },
})
const ask = (call: string, argv = ['df', '-h']): FactBody => ({
  type: 'approval.asked',
  call,
  digest: 'b'.repeat(64),
  plan: makePlan(argv),
  verdict: { kind: 'ask', reason: 'It writes.' } as never,
})
const answer = (call: string): FactBody => ({
  ...{ type: 'approval.answered', call, digest: 'b'.repeat(64), decision: 'deny', by: 'person' },
})

function watch({ isLooking = false, isOn = true } = {}) {
  const notices: Notice[] = []
  const badges: number[] = []
  const underWay = makeUnderWay({
    isLooking: () => isLooking,
    isOn: () => isOn,
    notify: (notice) => notices.push(notice),
    setBadge: (count) => badges.push(count),
  })
  let seq = 0
  const take = (chat: string | null, ...facts: FactBody[]) => {
    for (const fact of facts) {
      seq += 1
      underWay.take({ kind: 'fact', fact: { ...fact, seq, at: '2026-01-01T00:00:00.000Z', chat } })
    }
  }
  return { take, notices, badges, underWay }
}

describe('a person who looks at another window', () => {
  it('is told at once what waits, by the tool’s name only, and in which chat', () => {
    const { take, notices } = watch()
    take('chat-1', startTurn, ask('c1', ['rm', '-rf', 'everything']))
    expect(notices).toEqual([{ title: 'Skillet', body: 'disk_space needs your approval.', chat: 'chat-1' }])
  })

  it('is told once, at the end of a turn, about its short commands', () => {
    const { take, notices } = watch()
    take('chat-1', startTurn, startRun('r1'), finishRun('r1'), startRun('r2'), finishRun('r2'))
    expect(notices).toEqual([])
    take('chat-1', endTurn('answered'))
    expect(notices.map(({ body }) => body)).toEqual(['The model answered after 2 commands.'])
  })

  it('is not told about background runs, nor asked about them when leaving', () => {
    const { take, notices, underWay } = watch()
    const caller = { kind: 'trigger', name: 'schedule.tick.v1' } as const
    take(null, { type: 'call.requested', call: 'call of r1', tool: 'disk_space', args: {}, caller }, startRun('r1'))
    expect(describeLeaving(underWay)).toBeNull()
    take(null, finishRun('r1'))
    expect(notices).toEqual([])
  })

  it('is told at once about a long command, and about one outside a turn', () => {
    const { take, notices } = watch()
    take('chat-1', startTurn, startRun('r1'), { ...finishRun('r1'), ms: 60_000, exitCode: 3 } as FactBody)
    take(null, startRun('r2'), finishRun('r2'))
    expect(notices.map(({ body }) => body)).toEqual([
      'disk_space ended with exit code 3.',
      'disk_space ended with exit code 0.',
    ])
  })

  it.each([
    [{ exitCode: null, timedOut: true }, 'took too long and was stopped'],
    [{ exitCode: null, canceled: true }, 'was stopped'],
    [{ exitCode: null }, 'ended without an exit code'],
  ])('is told how it ended: %j', (end, words) => {
    const { take, notices } = watch()
    take(null, startRun('r1'), { ...finishRun('r1'), ...end } as FactBody)
    expect(notices[0]?.body).toBe(`disk_space ${words}.`)
  })

  it('is not told about what they stopped themselves', () => {
    const { take, notices } = watch()
    take('chat-1', startTurn, endTurn('stopped'))
    expect(notices).toEqual([])
    take('chat-1', startTurn, endTurn('error'))
    expect(notices.map(({ body }) => body)).toEqual(['The model stopped.'])
  })

  it('reads no invisible character', () => {
    const { take, notices } = watch()
    const asked = ask('c1') as { plan: { tool: string } }
    asked.plan.tool = `a\u202eb${'x'.repeat(500)}`
    take('chat-1', asked as never)
    expect(notices[0]?.body).toMatch(/^a\\u\{202E\}bx{50,60} needs/)
  })
})

it.each([{ isLooking: true }, { isOn: false }])('is not told anything if %j', (ports) => {
  const { take, notices, badges } = watch(ports)
  take('chat-1', startTurn, ask('c1'), answer('c1'), startRun('r1'), finishRun('r1'), endTurn('answered'))
  expect(notices).toEqual([])
  expect(badges).toEqual([1, 0])
})

describe('the badge', () => {
  it('keeps counting the person’s own call when a turn next to it ends', () => {
    const { take, badges } = watch()
    const called = { type: 'call.requested', call: 'own', tool: 'df', args: {}, caller: { kind: 'person' } } as const
    take('chat-1', startTurn, called, ask('own'), ask('c1'), endTurn('answered'))
    expect(badges).toEqual([1, 2, 1])
  })

  it('counts what waits for a decision, and drops it when the turn ends', () => {
    const { take, badges } = watch()
    take('chat-1', startTurn, ask('c1'), ask('c2'), answer('c1'), endTurn('stopped'))
    expect(badges).toEqual([1, 2, 1, 0])
  })

  it('keeps counting what the person ran again and must still approve, whatever turn ends next to it', () => {
    const { take, badges, underWay } = watch()
    const rerun: FactBody = { type: 'call.requested', call: 'mine', tool: 'disk_space', args: {}, by: 'person' }
    take('chat-1', startTurn, ask('c1'), rerun, ask('mine'), endTurn('answered'))
    expect(badges.at(-1)).toBe(1)
    expect(describeLeaving(underWay)?.message).toBe('1 needs your approval.')
    take('chat-1', answer('mine'))
    expect(badges.at(-1)).toBe(0)
  })
})

describe('quitting', () => {
  it('asks nothing if nothing runs and nothing waits', () => {
    const { take, underWay } = watch()
    take('chat-1', startTurn, ask('c1'), answer('c1'), startRun('r1'), finishRun('r1'))
    expect(describeLeaving(underWay)).toBeNull()
  })

  it('names what runs and what waits, clearly and without hidden characters', () => {
    const { take, underWay } = watch()
    take('chat-1', startTurn, startRun('r1'), ask('c1', ['rm', 'a\u202eb', 'x'.repeat(5000)]))
    const { message, detail } = describeLeaving(underWay) ?? { message: '', detail: '' }
    expect(message).toBe('1 command is running, and 1 needs your approval.')
    const [first, second] = detail.split('\n')
    expect(first).toBe('Running: df -h /mnt')
    expect(second).toMatch(/^Waiting: rm .{100,160}…$/)
    expect(detail).not.toContain('\u202e')
  })

  it('names at most six, and says how many more there are', () => {
    const { take, underWay } = watch()
    take(null, ...Array.from({ length: 20 }, (_, n) => startRun(`r${n}`)))
    expect(describeLeaving(underWay)?.message).toBe('20 commands are running.')
    expect(describeLeaving(underWay)?.detail).toContain('… and 14 more')
  })
})
