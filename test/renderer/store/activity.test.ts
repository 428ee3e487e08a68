import { describe, expect, it } from 'vitest'
import { ROWS } from '#renderer/gallery-records.ts'
import { openStore } from './open-store.ts'

const reply = <T>(value: T) => Promise.resolve({ ok: true, value })

describe('the list of commands', () => {
  it('is asked for with what is typed and chosen, and goes on where it ended', async () => {
    const asked: unknown[] = []
    const { store } = openStore(
      {},
      {
        'activity.list': (input) => {
          asked.push(input)
          const isFirst = !('before' in (input as object))
          return reply(
            isFirst ? { runs: ROWS.slice(0, 2), more: true, next: 40 } : { runs: ROWS.slice(1, 3), more: false },
          )
        },
      },
    )
    await store.getState().listActivity(' du ')
    await store.getState().filterActivity({ skill: 'disk-care', state: 'done' })
    await store.getState().listMoreActivity()
    await store.getState().listMoreActivity()
    const filter = { limit: 100, search: 'du', skill: 'disk-care', state: 'done' }
    expect(asked).toEqual([{ limit: 100, search: 'du' }, filter, { ...filter, before: 40 }])
    expect(store.getState().activity).toMatchObject({ rows: ROWS.slice(0, 3), more: false })
  })

  it('is written as it is filtered, and says where to', async () => {
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
  })

  it('says nothing where no file was chosen', async () => {
    const { store } = openStore({}, { 'activity.export': () => reply({ file: null, rows: 0 }) })
    await store.getState().exportActivity('jsonl')
    expect(store.getState().exported).toBeNull()
  })
})
