import { describe, expect, it } from 'vitest'
import { makeRules, type RulePorts } from '#main/calls/rules'
import { judge } from '#main/gate/judge'
import type { Plan } from '#shared/call/plan'
import type { Fact, FactBody } from '#shared/facts'
import { type Message, textOf } from '#shared/messages/message'
import { type FlatPlan, makePlan } from '#test/helpers/make-plan'
import { ARGS, ASKED_PLAINLY, makeJudgedPlan, makeRule, NOW } from '#test/helpers/make-standing'

const flat: FlatPlan = {
  ...{ cwd: '/projects', stdin: null, timeoutMs: 1, resolvers: [], coercions: [], notes: [], skillHash: 'h' },
  ...{ argv: ['cat', 'a.md'], origin: ['skill', 'model'], env: [], tempFiles: [] },
  ...makeJudgedPlan('C'),
  binary: { name: 'cat', path: '/bin/cat' },
}
const plan = makePlan(flat)
const curl = makePlan({ ...flat, argv: ['curl', 'x'], binary: { name: 'curl', path: '/bin/curl' } })
const always = { kind: 'always' } as const
const salvaged: FactBody = { type: 'ledger.salvaged', movedTo: '/x', kept: 9, reason: 'a page was torn' }
const made = (changes: Parameters<typeof makeRule>[0] = {}): FactBody => ({
  type: 'rule.made',
  rule: makeRule(changes),
})
const policy = (value: string): FactBody => ({ type: 'setting.changed', name: 'policy', value })

describe('the state of the rules', () => {
  it('contains a rule from the moment it was made until it is revoked', async () => {
    const { kind, tell } = open()
    expect(await kind()).toBe('ask')
    tell(made())
    expect(await kind()).toBe('run')
    tell({ type: 'rule.revoked', rule: 'rule-1' })
    expect(await kind()).toBe('ask')
  })

  it('drops what allowed the tools of a removed skill, and keeps what forbids them', async () => {
    const { rules, tell } = open()
    tell(made(), made({ id: 'no', effect: 'deny', scope: always }), { type: 'skill.removed', skill: 'notes' })
    expect(rules.list(() => null).map(({ rule }) => rule.id)).toEqual(['no'])
  })

  it('drops the rules and the policy of a deleted chat', async () => {
    const { rules, kind, tell } = open()
    tell(made({ scope: { kind: 'chat', chat: 'chat-1' } }), { type: 'chat.policy-changed', policy: 'trusted' })
    expect(await kind()).toBe('run')
    tell({ type: 'chat.deleted' })
    expect(rules.list(() => null)).toEqual([])
    expect(await kind()).toBe('ask')
  })

  it('counts what ran by a rule, knows when it last did, and proposes rules unused for 30 days', () => {
    const { rules, tell } = open({ now: () => new Date('2026-04-20T00:00:00Z') })
    tell(made({ scope: always }))
    expect(rules.list(trusted)).toMatchObject([{ uses: 0, madeAt: NOW, isUnused: true }])
    const used = { type: 'approval.answered', call: 'c', digest: plan.digest, decision: 'once', by: 'rule' } as const
    tell({ ...used, rule: 'rule-1' })
    expect(rules.list(trusted)).toMatchObject([{ uses: 1, lastUsed: NOW, isUnused: true }])
    const soon = open({ now: () => new Date('2026-03-20T00:00:00Z') })
    soon.tell(made({ scope: always }))
    expect(soon.rules.list(trusted)).toMatchObject([{ isUnused: false }])
  })

  it('says why a rule is inactive now', () => {
    const { rules, tell } = open({ now: () => new Date('2026-04-20T00:00:00Z') })
    tell(
      made({ id: 'old' }),
      made({ id: 'changed', scope: always, toolSpec: 'before' }),
      made({ id: 'held', scope: always }),
    )
    expect(rules.list(trusted).map(({ rule, idle }) => [rule.id, idle])).toEqual([
      ['old', 'expired'],
      ['changed', 'tool-changed'],
      ['held', undefined],
    ])
    expect(rules.list(() => null)[2]?.idle).toBe('skill-untrusted')
  })
})

describe('the run policy', () => {
  it('applies to all chats, unless a chat has its own', async () => {
    const { kind, tell } = open()
    tell(policy('trusted'))
    expect(await kind()).toBe('run')
    tell({ type: 'chat.policy-changed', policy: 'ask' })
    expect(await kind()).toBe('ask')
    tell({ type: 'chat.policy-changed', policy: 'default' })
    expect(await kind()).toBe('run')
  })
})

