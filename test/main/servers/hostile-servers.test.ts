import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRunning, readProcess } from '#main/runners/process/process-table'
import { textOf } from '#shared/messages/message'
import { hostile, openServerShop } from '#test/helpers/mcp-skill'
import { describeEnforced } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

const acting = async (...words: string[]) => accept(await openServerShop({ bad: hostile(...words) }))

async function accept(shop: Awaited<ReturnType<typeof openServerShop>>) {
  await shop.accept()
  return shop
}

describe('a server that misbehaves while it is listed', () => {
  it('is reported with its last words if it closes at once', async () => {
    const shop = await openServerShop({ bad: hostile('closes') })
    await shop.trust()
    const connected = await shop.connect()
    expect(connected).toMatchObject({ ok: false, error: { code: 'SERVER_FAILED' } })
    if (!connected.ok) expect(textOf(connected.error.message)).toMatch(/exit code 1.*there is no such database/)
    expect(shop.facts).toContainEqual(expect.objectContaining({ type: 'server.ended', exitCode: 1 }))
  })

  it('is listed although it prints garbage between its answers', async () => {
    const shop = await acting('garbage')
    expect(await shop.call('bad_act')).toMatchObject({ forModel: 'done' })
  })

  it('loses the tools that cannot be given to a model, each with its reason, and keeps the others', async () => {
    const shop = await openServerShop({ bad: hostile('names') })
    await shop.accept()
    const { tools = [], withheld = [], diagnostics = [] } = shop.skill() ?? {}
    expect(tools.map(({ name }) => name)).toEqual(['bad_fine', 'bad___proto__', 'bad_hides', 'bad_pattern', 'bad_lies'])
    expect(withheld.map(({ diagnostic: { code } }) => code).sort()).toEqual([
      ...['SCHEMA_INVALID', 'TOOL_NAME', 'TOOL_NAME', 'TOOL_NAME', 'TOOL_NAME'],
    ])
    expect(diagnostics.map(({ code }) => code)).toContain('HIDDEN_TEXT')
    // What the server says of its own harmlessness lowers nothing.
    expect((await shop.call('bad_lies')).plan?.risk.class).toBe('C')
    expect(await shop.call('bad___proto__')).toMatchObject({ forModel: 'done' })
  })
})

