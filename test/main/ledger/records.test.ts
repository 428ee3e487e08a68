import { describe, expect, it } from 'vitest'
import { readConfig, writeConfig } from '#main/calls/tool-config'
import type { Ledger } from '#main/ledger/open-ledger'
import type { RecordDraft, RecordQuery, RecordReply } from '#shared/records'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest, openLedgerForTest } from './open-for-test.ts'

const draft = (more: Partial<RecordDraft> = {}): RecordDraft => ({
  ...{ schema_name: 'note.v1', title: 'A note', tags: [], context: {} },
  ...more,
})

const recordOf = (reply: RecordReply) => {
  if (!reply.ok || !('record' in reply)) throw new Error('no record')
  return reply.record
}

const create = async (ledger: Ledger, more: Partial<RecordDraft> = {}) =>
  recordOf(await ledger.records({ do: 'create', draft: draft(more), by: 'a/tool' }))

const find = async (ledger: Ledger, query: Partial<RecordQuery>) => {
  const reply = await ledger.records({ do: 'search', query: { limit: 50, ...query } })
  return reply.ok && 'found' in reply ? reply.found.records.map(({ title }) => title) : []
}

describe('the store of tools', () => {
  it('keeps records for the next start, apart from the facts', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    const made = await create(ledger, { tags: ['a'], context: { deep: [{ er: 1 }] } })
    await ledger.close()
    const again = await openLedgerForTest(home)
    expect(recordOf(await again.records({ do: 'get', id: made.id }))).toEqual(made)
    expect(await again.verify()).toMatchObject({ ok: true, facts: 0 })
  })

  it('keeps the settings of a tool that were saved last, although two were saved at the same time', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    const save = (city: string) => writeConfig(ledger.records, 'sample/a', { city })
    const read = async () => (await readConfig(ledger.records, { name: 'sample/a' }))?.values
    expect(await Promise.all([save('Bern'), save('Oslo')])).toEqual([true, true])
    expect(await read()).toEqual({ city: 'Oslo' })
    await Promise.all([save('Rome'), save('Kyiv')])
    expect(await read()).toEqual({ city: 'Kyiv' })
  })

  it('lets only one of two changes of one version win', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    const { id } = await create(ledger)
    const change = (title: string) => ledger.records({ do: 'update', id, version: 1, changes: { title } })
    const [first, second] = await Promise.all([change('first'), change('second')])
    expect(first).toMatchObject({ ok: true, record: { title: 'first', version: 2 } })
    expect(second).toEqual({ ok: false, why: 'conflict' })
  })

  it('finds a record by what it is now, not by what it was', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    const { id } = await create(ledger, { title: 'Milk', tags: ['old'] })
    await ledger.records({ do: 'update', id, version: 1, changes: { title: 'Bread', tags: ['new'] } })
    expect(await find(ledger, { text: 'milk' })).toEqual([])
    expect(await find(ledger, { tags: ['old'] })).toEqual([])
    await ledger.records({ do: 'update', id, version: 2, changes: { title: '买牛奶' } })
    expect(await find(ledger, { text: '牛奶' })).toEqual(['买牛奶'])
    await ledger.records({ do: 'update', id, version: 3, changes: { title: 'Bread' } })
    expect(await find(ledger, { text: '牛奶' })).toEqual([])
    expect(await find(ledger, { text: 'bre', tags: ['new'], schemas: ['note.v1'] })).toEqual(['Bread'])
    expect(await find(ledger, { schemas: [] })).toEqual([])
  })

  it('returns pages, the newest first, and says if there are more', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    for (const title of ['1', '2', '3']) await create(ledger, { title })
    expect(await ledger.records({ do: 'search', query: { limit: 2 } })).toMatchObject({
      found: { records: [{ title: '3' }, { title: '2' }], isMore: true },
    })
    expect(await find(ledger, { limit: 2, offset: 2 })).toEqual(['1'])
  })

  it('is read only if the record is only read', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    const { id } = await create(ledger)
    const reader = (await openForTest({ home, readOnly: true })).ledger
    expect(recordOf(await reader.records({ do: 'get', id })).id).toBe(id)
    await expect(reader.records({ do: 'delete', id })).rejects.toThrow()
  })

  it('treats a hostile query as words', async () => {
    const ledger = await openLedgerForTest(makeTempDir())
    await create(ledger, { title: `"quoted" NEAR(a b) * ' OR 1=1` })
    for (const text of ['"', '" OR "', 'NEAR(', '*', "' OR 1=1 --", '\0', '{"a":1}'])
      expect(await find(ledger, { text })).toBeInstanceOf(Array)
    expect(await find(ledger, { tags: ["' OR 1=1 --"], text: 'nothing' })).toEqual([])
  })
})
