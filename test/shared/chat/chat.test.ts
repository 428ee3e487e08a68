import { describe, expect, it } from 'vitest'
import { nextState } from '#shared/call/call-state'
import { type ChatState, emptyChat, foldFact, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import type { CallStatus } from '#shared/requests/chat-requests'
import { plan, type Story, tell } from '../../stories/facts.ts'

const AT = Date.UTC(2026, 10, 18, 10, 31)
const df = plan('disk', 'ss', ['df', '-h'])
const du = plan('sizes', 'ssm', ['du', '-h', '/home/you'])
const story = () => tell('c', AT).open('Disk').ask('How full?')
const fold = (told: Story): ChatState => foldFacts(emptyChat('c'), told.facts)
const called = () => story().call('k', 'disk', {})
const asked = () => called().approve('k', df)
const unanswered = { type: 'call.refused', call: 'k', code: 'NOT_ANSWERED', message: 'not answered' } as const
const running = () => asked().answer('k', df, 'once').run('k', df)

describe('the state of a call', () => {
  const table: [string, () => Story, CallStatus][] = [
    ['is proposed when the model asked for it', called, 'proposed'],
    ['is waiting when the person was asked', asked, 'waiting'],
    ['is proposed between a yes and the start', () => asked().answer('k', df, 'once'), 'proposed'],
    ['is denied after a no', () => asked().answer('k', df, 'deny'), 'denied'],
    [
      'stays denied when the refusal is recorded after the no',
      () =>
        asked()
          .answer('k', df, 'deny')
          .add({ type: 'call.refused', call: 'k', code: 'DECLINED', message: 'User declined this call.' }),
      'denied',
    ],
    [
      'is refused when the gate refused it',
      () => called().add({ type: 'call.refused', call: 'k', code: 'ARG_NUL', message: 'holds a NUL' }),
      'refused',
    ],
    ['is running once it was recorded as started', running, 'running'],
    ['is done after exit code 0', () => running().finish('k'), 'done'],
    ['is failed after any other exit code', () => running().finish('k', { exitCode: 3 }), 'failed'],
    ['is failed when a signal ended it', () => running().finish('k', { exitCode: null, signal: 'SIGSEGV' }), 'failed'],
    [
      'is failed when nothing could be started',
      () => running().finish('k', { exitCode: null, failure: { code: 'ENOENT', message: 'gone' } }),
      'failed',
    ],
    [
      'is timed out when its time was up',
      () => running().finish('k', { exitCode: null, signal: 'SIGTERM', timedOut: true }),
      'timed-out',
    ],
    [
      'is canceled when it was stopped',
      () => running().finish('k', { exitCode: null, signal: 'SIGTERM', canceled: true }),
      'canceled',
    ],
    [
      'is interrupted when the app ended during the run',
      () => running().add({ type: 'run.interrupted', call: 'k', run: 'run-k' }),
      'interrupted',
    ],
    ['is canceled when the turn was stopped while it waited', () => asked().end('stopped'), 'canceled'],
    ['is interrupted when the app ended while it waited', () => asked().end('interrupted'), 'interrupted'],
    [
      'is interrupted when the next start found it unanswered',
      () =>
        asked()
          .add({ ...unanswered, isInterrupted: true })
          .end('interrupted'),
      'interrupted',
    ],
    ['is interrupted when the app ended while it ran', () => running().end('interrupted'), 'interrupted'],
    ['is left to its own fact when the turn was stopped while it ran', () => running().end('stopped'), 'running'],
    ['is left alone by the end of its turn once it is over', () => running().finish('k').end('interrupted'), 'done'],
    ['is interrupted when a new turn starts and the old one never ended', () => asked().ask('Again?'), 'interrupted'],
  ]
  it.each(table)('%s', (_title, tellIt, status) => {
    expect(fold(tellIt()).calls.get('k')?.status).toBe(status)
  })

  it.each([
    unanswered,
    { ...unanswered, isInterrupted: true } as const,
    { ...unanswered, code: 'DECLINED' } as const,
    { ...unanswered, code: 'ARG_NUL' } as const,
    ...[{ canceled: true }, { timedOut: true }, { canceled: true, timedOut: true }, { succeeded: true }].map(
      (how) =>
        running()
          .finish('k', { exitCode: null, ...how })
          .facts.at(-1) as Fact,
    ),
    running()
      .finish('k', { canceled: true, failure: { code: 'ENOENT', message: 'gone' } })
      .facts.at(-1) as Fact,
  ])('is the same in Activity as in the chat: %o', (end) => {
    const { facts } = asked().answer('k', df, 'once').run('k', df).add(end)
    const inActivity = facts.reduce<CallStatus>(nextState, 'proposed')
    expect(foldFacts(emptyChat('c'), facts).calls.get('k')?.status).toBe(inActivity)
  })
})

describe('an approval', () => {
  it('contains the plan, the verdict and the digest that an answer must name', () => {
    const [approval] = fold(asked()).calls.get('k')?.approvals ?? []
    expect(approval).toMatchObject({ digest: df.digest, plan: df, state: 'waiting', verdict: { kind: 'ask' } })
  })

  it('keeps who answered, how and with which words', () => {
    const approval = fold(asked().answer('k', df, 'deny', 'not now'))
      .calls.get('k')
      ?.approvals.at(-1)
    expect(approval).toMatchObject({ state: 'answered', answer: { decision: 'deny', by: 'person', note: 'not now' } })
  })

  it('is expired, not waiting, after its turn ended without an answer', () => {
    for (const reason of ['stopped', 'error', 'interrupted'] as const) {
      expect(fold(asked().end(reason)).calls.get('k')?.approvals.at(-1)?.state).toBe('expired')
    }
  })

  it('is expired if the call failed before it was answered', () => {
    const refused = { type: 'call.refused', call: 'k', code: 'NOT_ANSWERED', message: 'Skillet ended' } as const
    const call = fold(asked().add(refused).end('interrupted')).calls.get('k')
    expect(call).toMatchObject({
      status: 'canceled',
      approvals: [{ state: 'expired' }],
      refusal: { message: 'Skillet ended' },
    })
  })

  it('is replaced by a newer one for the same call, whose plan then counts', () => {
    const call = fold(asked().approve('k', du)).calls.get('k')
    expect(call?.approvals.map(({ state }) => state)).toEqual(['expired', 'waiting'])
    expect(call?.plan).toBe(du)
  })

  it('is not answered by a different digest', () => {
    expect(
      fold(asked().answer('k', du, 'once'))
        .calls.get('k')
        ?.approvals.at(-1)?.state,
    ).toBe('waiting')
  })
})

describe('the entries of a chat', () => {
  it('are in the order of their facts, with each call where it was requested', () => {
    const chat = fold(story().say('First').ran('k', 'disk', {}, df).say('Full.').end())
    expect(chat.entries.map((entry) => entry.kind)).toEqual(['message', 'message', 'call', 'message', 'end'])
    expect(chat.turn).toBeNull()
  })

  it('say how the turn ended, by which model and with which error', () => {
    const chat = fold(story().end('error', {}, { code: 'OLLAMA_UNREACHABLE', message: 'gone' }))
    expect(chat.entries.at(-1)).toMatchObject({
      kind: 'end',
      reason: 'error',
      model: 'qwen3:4b',
      error: { message: 'gone' },
    })
  })

  it('leave out an answer without words, and a result that belongs to a call', () => {
    const told = called().add({ type: 'message.added', role: 'assistant', content: '', calls: [] })
    const chat = fold(told.add({ type: 'message.added', role: 'tool', content: 'ok', toolName: 'disk', call: 'k' }))
    expect(chat.entries.map(({ kind }) => kind)).toEqual(['message', 'call'])
    expect(chat.calls.get('k')?.result).toBe('ok')
  })

  it('keep a tool message of an unknown call, so that nothing recorded is hidden', () => {
    const chat = fold(story().add({ type: 'message.added', role: 'tool', content: 'x', toolName: 't', call: 'nobody' }))
    expect(chat.entries.at(-1)).toMatchObject({ kind: 'message', role: 'tool', content: 'x' })
  })
})

describe('a call', () => {
  it('keeps what its resolvers did, and every fact about it in order', () => {
    const step = { param: 'p', kind: 'command', argv: ['whoami'], outcome: 'not-run', value: 'x' } as const
    const told = called()
      .add({
        type: 'resolver.started',
        call: 'k',
        run: 'r',
        step: { ...step, argv: ['whoami'] },
        path: '/usr/bin/whoami',
      })
      .add({
        type: 'resolver.finished',
        call: 'k',
        run: 'r',
        step: { ...step, argv: ['whoami'], outcome: 'resolved', value: 'you' },
        exitCode: 0,
        ms: 3,
      })
    const call = fold(told).calls.get('k')
    expect(call?.status).toBe('proposed')
    expect(call?.resolvers).toMatchObject([{ run: 'r', step: { value: 'you' }, finished: { exitCode: 0, ms: 3 } }])
    expect(call?.facts.map(({ type }) => type)).toEqual(['call.requested', 'resolver.started', 'resolver.finished'])
  })

  it('keeps what was done to its output, without a change of state', () => {
    const step = { kind: 'command', argv: ['jq', '.'], outcome: 'not-run' } as const
    const told = running().add({
      type: 'postprocess.started',
      call: 'k',
      run: 'p',
      step: { ...step, argv: ['jq', '.'] },
      path: '/usr/bin/jq',
    })
    expect(fold(told).calls.get('k')).toMatchObject({ status: 'running' })
    expect(fold(told).calls.get('k')?.facts.at(-1)?.type).toBe('postprocess.started')
  })

  it('may be named like a built-in member', () => {
    const chat = fold(story().call('__proto__', 'disk', {}).approve('__proto__', df))
    expect(chat.calls.get('__proto__')?.status).toBe('waiting')
  })

  it('ignores the end of a run that is not its own', () => {
    const chat = fold(running().add({ type: 'run.interrupted', call: 'k', run: 'another' }))
    expect(chat.calls.get('k')?.status).toBe('running')
  })
})

describe('a fact', () => {
  it('applied before, or from another chat, leaves the very same state', () => {
    const chat = fold(asked())
    for (const fact of asked().facts) expect(foldFact(chat, fact)).toBe(chat)
    expect(foldFact(chat, { type: 'chat.renamed', title: 'x', seq: 999, at: '', chat: 'other' })).toBe(chat)
    expect(foldFact(chat, { type: 'setting.changed', name: 'host', value: 'x', seq: 999, at: '', chat: null })).toBe(
      chat,
    )
  })

  it('of a kind from a newer version changes only the position in the record', () => {
    const chat = fold(asked())
    const unknown = { type: 'chat.starred', seq: 999, at: '', chat: 'c' } as unknown as Fact
    expect(foldFact(chat, unknown)).toEqual({ ...chat, seq: 999 })
  })

  it('about one call leaves every other call and all entries the same objects', () => {
    const before = fold(story().call('a', 'disk', {}).call('b', 'disk', {}))
    const next = tell('c', AT, 100).approve('a', df).facts[0]
    const after = foldFact(before, next as Fact)
    expect(after.entries).toBe(before.entries)
    expect(after.calls.get('b')).toBe(before.calls.get('b'))
    expect(after.calls.get('a')).not.toBe(before.calls.get('a'))
    expect(before.calls.get('a')?.status).toBe('proposed')
  })
})
