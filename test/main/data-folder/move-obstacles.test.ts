import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdsRecord, locateHome } from '#main/data-folder/home'
import { type MovePorts, moveData } from '#main/data-folder/move-data'
import { describeMissing, findKept, recoverMove } from '#main/data-folder/recover-move'
import { canMount, mountSmallDisk, NO_MOUNT } from '#test/helpers/mount'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest } from '#test/main/ledger/open-for-test'
import { makeMessage } from '#test/main/ledger/sample-facts'

const quiet: MovePorts = { told: () => undefined, signal: new AbortController().signal }

async function makeData(desk: string) {
  const from = join(desk, 'config', 'Skillet')
  mkdirSync(from, { recursive: true })
  const { ledger } = await openForTest({ home: from })
  await ledger.append([makeMessage('said')])
  await ledger.close()
  return {
    from,
    pointerFile: `${from}-place.json`,
    locate: () => locateHome(undefined, { XDG_CONFIG_HOME: join(desk, 'config') }, 'linux'),
  }
}

/** As a start does it. */
async function start(locate: () => ReturnType<typeof locateHome>) {
  const place = locate()
  if (!place.ok) throw new Error('It was not found.')
  const pointer = await recoverMove(place)
  const { ledger } = await openForTest({ home: place.home })
  const facts = await ledger.read({ types: ['message.added'] })
  await ledger.close()
  return { home: place.home, pointer, facts: facts.length }
}

describe('a move that meets a bad disk', () => {
  it('leaves the old folder usable, even if the copy cannot be deleted', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const { from, pointerFile, locate } = await makeData(makeTempDir())
    const disk = mountSmallDisk('64m')
    const to = join(disk, 'data')
    const stop = new AbortController()
    const told: MovePorts['told'] = ({ phase }) => {
      if (phase !== 'switching') return
      execFileSync('mount', ['-o', 'remount,ro', disk])
      stop.abort()
    }
    expect(await moveData({ from, to, pointerFile }, { told, signal: stop.signal })).toMatchObject({ isCanceled: true })
    expect(await start(locate)).toMatchObject({ home: from, facts: 1 })
    expect(JSON.parse(readFileSync(join(to, 'moving.json'), 'utf8'))).toMatchObject({ role: 'new' })
  })

  it('is finished by the first start that can, if the old disk was full', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const disk = mountSmallDisk('8m')
    const { from, pointerFile, locate } = await makeData(disk)
    const to = join(makeTempDir(), 'data')
    expect(await moveData({ from, to, pointerFile }, quiet)).toEqual({ ok: true })
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize))
    expect(await start(locate)).toMatchObject({ home: to, facts: 1 })
    writeFileSync(join(disk, 'ballast'), '')
    const { home, pointer } = await start(locate)
    expect(findKept(pointer, home)).toContain(`${from}-moved-`)
    expect(existsSync(from)).toBe(false)
  })
})

describe('a place that cannot be read', () => {
  it('is reported like a missing one, if it is a file', async () => {
    const { from, pointerFile, locate } = await makeData(makeTempDir())
    const home = join(makeTempDir(), 'file')
    writeFileSync(home, 'x')
    writeFileSync(pointerFile, JSON.stringify({ id: 'a', home, from, at: '' }))
    expect(locate()).toMatchObject({ ok: false, message: expect.objectContaining({ code: 'data-folder-missing' }) })
  })

  it('is reported if it is what should say where the data is', async () => {
    const { pointerFile, locate, from } = await makeData(makeTempDir())
    mkdirSync(pointerFile)
    const place = locate()
    expect(place.ok || describeMissing(place)).toMatchObject({ home: null, instead: { folder: from, isEmpty: false } })
    rmdirSync(pointerFile)
    expect(locate()).toMatchObject({ ok: true, home: from })
  })

  it('counts as a data folder if it is closed to us: opening it says so', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may read everything')
    const closed = makeTempDir()
    chmodSync(closed, 0)
    const isHeld = holdsRecord(closed)
    chmodSync(closed, 0o700)
    expect(isHeld).toBe(true)
  })
})
