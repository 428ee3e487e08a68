import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { readWhole } from '#main/calls/read-output'
import { filesOf } from '#main/ledger/home'
import { handleRules } from '#main/requests/handle-rules'
import { describeRule, type RuleRow } from '#shared/call/rule'
import type { FactOf } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { openTestCore, type TestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

let open: TestCore | undefined
afterEach(async () => {
  await open?.core.close()
  open = undefined
})

describe('remembering a decision', () => {
  it('runs the same again without asking, by a rule that the record names and that counts its uses', async () => {
    const { ask, call, rules, facts, questions } = await start()
    await ask({ text: 'hello' }, 'values')
    expect(questions).toMatchObject([{ action: 'Always allow…', message: expect.stringContaining('text = "hello"') }])
    const [made] = await rules()
    const before = facts.length
    expect((await call({ text: 'hello' })).run?.stdout).toBe('hello\n')
    expect(facts.slice(before).map(({ type }) => type)).toEqual([
      ...['call.requested', 'approval.answered', 'run.started', 'run.finished'],
    ])
    expect(facts[before + 1]).toMatchObject({ decision: 'once', by: 'rule', rule: made?.rule.id })
    expect(await rules()).toMatchObject([{ uses: 1, isUnused: false }])
  })

  it('asks about other values, and about everything again after the rule is revoked', async () => {
    const { ask, rules, handlers, waits } = await start()
    await ask({ text: 'hello' }, 'values')
    expect(await waits({ text: 'something else' })).toBe(true)
    const [made] = await rules()
    expect(await handlers['rule.revoke']({ rule: made?.rule.id ?? '' })).toMatchObject({ ok: true })
    expect(await waits({ text: 'hello' })).toBe(true)
    expect(await rules()).toEqual([])
  })

  it('survives a restart', async () => {
    const home = makeTempDir()
    const first = await start(home)
    await first.ask({ text: 'hello' }, 'tool')
    await open?.core.close()
    const { call } = await start(home)
    expect((await call({ text: 'anything' })).run?.stdout).toBe('anything\n')
  })

  it.each([
    ['and its tables are as before', true, /^Entry \d+ was altered after it was recorded/],
    ['and its tables too', false, /Entries that are kept although they were altered: 1/],
  ])(
    'holds no more once another hand changed the record, %s, and the person is told',
    async (_how, isHidden, damage) => {
      const home = makeTempDir()
      const first = await start(home)
      await first.ask({ text: 'hello' }, 'values')
      await open?.core.close()
      const db = new DatabaseSync(filesOf(home).database)
      const trigger = db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'facts_never_change'`).get()
      db.exec('DROP TRIGGER facts_never_change')
      db.exec(`UPDATE facts SET body = replace(body, 'hello', 'other') WHERE type = 'rule.made'`)
      if (isHidden) db.exec(String(trigger?.sql))
      db.close()
      const { waits, handlers } = await start(home)
      expect(await waits({ text: 'other' })).toBe(true)
      expect(await handlers['rule.list']({})).toMatchObject({
        value: { rules: [{ idle: 'damaged' }], damage: expect.stringMatching(damage) },
      })
      expect(textOf(open?.core.notices.at(-1)?.message ?? '')).toContain('nothing runs automatically any more')
    },
  )

  it('can forbid a tool for good; taking that back needs a confirmation', async () => {
    const { ask, call, rules, handlers, questions, confirm } = await start()
    expect(await ask({ text: 'hello' }, 'never')).toMatchObject({ error: { code: 'DECLINED' } })
    expect(await call({ text: 'other' })).toMatchObject({ error: { code: 'REFUSED' }, verdict: { kind: 'refuse' } })
    const [made] = await rules()
    confirm(false)
    expect(await handlers['rule.revoke']({ rule: made?.rule.id ?? '' })).toMatchObject({ ok: false })
    expect(questions.at(-1)?.message).toBe('Always deny echo_say')
    expect(await rules()).toHaveLength(1)
  })

  it('stores nothing the person did not confirm outside the page, and nothing that was not offered', async () => {
    const { handlers, rules, begin, confirm } = await start()
    const { asked, done } = await begin({ text: 'hello' })
    confirm(false)
    const { call, digest } = asked
    const answer = { call, digest, decision: 'remember' } as const
    expect(await handlers['approval.answer']({ ...answer, choice: 'values' })).toEqual({
      ok: true,
      value: { accepted: false },
    })
    expect(await handlers['approval.answer']({ ...answer, choice: 'everything' })).toMatchObject({ ok: false })
    expect(await handlers['approval.answer'](answer)).toMatchObject({ ok: false, error: { code: 'RULE_UNKNOWN' } })
    expect(await rules()).toEqual([])
    expect(open?.core.approvals.waiting()).toEqual([call])
    await handlers['approval.answer']({ call, digest, decision: 'deny' })
    await done
  })

  it('is offered in words that come from the rule itself and are stored nowhere', async () => {
    const { begin, handlers } = await start()
    const { asked, done } = await begin({ text: 'hello' })
    expect(asked.proposals?.map(({ choice, rule }) => [choice, describeRule(rule)])).toEqual([
      ['chat', 'Always allow echo_say in this chat'],
      ['values', expect.stringMatching(/^Always allow echo_say with only text = "hello" until \d{4}-\d\d-\d\d$/)],
      ['tool', expect.stringMatching(/^Always allow echo_say until /)],
      ['never', 'Always deny echo_say'],
    ])
    expect(JSON.stringify(asked)).not.toContain('Always allow')
    await handlers['approval.answer']({ call: asked.call, digest: asked.digest, decision: 'deny' })
    await done
  })
})

describe('a command of class D', () => {
  const outside = { text: '/etc/hostname' }

  it('runs only after a system dialog was confirmed too', async () => {
    const { begin, handlers, confirm, questions, facts } = await start()
    const { asked, done } = await begin(outside)
    expect(asked.verdict).toMatchObject({ kind: 'ask', class: 'D' })
    const { call, digest } = asked
    confirm(false)
    expect(await handlers['approval.answer']({ call, digest, decision: 'once' })).toEqual({
      ...{ ok: true, value: { accepted: false } },
    })
    expect(facts.some(({ type }) => type === 'run.started')).toBe(false)
    confirm(true)
    expect(await handlers['approval.answer']({ call, digest, decision: 'once' })).toMatchObject({ ok: true })
    expect((await done).run?.exitCode).toBe(0)
    expect(questions).toHaveLength(2)
  })

  it('is remembered as exactly this command, for the session only', async () => {
    const home = makeTempDir()
    const first = await start(home)
    await first.ask(outside, 'exact')
    expect((await first.call(outside)).run?.exitCode).toBe(0)
    expect(await first.waits({ text: '/etc/passwd' })).toBe(true)
    await open?.core.close()
    const { waits } = await start(home)
    expect(await waits(outside)).toBe(true)
  })

  it('is never offered to be remembered in any other way', async () => {
    const { begin, handlers } = await start()
    const { asked, done } = await begin(outside)
    expect(asked.proposals?.map(({ choice }) => choice)).toEqual(['exact', 'never'])
    await handlers['approval.answer']({ call: asked.call, digest: asked.digest, decision: 'deny' })
    await done
  })
})

describe('the run policy of a chat', () => {
  it('lets trusted skills run after that is confirmed, records it, and still asks about class D', async () => {
    const { handlers, chat, call, waits, facts, confirm } = await start()
    confirm(false)
    expect(await handlers['chat.setPolicy']({ chat, policy: 'trusted' })).toEqual({
      ok: true,
      value: { changed: false },
    })
    confirm(true)
    await handlers['chat.setPolicy']({ chat, policy: 'trusted' })
    expect((await call({ text: 'free' })).run?.stdout).toBe('free\n')
    expect(facts.findLast(({ type }) => type === 'approval.answered')).toMatchObject({
      ...{ by: 'policy', decision: 'once', why: { code: 'why-trusted' } },
    })
    expect(await waits({ text: '/etc/hostname' })).toBe(true)
    await handlers['chat.setPolicy']({ chat, policy: 'default' })
    expect(await waits({ text: 'free' })).toBe(true)
  })
})

describe('other arguments', () => {
  const other = JSON.stringify({ text: 'mine' })

  it('run in place of those on the card, after one decision, and the model is told and can read it again', async () => {
    const { begin, handlers, facts, chat } = await start()
    const { asked, done } = await begin({ text: 'theirs' })
    const planned = await open?.core.plan({ tool: 'echo_say', args: { text: 'mine' } })
    const preview = planned?.ok ? planned.plan.digest : ''
    const answer = { call: asked.call, digest: asked.digest, decision: 'once', edited: other, preview } as const
    expect(await handlers['approval.answer'](answer)).toMatchObject({ value: { accepted: true } })
    const { run, forModel } = await done
    expect(run?.stdout).toBe('mine\n')
    expect(forModel).toBe('note: the person changed the arguments before it ran. They are now: {"text":"mine"}\nmine')
    expect(open && (await readWhole(open.core.ledger, chat, asked.call))).toBe(forModel)
    expect(facts.filter(({ type }) => type === 'approval.asked')).toHaveLength(1)
    expect(facts.find(({ type }) => type === 'approval.answered')).toMatchObject({ edited: { text: 'mine' } })
  })

  it('are refused if the page shows something other than main would run, and the question stays open', async () => {
    const { begin, handlers } = await start()
    const stop = new AbortController()
    const { asked, done } = await begin({ text: 'theirs' }, stop.signal)
    const answer = {
      call: asked.call,
      digest: asked.digest,
      decision: 'once',
      edited: other,
      preview: '0'.repeat(64),
    } as const
    expect(await handlers['approval.answer'](answer)).toMatchObject({
      ok: false,
      error: { message: { code: 'edit-stale' } },
    })
    expect(await handlers['approval.answer']({ ...answer, edited: '{"text":' })).toMatchObject({ ok: false })
    expect(open?.core.approvals.waiting()).toEqual([asked.call])
    stop.abort()
    expect((await done).run).toBeUndefined()
  })
})

async function start(home = makeTempDir()) {
  const opened = await openTestCore({ home })
  open = opened
  const { core, facts, next } = opened
  const questions: { message: string; action: string }[] = []
  let isConfirmed = true
  const handlers = handleRules(core, {
    confirm: async (question) => {
      questions.push(question)
      return isConfirmed
    },
  })
  const chat = core.index.list()[0]?.chat ?? (await core.chats.create())
  const call = (args: { text: string }, signal = new AbortController().signal) =>
    core.runCall({
      caller: { kind: 'model', from: 'protocol' },
      chat,
      call: randomUUID(),
      tool: 'echo_say',
      args,
      signal,
    })
  const begin = async (args: { text: string }, signal?: AbortSignal) => {
    const waiting = next('approval.asked')
    const done = call(args, signal)
    const asked: FactOf<'approval.asked'> = await waiting
    // Shown first, awaited a moment later.
    while (!core.approvals.waiting().includes(asked.call)) await new Promise(setImmediate)
    return { asked, done }
  }
  return {
    ...{ handlers, facts, questions, chat, call, begin },
    confirm: (answer: boolean) => {
      isConfirmed = answer
    },
    rules: async (): Promise<RuleRow[]> => {
      const listed = await handlers['rule.list']({})
      return listed.ok ? listed.value.rules : []
    },
    ask: async (args: { text: string }, choice: string) => {
      const { asked, done } = await begin(args)
      await handlers['approval.answer']({ call: asked.call, digest: asked.digest, decision: 'remember', choice })
      return done
    },
    /** Whether it waits for the person, who then ends the turn. */
    waits: async (args: { text: string }) => {
      const stop = new AbortController()
      const { done } = await begin(args, stop.signal)
      stop.abort()
      return (await done).error?.code === 'NOT_ANSWERED'
    },
  }
}
