import { describe, expect, it } from 'vitest'
import { hasGap } from '#main/ledger/call-index'
import { filesOf } from '#main/ledger/home'
import { migrate, openForWriting } from '#main/ledger/migrations'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeOldHome } from '#test/main/ledger/make-old-home'
import { openForTest, openHere, openInVain, openLedgerForTest, tamper } from '#test/main/ledger/open-for-test'
import { makeMessage } from '#test/main/ledger/sample-facts'

const FACTS = 1700

const makeHome = () =>
  makeOldHome(
    1,
    Array.from({ length: FACTS }, (_, n) => makeMessage(`river number ${n}`)),
  )

const found = (open: Awaited<ReturnType<typeof openHere>>, text: string): unknown[] =>
  JSON.parse(open.store.search({ text, limit: 5000 }))

/** As a start leaves it that was killed before it had filled the index. */
function migrateOnly(home: string): void {
  const db = openForWriting(filesOf(home).database)
  migrate(db)
  db.close()
}

describe('a record from before the index had single letters', () => {
  it('is searched completely the first time, by words, by one letter and by two', async () => {
    const ledger = await openLedgerForTest(makeHome())
    for (const text of ['river', 'r', 'ri']) expect(await ledger.search({ text, limit: 5000 })).toHaveLength(FACTS)
    expect(await ledger.search({ text: '1699', limit: 5 })).toHaveLength(1)
    expect(await ledger.verify()).toEqual({ ok: true, facts: FACTS })
  })

  it('is indexed in pieces, continues after an interruption, and then takes new facts', async () => {
    const home = makeHome()
    migrateOnly(home)
    // The first 200 facts were indexed before the interruption.
    tamper(
      home,
      "INSERT INTO search (rowid, words) SELECT seq, json_extract(body, '$.content') FROM facts WHERE seq <= 200",
      'UPDATE search_gap SET next = 201',
    )
    const open = await openHere(home)
    expect(hasGap(open.db)).toBe(false)
    open.append([makeMessage('stream')])
    expect(found(open, 'r')).toHaveLength(FACTS)
    expect(found(open, 's')).toHaveLength(1)
    expect(found(open, 'river')).toHaveLength(FACTS)
  })

  it('tells a reader that it cannot be searched yet, instead of finding less', async () => {
    const home = makeHome()
    migrateOnly(home)
    expect(await openInVain({ home, readOnly: true })).toMatchObject({ code: 'OLDER_VERSION' })
    ;(await openHere(home)).close()
    const { ledger } = await openForTest({ home, readOnly: true })
    expect(await ledger.search({ text: 'river', limit: 5000 })).toHaveLength(FACTS)
  })

  it('needs nothing more if it starts empty', async () => {
    expect(hasGap((await openHere(makeTempDir())).db)).toBe(false)
  })
})
