import { describe, expect, it, vi } from 'vitest'
import { handleCalls } from '#main/requests/handle-calls'
import { openShop } from '#test/helpers/installed-skill'

async function open() {
  const shop = await openShop()
  await shop.trust()
  return { ...shop, calls: handleCalls(shop.core) }
}

const args = (text: string) => JSON.stringify({ text })

const until = <T>(look: () => Promise<T | undefined>) =>
  vi.waitFor(
    async () => {
      const seen = await look()
      if (seen === undefined) throw new Error('it did not come to that')
      return seen
    },
    { timeout: 30_000, interval: 5 },
  )

describe('a person’s own call', () => {
  it('is planned exactly as it would run, and starts and records nothing', async () => {
    const { calls, core } = await open()
    const before = await core.ledger.read()
    const planned = await calls['call.plan']({ tool: 'say', args: args('hello') })
    expect(planned).toMatchObject({
      ok: true,
      value: { ok: true, plan: { action: { argv: ['echo', 'hello'] }, resolvers: [{ outcome: 'scripts-off' }] } },
    })
    expect(await core.ledger.read()).toEqual(before)
  })

  it('says which argument is wrong, is not an object, or is not JSON, as a preview', async () => {
    const { calls } = await open()
    const plan = (text: string, tool = 'say') => calls['call.plan']({ tool, args: text })
    expect(await plan('{"text":{}}')).toMatchObject({ value: { ok: false, path: 'text' } })
    expect(await plan('{}')).toMatchObject({ value: { ok: false, code: 'PARAM_MISSING', path: 'text' } })
    expect(await plan('[]')).toMatchObject({ value: { ok: false, code: 'ARGS_INVALID' } })
    expect(await plan('{')).toMatchObject({ value: { ok: false, message: expect.stringContaining('not JSON') } })
    expect(await plan('{}', 'nothing')).toMatchObject({ value: { ok: false, code: 'TOOL_UNKNOWN' } })
  })

  it('passes the same checks and is recorded as the person’s, without a chat', async () => {
    const { calls, core } = await open()
    const begun = await calls['call.run']({ tool: 'say', args: args('hello') })
    const call = begun.ok ? begun.value.call : ''
    const facts = await until(async () => {
      const facts = await core.ledger.read({ calls: [call] })
      return facts.some(({ type }) => type === 'run.finished') ? facts : undefined
    })
    expect(facts.map(({ type }) => type)).toEqual([
      ...['call.requested', 'approval.asked', 'approval.answered', 'run.started', 'run.finished'],
    ])
    expect(facts[0]).toMatchObject({ chat: null, caller: { kind: 'person' }, tool: 'say' })
    expect(await calls['call.run']({ tool: 'say', args: '7' })).toMatchObject({ error: { code: 'ARGS_INVALID' } })
  })

  it('runs again in the earlier call’s chat with other arguments, and the model learns nothing', async () => {
    const { calls, core } = await open()
    const created = await core.publish({ type: 'chat.created', chat: 'chat-1', title: 'x', model: null })
    expect(created).toBeUndefined()
    const signal = new AbortController().signal
    await core.runCall({
      caller: { kind: 'model', from: 'protocol' },
      chat: 'chat-1',
      call: 'first',
      tool: 'say',
      args: { text: 'one' },
      signal,
    })
    const again = await calls['call.rerun']({ call: 'first', args: args('two') })
    const call = again.ok ? again.value.call : ''
    const finished = await until(async () => (await core.ledger.read({ calls: [call], types: ['run.finished'] }))[0])
    expect(finished).toMatchObject({ chat: 'chat-1' })
    const [requested] = await core.ledger.read({ calls: [call], types: ['call.requested'] })
    expect(requested).toMatchObject({ caller: { kind: 'person' }, args: { text: 'two' } })
    expect(await core.ledger.read({ chat: 'chat-1', types: ['message.added'] })).toEqual([])
    const same = await calls['call.rerun']({ call: 'first' })
    expect(same).toMatchObject({ ok: true })
    await until(async () => {
      return (await core.ledger.read({ chat: 'chat-1', types: ['run.finished'] })).length === 3 ? true : undefined
    })
  })

  it('is refused for an unrecorded call, and for a deleted chat', async () => {
    const { calls, core } = await open()
    expect(await calls['call.rerun']({ call: 'nobody' })).toMatchObject({ error: { code: 'CALL_NOT_FOUND' } })
    await core.publish({ type: 'chat.created', chat: 'chat-1', title: 'x', model: null })
    const signal = new AbortController().signal
    await core.runCall({
      caller: { kind: 'model', from: 'protocol' },
      chat: 'chat-1',
      call: 'first',
      tool: 'say',
      args: { text: 'one' },
      signal,
    })
    await core.publish({ type: 'chat.deleted', chat: 'chat-1' })
    expect(await calls['call.rerun']({ call: 'first' })).toMatchObject({ error: { code: 'CHAT_UNKNOWN' } })
  })

  it('is stopped while it waits, and not after it is over', async () => {
    const shop = await openShop(undefined, {
      decide: (_call, _plan, _verdict, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(null))),
    })
    await shop.trust()
    const calls = handleCalls(shop.core)
    const begun = await calls['call.run']({ tool: 'say', args: args('hello') })
    const call = begun.ok ? begun.value.call : ''
    await until(async () => (await shop.core.ledger.read({ calls: [call], types: ['approval.asked'] }))[0])
    expect(await calls['call.stop']({ call })).toEqual({ ok: true, value: { stopped: true } })
    const refused = await until(
      async () => (await shop.core.ledger.read({ calls: [call], types: ['call.refused'] }))[0],
    )
    expect(refused).toMatchObject({ code: 'NOT_ANSWERED' })
    await until(async () => ((await calls['call.stop']({ call })).ok ? true : undefined))
    expect(await calls['call.stop']({ call: 'nobody' })).toEqual({ ok: true, value: { stopped: false } })
  })

  it('ends with its chat, and asks nobody any more', async () => {
    const shop = await openShop(undefined, {
      decide: (call, _plan, _verdict, signal) =>
        call === 'first'
          ? Promise.resolve({ decision: 'once', by: 'person' })
          : new Promise((resolve) => signal.addEventListener('abort', () => resolve(null))),
    })
    await shop.trust()
    const calls = handleCalls(shop.core)
    await shop.core.publish({ type: 'chat.created', chat: 'chat-1', title: 'x', model: null })
    const signal = new AbortController().signal
    await shop.core.runCall({
      caller: { kind: 'model', from: 'protocol' },
      chat: 'chat-1',
      call: 'first',
      tool: 'say',
      args: { text: 'one' },
      signal,
    })
    const begun = await calls['call.rerun']({ call: 'first', args: args('two') })
    const call = begun.ok ? begun.value.call : ''
    await until(async () => (await shop.core.ledger.read({ calls: [call], types: ['approval.asked'] }))[0])
    await shop.core.publish({ type: 'chat.deleted', chat: 'chat-1' })
    const refused = await until(
      async () => (await shop.core.ledger.read({ calls: [call], types: ['call.refused'] }))[0],
    )
    expect(refused).toMatchObject({ code: 'NOT_ANSWERED' })
  })
})
