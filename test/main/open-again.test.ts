import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { filesOf } from '#main/ledger/home'
import type { Core } from '#main/open-core'
import type { Rule } from '#shared/call/rule'
import type { NewFact } from '#shared/facts'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli } from '#test/main/cli/run-cli'
import { openHere } from '#test/main/ledger/open-for-test'

const STATS = { rounds: 1, calls: 0, promptTokens: 0, outputTokens: 0, ms: 1 }
const RULE = { id: 'rule-1', effect: 'ask', scope: { kind: 'always' }, skill: 'disk', tool: 'disk_space' }

async function openAt(home: string): Promise<Core> {
  const { core } = await openTestCore({ home })
  onTestFinished(() => core.close())
  return core
}

const turn = (chat: string, name: string, replaces?: string): NewFact[] => [
  { type: 'turn.started', chat, turn: name, model: 'm', ...(replaces !== undefined && { replaces }) },
  { type: 'message.added', chat, role: 'user', content: `Question of ${name}` },
  { type: 'turn.finished', chat, turn: name, reason: 'answered', stats: STATS },
]

async function record(core: Core): Promise<void> {
  for (const chat of ['one', 'two', 'three']) {
    await core.publish({ type: 'chat.created', chat, title: `Called ${chat}`, model: null }, ...turn(chat, `${chat}-1`))
  }
  await core.publish(...turn('one', 'one-2'), ...turn('one', 'one-3', 'one-2'))
  await core.publish({ type: 'chat.pinned', chat: 'two', pinned: true }, { type: 'chat.deleted', chat: 'three' })
  await core.publish({ type: 'message.queued', chat: 'two', message: 'm', text: 'Later' })
  await core.publish({ type: 'rule.made', chat: null, rule: RULE as unknown as Rule })
  for (const call of ['call-1', 'call-2']) {
    const answer = { decision: 'deny', by: 'rule', rule: RULE.id } as const
    await core.publish({ type: 'approval.answered', chat: 'one', call, digest: 'd', ...answer })
  }
}

/** All that a window asks first. */
const look = async ({ index, rules }: Core) => ({
  list: index.list(),
  deleted: index.isDeleted('three'),
  queued: index.queued('two').map(({ message }) => message),
  path: await index.path('one'),
  beside: await index.besideAt('one', (await index.path('one')).stretches[1]?.start ?? 0),
  rules: rules.list(() => null).map(({ rule, uses, lastUsed }) => [rule.id, uses, lastUsed]),
})

describe('a core that is opened again', () => {
  it('knows about its chats and rules what it knew before, without reading their facts', async () => {
    const home = makeTempDir()
    const first = await openAt(home)
    await record(first)
    const before = await look(first)
    expect(before).toMatchObject({ deleted: true, queued: ['m'], beside: 'one-2' })
    expect(before.list.map(({ chat, isPinned }) => [chat, isPinned])).toEqual([
      ['one', undefined],
      ['two', true],
    ])
    expect(before.rules).toMatchObject([['rule-1', 2, expect.any(String)]])
    await first.close()
    const second = await openAt(home)
    expect(await look(second)).toEqual(before)
    expect(await second.index.hasTurn('one', 'one-2')).toBe(true)
    expect(await second.index.hasTurn('two', 'one-2')).toBe(false)
  })

  it('passes over a kind of fact that a newer Skillet wrote, and loses nothing', async () => {
    const home = makeTempDir()
    const first = await openAt(home)
    await record(first)
    const before = await look(first)
    await first.close()
    const newer = await openHere(home)
    const starred = { type: 'chat.starred', chat: 'one', call: 'call-1', turn: 'one-1', rule: { id: 'rule-1' } }
    newer.append([starred as unknown as NewFact])
    newer.close()
    const second = await openAt(home)
    expect(await look(second)).toEqual(before)
    expect(await second.check.whole()).toMatchObject({ ok: true })
    expect((await second.ledger.read({ newestFirst: true, limit: 1 }))[0]).toMatchObject(starred)
    await second.close()
    const { code, stdout } = await callCli(['log', '--home', home], { cwd: home })
    expect([code, stdout]).toEqual([0, expect.stringContaining('chat.starred')])
  })

  it('shows what the facts say after the record was verified, whatever was stored next to them', async () => {
    const home = makeTempDir()
    const first = await openAt(home)
    await record(first)
    const before = await look(first)
    await first.close()
    const db = new Database(filesOf(home).database)
    db.exec(`UPDATE chats SET state = json_set(state, '$.title', 'Not its title') WHERE chat = 'one'`)
    db.close()
    const second = await openAt(home)
    expect(second.index.title('one')).toBe('Not its title')
    expect(await second.check.whole()).toMatchObject({ ok: true, repaired: 1 })
    expect(await look(second)).toEqual(before)
  })
})
