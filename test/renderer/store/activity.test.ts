import { describe, expect, it } from 'vitest'
import { rowAt } from '#renderer/store/activity.ts'
import { ROWS } from '../../stories/records.ts'
import { openStore } from './open-store.ts'

const reply = <T>(value: T) => Promise.resolve({ ok: true, value })

describe('the list of commands', () => {
  /** A record of so many commands, of which each page is asked for. */
  function openRecord(total: number) {
    const asked: { from: number }[] = []
    const world = { total, held: [] as (() => void)[], isHeld: false }
    const opened = openStore(
      {},
      {
        'activity.page': async (input) => {
          const { from, limit } = input as { from: number; limit: number }
          asked.push(input as { from: number })
          if (world.isHeld) await new Promise<void>((resolve) => world.held.push(resolve))
          const at = from < world.total ? from : Math.max(0, Math.floor((world.total - 1) / limit) * limit)
          const count = Math.max(0, Math.min(limit, world.total - at))
          const rows = Array.from({ length: count }, (_, n) => ({ ...ROWS[0], call: `call-${at + count - 1 - n}` }))
          return { ok: true, value: { total: world.total, from: at, rows, isPartial: false } }
        },
      },
    )
    const { store } = opened
    const callAt = (place: number) => rowAt(store.getState().activity, place)?.call
    return { ...opened, asked, world, callAt }
  }

  it('starts with the newest, loads the rows in view, and drops those far from it', async () => {
    const { store, asked, callAt } = openRecord(1_000_000)
    await store.getState().listActivity('')
    expect(store.getState().activity).toMatchObject({ total: 1_000_000, isReading: false })
    expect(callAt(999_999)).toBe('call-999999')
    for (let place = 999_900; place > 998_000; place -= 50) await store.getState().showActivity(place - 30, place)
    expect(callAt(998_010)).toBe('call-998010')
    await store.getState().showActivity(0, 40)
    expect(callAt(0)).toBe('call-0')
    expect(callAt(999_999)).toBeUndefined()
    expect(store.getState().activity.pages.size).toBeLessThan(10)
    const before = asked.length
    await store.getState().showActivity(5, 60)
    expect(asked).toHaveLength(before)
  })

  it('is read again if it is open when something happens, and stays visible meanwhile', async () => {
    const { store, asked, world, callAt } = openRecord(5000)
    await store.getState().listActivity('')
    await store.getState().showActivity(2010, 2050)
    world.total = 5001
    world.isHeld = true
    const read = store.getState().listActivity('')
    expect(callAt(2020)).toBe('call-2020')
    world.isHeld = false
    for (const letGo of world.held) letGo()
    await read
    expect(asked.at(-1)).toMatchObject({ from: 2000 })
    expect(store.getState().activity.total).toBe(5001)
    expect(callAt(2020)).toBe('call-2020')
  })

  it('keeps its first page if that comes into view before the reading ends', async () => {
    const { store, callAt } = openRecord(11)
    const stop = store.subscribe(({ activity: { total } }) => {
      if (total !== null) void store.getState().showActivity(0, 10)
    })
    await store.getState().listActivity('')
    stop()
    expect(callAt(10)).toBe('call-10')
  })

  it('ignores the answer to a request from before the words or the filter changed', async () => {
    const { store, world, asked } = openRecord(300)
    world.isHeld = true
    const slow = store.getState().listActivity('du')
    world.total = 7
    const quick = store.getState().filterActivity({ skill: 'disk-care', state: 'done' })
    for (const letGo of world.held.toReversed()) letGo()
    await Promise.all([slow, quick])
    expect(asked.at(-1)).toMatchObject({ search: 'du', skill: 'disk-care', state: 'done' })
    expect(store.getState().activity).toMatchObject({ total: 7, isReading: false })
  })

  it('lets the person choose two commands, keeps the last two, and lets each be deselected', () => {
    const { store } = openStore()
    const [a, b, c] = ROWS as [(typeof ROWS)[0], (typeof ROWS)[0], (typeof ROWS)[0]]
    for (const row of [a, b, c]) store.getState().chooseActivity(row)
    expect(store.getState().activity.chosen).toEqual([b, c])
    store.getState().chooseActivity(b)
    expect(store.getState().activity.chosen).toEqual([c])
  })

  it('is exported as it is filtered, and says where to until the record is verified', async () => {
    const asked: unknown[] = []
    const { store } = openStore(
      {},
      {
        'activity.export': (input) => {
          asked.push(input)
          return reply({ file: '/home/you/x.csv', rows: 7 })
        },
      },
    )
    await store.getState().filterActivity({ state: 'denied' })
    await store.getState().exportActivity('csv')
    expect(asked).toEqual([{ format: 'csv', state: 'denied' }])
    expect(store.getState().exported).toEqual({ file: '/home/you/x.csv', rows: 7 })
    await store.getState().verify()
    expect(store.getState().exported).toBeNull()
  })

  it('says nothing if no file was chosen', async () => {
    const { store } = openStore({}, { 'activity.export': () => reply({ file: null, rows: 0 }) })
    await store.getState().exportActivity('jsonl')
    expect(store.getState().exported).toBeNull()
  })
})
