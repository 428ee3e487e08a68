import { describe, expect, it } from 'vitest'
import { fillSearchGap, hasGap } from '#main/ledger/call-index'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeOldHome } from '#test/main/ledger/make-old-home'
import { openForTest, openHere, openLedgerForTest } from '#test/main/ledger/open-for-test'
import { makeMessage } from '#test/main/ledger/sample-facts'

const FACTS = 1700

const makeHome = () =>
  makeOldHome(
    1,
    Array.from({ length: FACTS }, (_, n) => makeMessage(`river number ${n}`)),
  )

const found = (open: Awaited<ReturnType<typeof openHere>>, text: string): unknown[] =>
  JSON.parse(open.store.search({ text, limit: 5000 }))

describe('a record from before the index had single letters', () => {
  it('is searched completely the first time, by words, by one letter and by two', async () => {
    const ledger = await openLedgerForTest(makeHome())
    for (const text of ['river', 'r', 'ri']) expect(await ledger.search({ text, limit: 5000 })).toHaveLength(FACTS)
    expect(await ledger.search({ text: '1699', limit: 5 })).toHaveLength(1)
    expect(await ledger.verify()).toEqual({ ok: true, facts: FACTS })
  })

  it('is indexed in pieces, continues after an interruption, and takes new facts meanwhile', async () => {
    const home = makeHome()
    const first = await openHere(home)
    let pieces = 0
    const cutOff = fillSearchGap(first.db, async () => {
      pieces += 1
      first.append([makeMessage(`stream ${pieces}`)])
      if (pieces === 2) throw new Error('cut off')
    })
    await expect(cutOff).rejects.toThrow('cut off')
    expect(found(first, 'river')).toHaveLength(200)
    first.close()

    const second = await openHere(home)
    expect(hasGap(second.db, 'search_gap')).toBe(true)
    await fillSearchGap(second.db, async () => undefined)
    expect(hasGap(second.db, 'search_gap')).toBe(false)
    expect(found(second, 'r')).toHaveLength(FACTS)
    expect(found(second, 's')).toHaveLength(2)
    await fillSearchGap(second.db, async () => undefined)
    expect(found(second, 'river')).toHaveLength(FACTS)
  })

  it('tells a reader that it cannot be searched yet, instead of finding less', async () => {
    const home = makeHome()
    ;(await openHere(home)).close()
    const { ledger } = await openForTest({ home, readOnly: true })
    await expect(ledger.search({ text: 'river', limit: 5 })).rejects.toMatchObject({ code: 'NOT_INDEXED' })
    expect(await ledger.read({ limit: 1 })).toHaveLength(1)
  })

  it('needs nothing more if it starts empty', async () => {
    expect(hasGap((await openHere(makeTempDir())).db, 'search_gap')).toBe(false)
  })
})
