import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashText } from '#main/ledger/chain'
import type { Fact, NewFact } from '#shared/facts'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest, openLedgerForTest } from './open-for-test.ts'
import { finishRun, makeMessage, startRun } from './sample-facts.ts'

const seqs = (facts: Fact[]) => facts.map(({ seq }) => seq)

describe('an open ledger', () => {
  it.skipIf(process.platform === 'win32')('makes its home for its owner alone', async () => {
    const home = join(makeTempDir(), 'not', 'there', 'yet')
    await openLedgerForTest(home)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    for (const file of ['skillet.db', 'skillet.db-wal', 'skillet.db-head', 'owner.db', 'owner.json']) {
      expect([file, statSync(join(home, file)).mode & 0o777]).toEqual([file, 0o600])
    }
  })

  it('returns what it recorded, numbered and timed, and the same after it was closed', async () => {
    const home = makeTempDir()
    const facts = [makeMessage('first'), startRun('r'), finishRun('r'), makeMessage('"}{\\ \0\u2028 \ud800')]
    const ledger = await openLedgerForTest(home)
    const recorded = await ledger.append(facts)
    expect(recorded.map(({ seq: _, at: __, ...fact }) => fact)).toEqual(facts)
    expect(seqs(recorded)).toEqual([1, 2, 3, 4])
    expect(recorded.every(({ at }) => new Date(at).toISOString() === at)).toBe(true)
    expect(await ledger.read()).toEqual(recorded)
    await ledger.close()
    expect(await (await openLedgerForTest(home)).read()).toEqual(recorded)
  })

  it('returns any JSON of a fact unchanged', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    const args = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.parse(JSON.stringify({ value, __proto__: value })))
    await fc.assert(
      fc.asyncProperty(args, async (one) => {
        const [recorded] = await ledger.append([{ type: 'call.requested', chat: 'c', call: '1', tool: 't', args: one }])
        expect(recorded).toMatchObject({ args: one })
        expect(await ledger.read({ after: (recorded?.seq ?? 0) - 1 })).toEqual([recorded])
      }),
      { numRuns: 50 },
    )
  })

  it('does not let a fact choose its own number or time', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    const [first] = await ledger.append([makeMessage('first')])
    const again = { ...first, seq: 99, at: 'never' } as unknown as NewFact
    expect(await ledger.append([again])).toMatchObject([{ seq: 2, at: expect.stringMatching(/^\d{4}-/) }])
  })

  it('reads by chat, type, call and range, in either order', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    await ledger.append([
      { type: 'chat.created', chat: 'a', title: 'A', model: null },
      makeMessage('one', 'a'),
      makeMessage('two', 'b'),
      { type: 'setting.changed', chat: null, name: 'model', value: 'small' },
      startRun('r1', 'call-1'),
      finishRun('r1', 'call-1'),
      startRun('r2', 'call-2'),
    ])
    const read = async (query: Parameters<typeof ledger.read>[0]) => seqs(await ledger.read(query))
    expect(await read({ chat: 'a' })).toEqual([1, 2])
    expect(await read({ chat: null })).toEqual([4])
    expect(await read({ types: ['message.added', 'setting.changed'] })).toEqual([2, 3, 4])
    expect(await read({ chat: 'a', types: ['message.added'] })).toEqual([2])
    expect(await read({ types: [] })).toEqual([])
    expect(await read({ calls: ['call-1', 'call-2'], types: ['run.started'] })).toEqual([5, 7])
    expect(await read({ after: 2, before: 5 })).toEqual([3, 4])
    expect(await read({ newestFirst: true, limit: 2 })).toEqual([7, 6])
    expect(await read({ newestFirst: true, limit: 2, before: 6 })).toEqual([5, 4])
    expect(await read({ limit: 0 })).toEqual([])
  })

  it('finds facts by the beginnings of their words, newest first', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    await ledger.append([makeMessage('How full is the disk?'), startRun('r'), makeMessage('The disks are full.')])
    const search = async (query: Parameters<typeof ledger.search>[0]) => seqs(await ledger.search(query))
    expect(await search({ text: 'disk', limit: 9 })).toEqual([3, 2, 1])
    expect(await search({ text: 'full disk', limit: 9 })).toEqual([3, 1])
    expect(await search({ text: 'disk', types: ['run.started'], limit: 9 })).toEqual([2])
    expect(await search({ text: 'disk', before: 3, limit: 1 })).toEqual([2])
    expect(await search({ text: '" OR *', limit: 9 })).toEqual([])
  })

  it('keeps a text under its hash, once', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    const text = `output \0 größe ${'x'.repeat(100_000)}`
    await ledger.append([makeMessage('one')], [text])
    await ledger.append([], [text, ''])
    await ledger.append([], ['half a character: \ud83d'])
    expect(await ledger.readText(hashText(text))).toBe(text)
    expect(await ledger.readText(hashText(''))).toBe('')
    expect(await ledger.readText('nothing')).toBeNull()
    expect(await ledger.verify()).toEqual({ ok: true, facts: 1 })
    await ledger.close()
    const db = new Database(join(home, 'skillet.db'), { readonly: true })
    expect(db.prepare('SELECT count(*) FROM texts').pluck().get()).toBe(3)
    db.close()
  })

  it('records facts in the requested order, each one whole, even when hundreds wait at once', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    const asked = Array.from({ length: 1200 }, (_, n) => [makeMessage(`${n} first`), makeMessage(`${n} second`)])
    const recorded = await Promise.all(asked.map((facts) => ledger.append(facts)))
    expect(recorded.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: 2400 }, (_, n) => n + 1))
    expect(await ledger.read()).toEqual(recorded.flat())
  })

  it('refuses a fact that JSON cannot hold, and records what was requested next to it', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const withArgs = (args: unknown) => ({ type: 'call.requested', chat: null, call: '1', tool: 't', args }) as NewFact
    const results = await Promise.allSettled([
      ledger.append([makeMessage('before')]),
      ledger.append([makeMessage('lost with it'), withArgs({ deep })]),
      ledger.append([withArgs(circle)]),
      ledger.append([withArgs({ big: 1n })]),
      ledger.append([makeMessage('after')]),
    ])
    const refused = { status: 'rejected', reason: { name: 'LedgerError', code: 'NOT_RECORDABLE' } }
    expect(results).toMatchObject([{ status: 'fulfilled' }, refused, refused, refused, { status: 'fulfilled' }])
    expect(await ledger.read()).toMatchObject([
      { seq: 1, content: 'before' },
      { seq: 2, content: 'after' },
    ])
    expect(await ledger.verify()).toEqual({ ok: true, facts: 2 })
  })

  it('finishes what was requested before it closes, and refuses what comes after', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    const last = ledger.append([makeMessage('last')])
    await Promise.all([ledger.close(), ledger.close()])
    expect(await last).toMatchObject([{ seq: 1 }])
    await expect(ledger.append([makeMessage('late')])).rejects.toMatchObject({ code: 'CLOSED' })
    await expect(ledger.read()).rejects.toMatchObject({ code: 'CLOSED' })
    expect(existsSync(join(home, 'skillet.db-wal'))).toBe(false)
    expect(existsSync(join(home, 'owner.json'))).toBe(false)
  })

  it('can be read by another process while it is open, but only read', async () => {
    const home = makeTempDir()
    const writer = await openLedgerForTest(home)
    await writer.append([makeMessage('disk')], ['text'])
    const { ledger: reader } = await openForTest({ home, readOnly: true })
    expect(await reader.read()).toMatchObject([{ content: 'disk' }])
    await writer.append([makeMessage('more disk')])
    expect(await reader.search({ text: 'disk', limit: 9 })).toHaveLength(2)
    expect(await reader.readText(hashText('text'))).toBe('text')
    expect(await reader.verify()).toEqual({ ok: true, facts: 2 })
    await expect(reader.append([makeMessage('mine')])).rejects.toMatchObject({ code: 'READ_ONLY' })
    await reader.close()
    expect(await writer.append([makeMessage('on')])).toMatchObject([{ seq: 3 }])
  })

  it.each([
    ['when it was closed', 'await ledger.close()'],
    ['when it was forgotten', ''],
  ])('does not keep its process alive %s', (_, last) => {
    const program = `
      const { openLedger } = await import('#main/ledger/open-ledger')
      const { ledger } = await openLedger({ home: ${JSON.stringify(makeTempDir())} })
      await ledger.append([{ type: 'chat.deleted', chat: 'c' }])
      ${last}`
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 })
    expect([ended.signal, ended.status, String(ended.stderr)]).toEqual([null, 0, ''])
  })
})
