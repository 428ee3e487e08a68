import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf } from '#main/ledger/home'
import { backUp, stageRestore } from '#main/ledger/open-ledger'
import { canMount, mountSmallDisk, NO_MOUNT } from '#test/helpers/mount'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest, openHere, openLedgerForTest, tamper } from '#test/main/ledger/open-for-test'
import { makeMessage } from '#test/main/ledger/sample-facts'

const stemIn = (home: string) => join(home, 'backups', 'one')
const makeBackup = async (home: string) => (await backUp(home, stemIn(home))).file

describe('a backup of the record', () => {
  it('contains every fact and text, with their seals, in one file that needs no other', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    await ledger.append([makeMessage('river'), makeMessage('budget')], ['a long output'])
    const { facts, file } = await backUp(home, stemIn(home))
    expect(facts).toBe(2)
    expect(readdirSync(join(home, 'backups'))).toEqual(['one-2.db'])
    const other = makeTempDir()
    writeFileSync(filesOf(other).database, readFileSync(file))
    const copy = await openHere(other)
    expect(await copy.verify()).toEqual({ ok: true, facts: 2 })
    expect(copy.read()).toMatchObject([{ content: 'river' }, { content: 'budget' }])
    expect(JSON.parse(copy.store.search({ text: 'riv', limit: 5 }))).toHaveLength(1)
    expect(copy.db.prepare('SELECT text FROM texts').pluck().all()).toEqual(['a long output'])
  })

  it('can be read only by its owner', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no such modes')
    const home = makeTempDir()
    await openLedgerForTest(home)
    const file = await makeBackup(home)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, 'backups')).mode & 0o777).toBe(0o700)
  })

  it('is whole while facts are recorded, and contains those acknowledged before it began', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    const many = Array.from({ length: 2000 }, (_, n) => makeMessage(`message ${n}`))
    await ledger.append(many)
    let isCopying = true
    const copying = backUp(home, stemIn(home)).finally(() => {
      isCopying = false
    })
    let during = 0
    while (isCopying) {
      await ledger.append([makeMessage(`during ${during}`)])
      during += 1
    }
    const { facts, file } = await copying
    expect(facts).toBeGreaterThanOrEqual(2000)
    expect(facts).toBeLessThanOrEqual(2000 + during)
    expect(await ledger.verify()).toMatchObject({ ok: true, facts: 2000 + during })
    await stageRestore(home, file)
  })

  it('is refused, and leaves nothing behind, if the record is damaged', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    await ledger.append([makeMessage('one'), makeMessage('two')])
    await ledger.close()
    tamper(home, `UPDATE head SET hash = 'other'`)
    await expect(makeBackup(home)).rejects.toMatchObject({
      code: 'BACKUP_UNUSABLE',
      message: expect.stringContaining('last entry'),
    })
    expect(readdirSync(join(home, 'backups'))).toEqual([])
  })

  it('is refused before a byte is written if the disk has no room, and the record continues', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const home = join(mountSmallDisk('4m'), 'home')
    const ledger = await openLedgerForTest(home)
    await ledger.append([makeMessage('x'.repeat(300_000))])
    const { bavail, bsize } = statfsSync(home)
    writeFileSync(join(home, 'ballast'), Buffer.alloc(bavail * bsize - 900_000))
    await expect(makeBackup(home)).rejects.toMatchObject({
      code: 'DISK_FULL',
      remedy: expect.stringContaining('Free some space'),
    })
    expect(readdirSync(join(home, 'backups'))).toEqual([])
    await ledger.append([makeMessage('and on')])
    expect(await ledger.verify()).toMatchObject({ ok: true, facts: 2 })
  })
})

describe('restoring a backup', () => {
  it('happens at the next start, is recorded, and keeps the old data whole under another name', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    await ledger.append([makeMessage('before')])
    const file = await makeBackup(home)
    await ledger.append([makeMessage('after')])
    const staged = await stageRestore(home, file)
    expect(await ledger.read()).toHaveLength(2)
    await ledger.close()

    const { ledger: restored, restored: told } = await openForTest({ home })
    expect(told).toEqual(staged)
    expect(await restored.read()).toMatchObject([
      { content: 'before' },
      { type: 'ledger.restored', from: 'one-1.db', movedTo: staged.movedTo },
    ])
    expect(await restored.verify()).toEqual({ ok: true, facts: 2 })
    await restored.close()
    const other = makeTempDir()
    writeFileSync(filesOf(other).database, readFileSync(staged.movedTo))
    expect((await openHere(other)).read()).toMatchObject([{ content: 'before' }, { content: 'after' }])
    expect((await openForTest({ home })).restored).toBeUndefined()
  })

  it('brings back everything after the record was damaged beyond reading', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    await ledger.append([makeMessage('one'), makeMessage('two')])
    const file = await makeBackup(home)
    await ledger.close()
    writeFileSync(filesOf(home).database, Buffer.alloc(50_000, 0x5a))
    const { ledger: rest, salvaged } = await openForTest({ home })
    expect(salvaged).toMatchObject({ kept: 0 })
    await stageRestore(home, file)
    await rest.close()
    const { ledger: restored } = await openForTest({ home })
    expect(await restored.read({ types: ['message.added'] })).toMatchObject([{ content: 'one' }, { content: 'two' }])
  })

  it.each([
    ['one letter changed', (bytes: Buffer) => bytes.write('massage 77 ', bytes.indexOf('message 77 '))],
    ['a cut tail', (bytes: Buffer) => bytes.fill(0, bytes.length - 8192)],
    ['no form at all', (bytes: Buffer) => bytes.fill(0x20)],
  ])('is refused for a backup with %s, and nothing is changed', async (_name, damage) => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    await ledger.append(Array.from({ length: 200 }, (_, n) => makeMessage(`message ${n} ${'word '.repeat(20)}`)))
    const file = await makeBackup(home)
    const bytes = readFileSync(file)
    damage(bytes)
    writeFileSync(file, bytes)
    await expect(stageRestore(home, file)).rejects.toMatchObject({ code: 'BACKUP_UNUSABLE' })
    expect(existsSync(filesOf(home).restored)).toBe(false)
    expect(existsSync(filesOf(home).restoring)).toBe(false)
    expect(await ledger.verify()).toMatchObject({ ok: true, facts: 200 })
  })

  it('is finished at the next start if it was cut off between its moves', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    await ledger.append([makeMessage('before')])
    const file = await makeBackup(home)
    const { movedTo } = await stageRestore(home, file)
    await ledger.close()
    const { database, witness } = filesOf(home)
    writeFileSync(movedTo, readFileSync(database))
    rmSync(database)
    const restored = await openHere(home)
    expect(restored.restored).toMatchObject({ movedTo })
    expect(restored.read()).toMatchObject([{ content: 'before' }, { type: 'ledger.restored' }])
    expect(existsSync(`${movedTo}-head`)).toBe(true)
    expect(existsSync(witness)).toBe(true)
  })

  it('moves nothing for a staged file that is not a backup, and puts it aside', async () => {
    const home = makeTempDir()
    const ledger = await openLedgerForTest(home)
    await ledger.append([makeMessage('mine')])
    await ledger.close()
    writeFileSync(filesOf(home).restored, 'rubbish')
    const { ledger: again, restored } = await openForTest({ home })
    expect(restored).toBeUndefined()
    expect(await again.read()).toMatchObject([{ content: 'mine' }])
    expect(readdirSync(home).filter((name) => name.includes('restored.damaged'))).toHaveLength(1)
  })
})