describe('a damaged record', () => {
  it('lets nothing run by earlier decisions, and keeps what was forbidden', async () => {
    const { kind, rules, tell } = open()
    tell(made(), policy('trusted'), salvaged)
    expect(await kind()).toBe('ask')
    expect(textOf(rules.damage() ?? '')).toBe('a page was torn')
    expect(rules.list(trusted)).toMatchObject([{ idle: 'damaged' }])
    tell(made({ id: 'no', effect: 'deny', scope: always }))
    expect(await kind()).toBe('refuse')
  })

  it('accepts new decisions', async () => {
    const { kind, tell } = open()
    tell(made(), policy('trusted'), salvaged, policy('trusted'))
    expect(await kind()).toBe('run')
    const other = open()
    other.tell(made(), salvaged, made({ id: 'new' }))
    expect(await other.kind()).toBe('run')
  })

  it('asks about everything after the chain is broken, and tells the person once', async () => {
    const notices: (Message | string)[] = []
    const { rules, kind, tell } = open({
      verify: async () => ({ ok: false, reason: 'Entry 7 was altered after it was recorded.' }),
      noticeDamage: (reason) => notices.push(reason),
    })
    tell(made(), policy('trusted'))
    expect([await rules.isSound(), await rules.isSound()]).toEqual([false, false])
    expect([await kind(), await kind()]).toEqual(['ask', 'ask'])
    expect(notices).toEqual(['Entry 7 was altered after it was recorded.'])
  })
})

describe('what happened in a turn', () => {
  it('marks as untrusted what follows output from the network, until the person writes again', async () => {
    const { kind, rules, tell } = open()
    tell(made(), ...runOf(curl))
    expect(rules.isTainted('chat-1')).toBe(true)
    expect(rules.isTainted('chat-2')).toBe(false)
    expect(await kind()).toBe('ask')
    tell({ type: 'turn.started', turn: 't', model: 'm' })
    expect(await kind()).toBe('run')
  })

  it.each([
    [{ how: 'done', result: 'the page' }, true],
    [{ how: 'failed', failure: { code: 'x', message: 'the page' } }, true],
    [{ how: 'done', pictures: [] }, true],
    [{ how: 'done' }, false],
  ] as const)('goes by all that the model reads, even if nothing was printed: %j', (ended, isTainted) => {
    const { rules, tell } = open()
    const [started, finished] = runOf(curl)
    tell(started as FactBody, { ...finished, stdoutBytes: 0, ...ended } as FactBody)
    expect(rules.isTainted('chat-1')).toBe(isTainted)
  })

  it('marks as untrusted what follows a file elsewhere that no person approved, but not one that a person did', () => {
    const elsewhere = makePlan({ ...flat, argv: ['cat', '/etc/motd'] })
    const byRule = open()
    byRule.tell(...runOf(elsewhere))
    expect(byRule.rules.isTainted('chat-1')).toBe(true)
    const byPerson = open()
    byPerson.tell(...answer('once', elsewhere), ...runOf(elsewhere))
    expect(byPerson.rules.isTainted('chat-1')).toBe(false)
    const inside = open()
    inside.tell(...runOf(plan))
    expect(inside.rules.isTainted('chat-1')).toBe(false)
  })

  it('marks as untrusted what follows a second reading of what an earlier turn brought', () => {
    const { rules, tell } = open()
    tell({ type: 'message.added', role: 'tool', content: 'x', toolName: 'read_output' })
    expect(rules.isTainted('chat-1')).toBe(true)
  })

  it('marks as untrusted what follows a message with a server’s words', () => {
    const { rules, tell } = open()
    tell({ type: 'message.added', role: 'user', content: 'Tell me about pans.' })
    expect(rules.isTainted('chat-1')).toBe(false)
    tell({ type: 'message.added', role: 'user', content: 'Tell me about pans.', servers: ['giver/giver'] })
    expect(rules.isTainted('chat-1')).toBe(true)
  })

  it('denies what was denied, without asking twice, until the person writes again', async () => {
    const { kind, tell } = open()
    tell(...answer('deny', plan))
    expect(await kind()).toBe('refuse')
    tell({ type: 'turn.started', turn: 't', model: 'm' })
    expect(await kind()).toBe('ask')
  })

  it('asks about class B each time, and lets it run only in the full sandbox under Ask for changes', async () => {
    const { kind, tell } = open()
    expect(await kind(makeJudgedPlan('B'))).toBe('ask')
    tell(...answer('once', { ...plan, ...makeJudgedPlan('B') }))
    expect(await kind(makeJudgedPlan('B'))).toBe('ask')
    tell(policy('changes'))
    expect(await kind(makeJudgedPlan('B'))).toBe('run')
    expect(await kind(makeJudgedPlan('B', { sandbox: 'none' }))).toBe('ask')
    expect(await kind(makeJudgedPlan('C'))).toBe('ask')
    tell(policy('ask'))
    expect(await kind(makeJudgedPlan('B'))).toBe('ask')
  })

  it('asks about the first run of a tool that changed since its last run, even in an earlier session', async () => {
    const before = { ...plan, toolSpec: 'spec before' }
    const { kind, tell } = open({
      readRuns: async () => [fact({ type: 'run.started', call: 'c', run: 'r', plan: before })],
    })
    tell(policy('trusted'))
    expect(await kind()).toBe('ask')
    tell(...runOf(plan))
    expect(await kind()).toBe('run')
  })
})

