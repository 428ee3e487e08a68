import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  folderOfBackups,
  isBackupDue,
  keepBackups,
  listBackups,
  makeBackup,
  removeUnfinished,
} from '#main/data-folder/backups'
import type { Question } from '#main/electron/window-ports'
import { handleBackups } from '#main/requests/handle-data'
import { describeRestored } from '#main/requests/start-notices'
import { textOf } from '#shared/messages/message'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest, openLedgerForTest } from '#test/main/ledger/open-for-test'
import { makeMessage } from '#test/main/ledger/sample-facts'

const day = (n: number, time = '08:30:00.000'): Date => new Date(`2026-11-${String(n).padStart(2, '0')}T${time}Z`)

describe('the backups of a folder', () => {
  it('are listed newest first, each with its time, size and number of facts', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    expect(listBackups(home)).toEqual([])
    await ledger.append([makeMessage('one')])
    const first = await makeBackup(home, day(1))
    await ledger.append([makeMessage('two')])
    const second = await makeBackup(home, day(2))
    expect(second).toMatchObject({
      backup: 'skillet-2026-11-02T08-30-00-000Z-2.db',
      facts: 2,
      at: day(2).toISOString(),
    })
    expect(listBackups(home)).toEqual([second, first])
  })

  it('cover the last seven days, and the oldest are removed first', async () => {
    const home = makeTempDir()
    await openLedgerForTest(home)
    for (let n = 1; n <= 9; n++) await makeBackup(home, day(n))
    expect(listBackups(home).map(({ at }) => Number(at.slice(8, 10)))).toEqual([9, 8, 7, 6, 5, 4, 3])
  })

  it('of one busy day are at most seven, and remove none of another day', async () => {
    const home = makeTempDir()
    await openLedgerForTest(home)
    await makeBackup(home, day(1))
    await makeBackup(home, day(1, '09:00:00.000'))
    for (let n = 1; n <= 9; n++) await makeBackup(home, day(2, `10:00:0${n}.000`))
    expect(listBackups(home).map(({ at }) => at.slice(8, 19))).toEqual([
      ...[9, 8, 7, 6, 5, 4, 3].map((n) => `02T10:00:0${n}`),
      '01T09:00:00',
    ])
  })

  it('keep the newest, even if the clock was set back', async () => {
    const home = makeTempDir()
    await openLedgerForTest(home)
    for (let n = 11; n <= 17; n++) await makeBackup(home, day(n))
    const { backup } = await makeBackup(home, day(2))
    expect(listBackups(home)).toHaveLength(7)
    expect(listBackups(home).at(-1)?.backup).toBe(backup)
  })

  it('neither count nor remove files with other names', async () => {
    const home = makeTempDir()
    await openLedgerForTest(home)
    mkdirSync(join(folderOfBackups(home), 'skillet-2026-11-01T08-30-00-000Z-1.db'), { recursive: true })
    writeFileSync(join(folderOfBackups(home), 'mine.db'), '')
    writeFileSync(join(folderOfBackups(home), 'skillet-2026-11-01T08-30-00-000Z.part'), 'half')
    expect(listBackups(home)).toEqual([])
    removeUnfinished(home)
    expect(readdirSync(folderOfBackups(home))).toEqual(['mine.db', 'skillet-2026-11-01T08-30-00-000Z-1.db'])
  })

  it('start without a folder for them, and say why none can be made', async () => {
    const home = makeTempDir()
    await openLedgerForTest(home)
    writeFileSync(folderOfBackups(home), 'no folder')
    keepBackups(home, () => undefined)()
    expect([listBackups(home), isBackupDue(home)]).toEqual([[], true])
    await expect(makeBackup(home)).rejects.toMatchObject({ name: 'LedgerError' })
  })

  it('are made once a day, also after one that was dated in the future', async () => {
    const home = makeTempDir()
    await openLedgerForTest(home)
    for (const at of [day(29), day(5, '01:00:00.000')]) await makeBackup(home, at)
    expect([isBackupDue(home, day(5)), isBackupDue(home, day(6))]).toEqual([false, true])
  })

  it.each([
    ['there is none', null, day(5), true],
    ['the last is of today', day(5, '01:00:00.000'), day(5), false],
    ['the last is a day old', day(4), day(5), true],
    ['the clock was corrected by minutes', day(5, '08:40:00.000'), day(5), false],
    ['the last is of a time to come', day(9), day(5), true],
  ])('are due or not: %s', async (_case, last, now, isDue) => {
    const home = makeTempDir()
    await openLedgerForTest(home)
    if (last) await makeBackup(home, last)
    expect(isBackupDue(home, now)).toBe(isDue)
  })
})

