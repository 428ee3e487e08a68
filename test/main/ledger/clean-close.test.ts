import { copyFileSync, existsSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { doubt, filesOf, takeClosedNote } from '#main/ledger/home'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openHere } from './open-for-test.ts'
import { makeMessage } from './sample-facts.ts'

async function makeClosedHome(): Promise<string> {
  const home = makeTempDir()
  const open = await openHere(home)
  open.append(Array.from({ length: 300 }, (_, n) => makeMessage(`message ${n}`)))
  open.close()
  return home
}

/** Breaks a page in the middle, where opening does not come by, and says so to nobody. */
function breakPage(home: string, keepTimes: boolean): void {
  const { database } = filesOf(home)
  const before = statSync(database)
  const bytes = readFileSync(database)
  const page = Math.floor(bytes.length / 4096 / 2) * 4096
  bytes.fill(0xff, page, page + 4096)
  writeFileSync(database, bytes)
  if (!keepTimes) return
  // The system's clock for files goes in steps, and two things in one step bear one time.
  do utimesSync(database, before.atime, before.mtime)
  while (statSync(database).ctimeMs === before.ctimeMs)
}

describe('a closed database', () => {
  it('is trusted again as long as nobody touches it, for one opening', async () => {
    const home = await makeClosedHome()
    expect(takeClosedNote(home)).toBe(true)
    expect(takeClosedNote(home)).toBe(false)
  })

  it('is not checked while it is open, and is trusted again by each opening that is closed', async () => {
    const home = await makeClosedHome()
    for (let round = 0; round < 3; round += 1) {
      const open = await openHere(home)
      expect(existsSync(filesOf(home).closed)).toBe(false)
      open.append([makeMessage('more')])
      open.close()
      expect(existsSync(filesOf(home).closed)).toBe(true)
    }
    expect(takeClosedNote(home)).toBe(true)
  })

  const touches: [string, (home: string) => void][] = [
    ['one byte written at once', (home) => breakPage(home, false)],
    ['its time set back after a write', (home) => breakPage(home, true)],
    [
      'a write by another program',
      (home) => new Database(filesOf(home).database).exec('UPDATE head SET texts = texts + 1').close(),
    ],
    [
      'a copy in its place',
      (home) => {
        const { database } = filesOf(home)
        copyFileSync(database, `${database}.copy`)
        renameSync(`${database}.copy`, database)
      },
    ],
    ['a log beside it', (home) => writeFileSync(filesOf(home).log, 'log')],
    ['damage that was met while it was open', doubt],
    ['a note that says something else', (home) => writeFileSync(filesOf(home).closed, '0 0 0 0\n')],
  ]
  it.each(touches)('is not trusted after %s', async (_, touch) => {
    const home = await makeClosedHome()
    touch(home)
    expect(takeClosedNote(home)).toBe(false)
  })

  it.each([false, true])('is checked whole, and rescued, if a page is broken (times kept: %s)', async (keepTimes) => {
    const home = await makeClosedHome()
    breakPage(home, keepTimes)
    const open = await openHere(home)
    expect(open.salvaged?.movedTo).toBeDefined()
    expect(open.read().some(({ type }) => type === 'ledger.salvaged')).toBe(true)
  })

  it('is checked once if in doubt, and trusted again if it is sound', async () => {
    const home = await makeClosedHome()
    doubt(home)
    ;(await openHere(home)).close()
    expect(existsSync(filesOf(home).doubted)).toBe(false)
    expect(takeClosedNote(home)).toBe(true)
  })
})