describe('what the model is sent', () => {
  const sends = makeJudgedPlan('C', { effects: [{ does: 'send', origin: 'https://a.example' }] })
  const said = (toolName: string): FactBody => ({ type: 'message.added', role: 'tool', content: 'x', toolName })

  it('stays untrusted in later turns, and after a restart, until its chat is deleted', async () => {
    const turn: FactBody = { type: 'turn.started', turn: 't', model: 'm' }
    const later = open()
    later.tell(policy('trusted'), said('read_skill'), turn)
    expect(await later.kind(sends)).toBe('run')
    later.tell(said('notes_read'), turn)
    expect(await later.kind(sends)).toBe('ask')
    const restarted = open({ readMessages: async () => [fact(said('notes_read'))] })
    restarted.tell(policy('trusted'))
    expect(await restarted.kind(sends)).toBe('ask')
  })
})

describe('a different program', () => {
  const started = (sha256: string) => {
    const identity = { realpath: '/usr/bin/wc', dev: '1', ino: '2', size: '3', mtimeNs: '4', sha256 }
    return makePlan({ ...flat, argv: ['wc'], binary: { name: 'wc', path: '/usr/bin/wc', identity } })
  }

  it('is asked about once more, even if the earlier one ran in another session', async () => {
    const { kind, tell } = open({
      readRuns: async () => [fact({ type: 'run.started', call: 'c', run: 'r', plan: started('a') })],
    })
    tell(policy('trusted'))
    const now = (sha256: string) => makeJudgedPlan('B', { action: started(sha256).action })
    expect(await kind(now('a'))).toBe('run')
    expect(await kind(now('b'))).toBe('ask')
    tell(...runOf(started('b')))
    expect(await kind(now('b'))).toBe('run')
  })
})

const trusted = () => ({ isTrusted: true, toolSpec: 'spec' })

function open(changes: Partial<RulePorts> = {}) {
  const rules = makeRules({
    ...{ session: 'session-1', now: () => new Date(NOW) },
    ...{
      readRuns: async () => [],
      readMessages: async () => [],
      verify: async () => ({ ok: true }),
      noticeDamage: () => undefined,
    },
    isModelLocal: () => true,
    ...changes,
  })
  const tell = (...bodies: FactBody[]) => {
    for (const body of bodies) rules.take(fact(body))
  }
  const kind = async (judged = makeJudgedPlan('C')) => {
    await rules.ready('chat-1')
    return judge(judged, ARGS, { ...rules.history('chat-1', judged), ...ASKED_PLAINLY }).kind
  }
  return { rules, tell, kind }
}

const fact = (body: FactBody): Fact => ({ ...body, seq: 1, at: NOW, chat: 'chat-1' })

function runOf(plan: Plan): FactBody[] {
  const ended = { exitCode: 0, signal: null, timedOut: false, canceled: false, truncated: false, ms: 1, survivors: [] }
  const output = { stdoutSha256: '', stderrSha256: '', stdoutBytes: 5, stderrBytes: 0, forModel: 'x' }
  return [
    { type: 'run.started', call: 'c', run: 'r', plan },
    { type: 'run.finished', call: 'c', run: 'r', ...ended, ...output },
  ]
}

function answer(decision: 'once' | 'deny', plan: Plan): FactBody[] {
  const { digest } = plan
  return [
    { type: 'approval.asked', call: 'c', digest, plan, verdict: { kind: 'ask', reason: '' } },
    { type: 'approval.answered', call: 'c', digest, decision, by: 'person' },
  ]
}
