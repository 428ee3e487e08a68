import { describe, expect, it } from 'vitest'
import { openStore } from './open-store.ts'

const ROW = { backup: 'skillet-2026-11-01T08-30-00-000Z-2.db', at: '2026-11-01T08:30:00.000Z', bytes: 90_000, facts: 2 }
const reply = <T>(value: T) => Promise.resolve({ ok: true, value })

describe('the backups in the settings', () => {
  it('are listed again after one was made, and only one is made at a time', async () => {
    let rows: (typeof ROW)[] = []
    let made = 0
    const { store } = openStore(
      {},
      {
        'backup.list': () => reply({ backups: rows }),
        'backup.make': () => {
          made += 1
          rows = [ROW]
          return reply({ backup: ROW })
        },
      },
    )
    const making = store.getState().makeBackup()
    expect(store.getState().isBackingUp).toBe(true)
    await Promise.all([making, store.getState().makeBackup()])
    expect(made).toBe(1)
    expect(store.getState()).toMatchObject({
      lists: { 'backup.list': { backups: [ROW] } },
      isBackingUp: false,
      problems: [],
    })
  })

  it('say why none was made', async () => {
    const refusal = { ok: false, error: { code: 'BACKUP_FAILED', message: 'There is no room.' } }
    const { store } = openStore({}, { 'backup.make': () => Promise.resolve(refusal) })
    await store.getState().makeBackup()
    expect(store.getState().problems).toMatchObject([{ message: 'There is no room.' }])
    expect(store.getState().isBackingUp).toBe(false)
  })
})

describe('what main asks of the window', () => {
  it('shows the page that the menu named, and nothing while a dialog is open', () => {
    const { store, push } = openStore()
    push({ kind: 'tick', tick: { tick: 'command', chat: null, command: 'open-settings' } })
    expect(store.getState().view).toBe('settings')
    push({ kind: 'tick', tick: { tick: 'command', chat: null, command: 'open-palette' } })
    expect(store.getState().overlay).toBe('palette')
    push({ kind: 'tick', tick: { tick: 'command', chat: null, command: 'open-skills' } })
    expect(store.getState().view).toBe('settings')
  })

  it('opens the chat that a notification named', () => {
    const { store, push } = openStore()
    store.getState().show('activity')
    push({ kind: 'tick', tick: { tick: 'open-chat', chat: 'chat-7' } })
    expect(store.getState()).toMatchObject({ open: 'chat-7', view: 'chat' })
  })
})