describe('the calls of the window', () => {
  it('make a backup and restore it after the person says so, and the next start reports it', async () => {
    const { core } = await openTestCore({ home: makeTempDir() })
    const { handlers, questions, relaunched } = watch(core, true)
    await core.publish(makeMessage('before'))
    const made = await handlers['backup.make']({})
    if (!made.ok) throw new Error(textOf(made.error.message))
    await core.publish(makeMessage('after'))
    expect(await handlers['backup.list']({})).toEqual({ ok: true, value: { backups: [made.value.backup] } })
    const { backup, facts } = made.value.backup
    expect(await handlers['backup.restore']({ backup })).toEqual({ ok: true, value: { restoring: true } })
    expect(questions).toMatchObject([{ detail: expect.stringContaining(`${facts} entries`) }])
    expect(relaunched()).toBe(1)
    await core.close()

    const { ledger, restored } = await openForTest({ home: core.home })
    const contents = (await ledger.read({ types: ['message.added'] })).map((fact) => 'content' in fact && fact.content)
    expect(contents).toEqual(['before'])
    expect(describeRestored(restored)).toMatchObject([{ remedy: expect.stringContaining('skillet.db.replaced-') }])
  })

  it('make one backup if several are requested at once', async () => {
    const { core } = await openTestCore({ home: makeTempDir() })
    const { handlers } = watch(core, true)
    const made = await Promise.all([1, 2, 3].map(() => handlers['backup.make']({})))
    expect(made.every(({ ok }) => ok)).toBe(true)
    expect(listBackups(core.home)).toHaveLength(1)
    await core.close()
  })

  it('change nothing if the person says no or there is no such backup', async () => {
    const { core } = await openTestCore({ home: makeTempDir() })
    const { handlers, relaunched } = watch(core, false)
    const made = await handlers['backup.make']({})
    const backup = made.ok ? made.value.backup.backup : ''
    expect(await handlers['backup.restore']({ backup })).toEqual({ ok: true, value: { restoring: false } })
    expect(await handlers['backup.restore']({ backup: 'skillet-1.db' })).toMatchObject({
      error: { code: 'BACKUP_UNKNOWN' },
    })
    expect(relaunched()).toBe(0)
    expect(readdirSync(core.home).filter((name) => name.startsWith('skillet.db.'))).toEqual([])
    await core.close()
  })

  it('say why a backup cannot be restored, and nothing restarts', async () => {
    const { core } = await openTestCore({ home: makeTempDir() })
    const { handlers, relaunched } = watch(core, true)
    const made = await handlers['backup.make']({})
    const backup = made.ok ? made.value.backup.backup : ''
    writeFileSync(join(folderOfBackups(core.home), backup), 'rubbish')
    expect(await handlers['backup.restore']({ backup })).toMatchObject({
      error: { code: 'BACKUP_FAILED', message: expect.stringContaining('Choose another backup') },
    })
    expect(relaunched()).toBe(0)
    expect(readdirSync(core.home)).not.toContain('skillet.db.restored')
    await core.close()
  })
})

function watch(core: { home: string }, says: boolean) {
  const questions: Question[] = []
  let relaunched = 0
  const handlers = handleBackups(core, {
    confirm: async (question) => {
      questions.push(question)
      return says
    },
    relaunch: () => {
      relaunched += 1
    },
  })
  return { handlers, questions, relaunched: () => relaunched }
}