describe('a server that misbehaves while it is called', () => {
  it('may answer twice, and the first answer counts', async () => {
    const shop = await acting('twice')
    expect(await shop.call('bad_act')).toMatchObject({ forModel: 'first' })
    expect(await shop.call('bad_act')).toMatchObject({ forModel: 'first' })
  })

  it('is ended if it sends a line of 100 MB', async () => {
    const shop = await acting('long')
    expect(await shop.call('bad_act')).toMatchObject({ succeeded: false, forModel: expect.stringContaining('32 MiB') })
  })

  it('may flood notifications without delaying its answer', async () => {
    const shop = await acting('flood')
    expect(await shop.call('bad_act')).toMatchObject({ forModel: 'done' })
  })

  it('is reported dead at once, and restarted for the next call until it has failed three times', async () => {
    const waits: number[] = []
    const backoffMs = (failures: number) => waits.push(failures)
    const shop = await accept(await openServerShop({ bad: hostile('dies') }, { servers: { backoffMs } }))
    const first = await shop.call('bad_act')
    expect(first).toMatchObject({ succeeded: false, forModel: expect.stringContaining('exit code 3') })
    await shop.call('bad_act')
    await shop.call('bad_act')
    const started = shop.facts.filter(({ type }) => type === 'server.started').length
    const last = await shop.call('bad_act')
    expect([last.run?.how, last.run?.failure?.code]).toEqual(['not-started', 'server-failed-often'])
    expect(shop.facts.filter(({ type }) => type === 'server.started')).toHaveLength(started)
    expect(waits).toEqual([1, 2])
  }, 60_000)

  it('times out if it never answers a call, and is told about a canceled call', async () => {
    const shop = await acting('never')
    expect((await shop.call('bad_act', {}, undefined, 300)).run).toMatchObject({ how: 'timed-out' })
    const stop = new AbortController()
    const canceled = shop.call('bad_act', {}, stop.signal)
    shop.core.listen(
      (push) => push.kind === 'fact' && push.fact.type === 'run.started' && setImmediate(() => stop.abort()),
    )
    expect((await canceled).run).toMatchObject({ how: 'canceled' })
  })

  it('loses a tool that it describes differently than at its review, until the next review', async () => {
    const shop = await acting('changes')
    expect(await shop.call('bad_act')).toMatchObject({ forModel: 'done' })
    const changed = await shop.call('bad_act')
    expect([changed.run?.how, changed.run?.failure?.code]).toEqual(['not-started', 'server-tool-changed'])
    expect(shop.skill()?.tools).toEqual([])
    expect(shop.skill()?.withheld).toMatchObject([{ name: 'bad_act', diagnostic: { code: 'SERVER_CHANGED' } }])
    expect(await shop.call('bad_act')).toMatchObject({ error: { code: 'TOOL_BROKEN' } })
    await shop.connect()
    expect(shop.skill()).toMatchObject({ state: 'trusted', tools: [{ name: 'bad_act' }] })
  })

  it('fails if its result says so, and shows its progress', async () => {
    expect((await (await acting('fails')).call('bad_act')).forModel).toMatch(/^error: .*\nit did not work$/)
    const shop = await acting('progress')
    expect(await shop.call('bad_act')).toMatchObject({ forModel: 'done' })
  })

  it('gets no answer when it asks for a model', async () => {
    const shop = await acting('sampling')
    expect((await shop.call('bad_act')).forModel).toMatch(/-32601|not supported|not found/i)
  })

  it('sees its own environment, and neither the app’s nor another secret', async () => {
    const env = { ...hostile('environment'), env: { MINE: 'yes' } }
    const shop = await openServerShop({ bad: env })
    await shop.accept()
    const seen = JSON.parse((await shop.call('bad_act')).forModel) as Record<string, string>
    expect(seen).toMatchObject({ MINE: 'yes' })
    expect(seen).not.toHaveProperty('NODE_ENV')
    const loaded = await openServerShop({ bad: { ...hostile('environment'), env: { LD_PRELOAD: '/tmp/x.so' } } })
    await loaded.trust()
    expect(await loaded.connect()).toMatchObject({ ok: false, error: { code: 'SERVER_FAILED' } })
    expect(loaded.facts.some(({ type }) => type === 'server.started')).toBe(false)
  })

  it('takes its children along when it ends', async () => {
    const shop = await acting('children')
    const pid = Number((await shop.call('bad_act')).forModel)
    expect(pid).toBeGreaterThan(1)
    await shop.core.close()
    expect(isRunning(readProcess(pid))).toBe(false)
  })

  it('is ended although it ignores the end of its input and the request to end', async () => {
    const shop = await acting('stays')
    await shop.call('bad_act')
    await shop.core.close()
    expect(shop.facts.at(-1)).toMatchObject({ type: 'server.ended', signal: 'SIGKILL' })
  })
})

it('is waited for only as long as allowed, and the message says so', async () => {
  // Longer than the probe for the newer era, after which it is greeted in the older one.
  const shop = await openServerShop({ bad: hostile('silent') }, { servers: { connectMs: 3000 } })
  await shop.trust()
  const connected = await shop.connect()
  if (!connected.ok) expect(textOf(connected.error.message)).toContain('did not answer')
  expect(connected.ok).toBe(false)
}, 60_000)

describeEnforced('a server in the sandbox', () => {
  it('writes only in its own folders', async () => {
    const folder = makeTempDir()
    const outside = join(homedir(), `skillet-test-${process.pid}`)
    for (const [path, said] of [
      [join(folder, 'a'), 'written'],
      [outside, 'refused: EROFS'],
    ] as const) {
      const shop = await openServerShop({ bad: { ...hostile('writes', path), folders: [folder] } }, { sandbox: 'auto' })
      await shop.accept()
      const outcome = await shop.call('bad_act')
      expect(outcome).toMatchObject({ forModel: said, plan: { sandbox: 'enforced', grants: { write: [folder] } } })
      await shop.core.close()
    }
    expect(existsSync(outside)).toBe(false)
    expect(existsSync(join(folder, 'a'))).toBe(true)
  })
})
