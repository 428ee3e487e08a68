import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashText } from '#main/ledger/chain'
import { canMount, mount, mountSmallDisk, NO_MOUNT } from '#test/helpers/mount'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest, openInVain, openLedgerForTest, tamper } from './open-for-test.ts'
import { makeMessage } from './sample-facts.ts'

function remount(disk: string, options: string): void {
  execFileSync('mount', ['-o', `remount,${options}`, disk])
}

describe('an unusable home', () => {
  it('is named with the remedy if a file is in its way', async () => {
    const file = join(makeTempDir(), 'file')
    writeFileSync(file, '')
    for (const home of [file, join(file, 'below')]) {
      expect(await openInVain({ home })).toMatchObject({
        code: 'NOT_WRITABLE',
        message: expect.stringContaining(home),
        remedy: expect.stringContaining('Make sure that you can write to'),
      })
    }
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  it('is named if a folder is in the place of the record', async () => {
    const home = makeTempDir()
    mkdirSync(join(home, 'skillet.db'))
    expect(await openInVain({ home })).toMatchObject({ message: expect.stringContaining(home) })
  })

  it('is named to a reader if nothing was ever recorded there, and stays as it is', async () => {
    const home = join(makeTempDir(), 'nothing')
    expect(await openInVain({ home, readOnly: true })).toMatchObject({ code: 'NO_LEDGER' })
    mkdirSync(home)
    expect(await openInVain({ home, readOnly: true })).toMatchObject({ code: 'NO_LEDGER' })
    expect(readdirSync(home)).toEqual([])
  })

  it.each([false, true])('is left unchanged if a newer Skillet wrote it (readOnly: %s)', async (readOnly) => {
    const home = makeTempDir()
    await (await openLedgerForTest(home)).close()
    tamper(home, 'PRAGMA user_version = 1000', 'UPDATE head SET version = 1000', 'CREATE TABLE later (id)')
    const before = readFileSync(join(home, 'skillet.db'))
    expect(await openInVain({ home, readOnly })).toMatchObject({
      code: 'NEWER_VERSION',
      message: expect.stringContaining('version 1000'),
      remedy: expect.stringMatching(/newer Skillet/),
    })
    expect(readFileSync(join(home, 'skillet.db')).equals(before)).toBe(true)
    expect(readdirSync(home).filter((name) => name.includes('damaged'))).toEqual([])
  })

  it('is named to a reader if its record is damaged', async () => {
    const home = makeTempDir()
    writeFileSync(join(home, 'skillet.db'), 'no database'.repeat(1000))
    expect(await openInVain({ home, readOnly: true })).toMatchObject({ code: 'DAMAGED', remedy: /Restart Skillet/ })
    expect(readdirSync(home)).toEqual(['skillet.db'])
  })

  it('is named if the disk cannot be written', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const disk = mountSmallDisk('4m')
    remount(disk, 'ro')
    for (const home of [disk, join(disk, 'below')]) {
      expect(await openInVain({ home })).toMatchObject({ code: 'NOT_WRITABLE', message: expect.stringContaining(home) })
    }
  })

  it('is named, and loses nothing, if its damaged record cannot be moved aside', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const home = makeTempDir()
    const database = join(home, 'skillet.db')
    writeFileSync(database, 'no database'.repeat(1000))
    mount('--bind', database, database)
    expect(await openInVain({ home })).toMatchObject({
      code: 'DAMAGED',
      message: expect.stringMatching(/cannot be moved aside/),
      remedy: expect.stringContaining(database),
    })
    expect(readFileSync(database, 'utf8')).toBe('no database'.repeat(1000))
  })
})

describe('a full disk', () => {
  it('refuses facts by name, keeps what it acknowledged, and continues when there is space again', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const disk = mountSmallDisk('3m')
    const home = join(disk, 'home')
    const ledger = await openLedgerForTest(home)
    const acknowledged: number[] = []
    let refusal: unknown = null
    for (let n = 0; n < 200 && refusal === null; n += 1) {
      await ledger.append([makeMessage(`message ${n}`)], [`${n} `.repeat(20_000)]).then(
        ([fact]) => acknowledged.push(fact?.seq ?? 0),
        (error) => {
          refusal = error
        },
      )
    }
    expect(refusal).toMatchObject({
      name: 'LedgerError',
      code: 'DISK_FULL',
      message: expect.stringContaining(home),
      remedy: expect.stringMatching(/Free some space/),
    })
    expect(acknowledged.length).toBeGreaterThan(3)
    expect(await ledger.read()).toHaveLength(acknowledged.length)
    remount(disk, 'size=12m')
    const [next] = await ledger.append([makeMessage('space again')], ['x'.repeat(100_000)])
    expect(next?.seq).toBe(acknowledged.length + 1)
    expect(await ledger.verify()).toEqual({ ok: true, facts: acknowledged.length + 1 })
    await ledger.close()
    const again = await openForTest({ home })
    expect(again.salvaged).toBeUndefined()
    expect(await again.ledger.readText(hashText('x'.repeat(100_000)))).toHaveLength(100_000)
    await again.ledger.close()
  })

  it('is named if a record cannot even be started, or a damaged one cannot be rescued', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const disk = mountSmallDisk('1m')
    writeFileSync(join(disk, 'skillet.db'), 'no database'.repeat(1000))
    const { bsize, bavail } = statfsSync(disk)
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(bsize * bavail))
    const below = join(disk, 'below')
    expect(await openInVain({ home: disk })).toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringContaining(disk),
    })
    expect(await openInVain({ home: below })).toMatchObject({ code: 'DISK_FULL' })
    expect(readFileSync(join(disk, 'skillet.db'), 'utf8')).toBe('no database'.repeat(1000))
    expect(readdirSync(disk).filter((name) => name.includes('damaged'))).toEqual([])
    writeFileSync(join(disk, 'ballast'), '')
    expect((await openForTest({ home: disk })).salvaged).toMatchObject({ kept: 0 })
    expect((await openForTest({ home: below })).salvaged).toBeUndefined()
  })
})
