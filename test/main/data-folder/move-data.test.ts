import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FoundPlace, locateHome } from '#main/data-folder/home'
import { type MovePorts, moveData } from '#main/data-folder/move-data'
import { describeMissing, findKept, recoverMove, useInstead } from '#main/data-folder/recover-move'
import { describePlace } from '#main/requests/start-notices'
import { textOf } from '#shared/messages/message'
import { canMount, mountSmallDisk, NO_MOUNT } from '#test/helpers/mount'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest, openInVain, openLedgerForTest } from '#test/main/ledger/open-for-test'
import { makeMessage } from '#test/main/ledger/sample-facts'

const quiet: MovePorts = { told: () => undefined, signal: new AbortController().signal }
const PLATFORM = 'linux'

/** A person's own folders: where the data lies by itself, and an empty place to move it to. */
async function makeDesk(facts = 3) {
  const desk = makeTempDir()
  const env = { XDG_CONFIG_HOME: join(desk, 'config') }
  const locate = () => locateHome(undefined, env, PLATFORM)
  const from = join(desk, 'config', 'Skillet')
  mkdirSync(from, { recursive: true })
  const ledger = await openLedgerForTest(from)
  for (let n = 0; n < facts; n++) await ledger.append([makeMessage(`fact ${n}`)], [`text ${n}`])
  await ledger.close()
  writeFileSync(join(from, 'drafts.json'), '{"new":"half a thought"}')
  mkdirSync(join(from, 'store', 'abc'), { recursive: true })
  mkdirSync(join(from, 'window', 'Cache'), { recursive: true })
  writeFileSync(join(from, 'store', 'abc', 'SKILL.md'), 'read me')
  symlinkSync('SKILL.md', join(from, 'store', 'abc', 'link.md'))
  await chmod(join(from, 'store', 'abc', 'SKILL.md'), 0o444)
  await chmod(join(from, 'store', 'abc'), 0o555)
  return { desk, env, locate, from, to: join(desk, 'elsewhere', 'data'), pointerFile: `${from}-place.json` }
}

/** As a start does it: finds the folder, ends what was begun, opens the record. */
async function start(locate: () => ReturnType<typeof locateHome>) {
  const place = locate()
  if (!place.ok) throw new Error(textOf(place.message))
  const pointer = await recoverMove(place)
  const { ledger } = await openForTest({ home: place.home })
  const facts = await ledger.read({ types: ['message.added'] })
  const { ok } = await ledger.verify()
  await ledger.close()
  const draft = readFileSync(join(place.home, 'drafts.json'), 'utf8')
  const skill = readFileSync(join(place.home, 'store', 'abc', 'link.md'), 'utf8')
  return { place: { ...place, pointer } as FoundPlace, facts: facts.length, ok, draft, skill }
}

const WHOLE = { facts: 3, ok: true, draft: '{"new":"half a thought"}', skill: 'read me' }

async function moveAndDie(args: { from: string; to: string; pointerFile: string }, step: string): Promise<boolean> {
  const script = join(import.meta.dirname, 'move-process.ts')
  const given = [script, args.from, args.to, args.pointerFile, step]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'close')
  return signal === 'SIGKILL'
}

/** Seven entries are copied and checked; SKILLET_EVERY_STEP=1 kills at each of them. */
const EVERY = process.env.SKILLET_EVERY_STEP === '1' ? [1, 2, 3, 4, 5, 6, 7] : [1, 5]
const STEPS = [
  'preparing 1',
  ...EVERY.map((n) => `copying ${n}`),
  ...EVERY.map((n) => `checking ${n}`),
  'switching 1',
  'done 1',
]

describe('moving the data', () => {
  it('takes everything along, and leaves the old folder whole under a clear name', async () => {
    const { locate, from, to, pointerFile, desk } = await makeDesk()
    const phases: string[] = []
    const told: MovePorts['told'] = ({ phase, done, whole }) => {
      phases.push(phase)
      expect(done <= whole).toBe(true)
    }
    expect(await moveData({ from, to, pointerFile }, { ...quiet, told })).toEqual({ ok: true })
    expect([...new Set(phases)]).toEqual(['preparing', 'copying', 'checking', 'switching', 'done'])
    const { place, ...found } = await start(locate)
    expect(found).toEqual(WHOLE)
    expect(place.home).toBe(to)
    expect(existsSync(join(to, 'window'))).toBe(false)
    expect(existsSync(join(to, 'moving.json'))).toBe(false)
    const kept = findKept(place.pointer, to) ?? ''
    expect(kept).toContain(`${from}-moved-`)
    expect(existsSync(from)).toBe(false)
    const { ledger } = await openForTest({ home: kept, readOnly: true })
    expect(await ledger.read({ types: ['message.added'] })).toHaveLength(3)
    expect(readdirSync(join(desk, 'config')).sort()).toHaveLength(2)
  })

  it('can be repeated, and reversed', async () => {
    const { locate, from, to, pointerFile } = await makeDesk()
    await moveData({ from, to, pointerFile }, quiet)
    await start(locate)
    expect(await moveData({ from: to, to: from, pointerFile }, quiet)).toEqual({ ok: true })
    const { place, ...found } = await start(locate)
    expect([place.home, found]).toEqual([from, WHOLE])
    expect(findKept(place.pointer, from)).toContain(`${to}-moved-`)
  })

  it.each(STEPS)('leaves the old folder or the new one whole, killed at: %s', async (step) => {
    const desk = await makeDesk()
    expect(await moveAndDie(desk, step)).toBe(true)
    const { place, ...found } = await start(desk.locate)
    expect(found).toEqual(WHOLE)
    expect(place.home).toBe(step === 'done 1' ? desk.to : desk.from)
    expect(existsSync(join(place.home, 'moving.json'))).toBe(false)
    if (place.home === desk.to) return expect(findKept(place.pointer, desk.to)).toContain('-moved-')
    expect(existsSync(desk.to)).toBe(false)
    expect(await moveData(desk, quiet)).toEqual({ ok: true })
    expect((await start(desk.locate)).place.home).toBe(desk.to)
  })

  it('finds the old folder, renamed right before a power failure', async () => {
    const { locate, from, to, pointerFile } = await makeDesk()
    await moveData({ from, to, pointerFile }, quiet)
    const before = readFileSync(pointerFile, 'utf8')
    const { place } = await start(locate)
    const kept = findKept(place.pointer, to)
    writeFileSync(pointerFile, before)
    writeFileSync(join(kept ?? '', 'moving.json'), JSON.stringify({ ...JSON.parse(before), role: 'old' }))
    expect(findKept((await start(locate)).place.pointer, to)).toBe(kept)
    expect(existsSync(join(kept ?? '', 'moving.json'))).toBe(false)
  })

  it('lets nobody else into the chosen empty folder, whoever could open it before', async () => {
    const { from, to, pointerFile } = await makeDesk()
    mkdirSync(to, { recursive: true })
    await chmod(to, 0o777)
    expect(await moveData({ from, to, pointerFile }, quiet)).toEqual({ ok: true })
    expect(statSync(to).mode & 0o777).toBe(0o700)
  })

  it('stops when the person says so and leaves nothing of the copy', async () => {
    const desk = await makeDesk()
    const stop = new AbortController()
    const told: MovePorts['told'] = ({ phase }) => phase === 'checking' && stop.abort()
    expect(await moveData(desk, { told, signal: stop.signal })).toMatchObject({ ok: false, isCanceled: true })
    expect(existsSync(desk.to)).toBe(false)
    expect((await start(desk.locate)).place.home).toBe(desk.from)
  })

  it('waits for a process that has the record open, and then says so', async () => {
    const desk = await makeDesk()
    const { ledger } = await openForTest({ home: desk.from })
    expect(await moveData(desk, { ...quiet, waitForOwnerMs: 0 })).toMatchObject({
      ok: false,
      message: expect.stringContaining('is using'),
    })
    await ledger.append([makeMessage('one more')])
    expect(await ledger.read({ types: ['message.added'] })).toHaveLength(4)
  })

  it('lets nobody write to a moving folder, or to half a copy', async () => {
    const desk = await makeDesk()
    const seen: Promise<string>[] = []
    const told: MovePorts['told'] = ({ phase }) => {
      if (phase !== 'checking' || seen.length > 0) return
      for (const home of [desk.from, desk.to]) seen.push(openInVain({ home }).then(({ code }) => code))
      seen.push(openInVain({ home: desk.to, readOnly: true }).then(({ code }) => code))
    }
    await moveData(desk, { ...quiet, told })
    expect((await Promise.all(seen))[0]).toMatch(/OWNED|MOVING/)
    expect((await Promise.all(seen)).slice(1)).toEqual(['MOVING', 'MOVING'])
    expect(await openInVain({ home: desk.from })).toMatchObject({
      code: 'MOVING',
      message: expect.stringContaining(desk.to),
    })
  })

  it('notices a copy that differs from the original', async () => {
    const desk = await makeDesk()
    const told: MovePorts['told'] = ({ phase }) => {
      if (phase === 'checking') writeFileSync(join(desk.to, 'drafts.json'), 'something else')
    }
    expect(await moveData(desk, { ...quiet, told })).toMatchObject({
      ok: false,
      message: expect.stringContaining('differs from the original'),
    })
    expect((await start(desk.locate)).place.home).toBe(desk.from)
  })

  it('continues with the old folder if the new disk fills up', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const desk = await makeDesk()
    const disk = mountSmallDisk('24m')
    const to = join(disk, 'data')
    const told: MovePorts['told'] = ({ phase, done }) => {
      if (phase !== 'copying' || done > 0 || existsSync(join(disk, 'ballast'))) return
      const { bavail, bsize } = statfsSync(disk)
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize))
    }
    expect(await moveData({ ...desk, to }, { ...quiet, told })).toMatchObject({
      ok: false,
      message: expect.stringContaining('full'),
    })
    expect(existsSync(to)).toBe(false)
    const { place, ...found } = await start(desk.locate)
    expect([place.home, found]).toEqual([desk.from, WHOLE])
    rmSync(join(disk, 'ballast'))
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(statfsSync(disk).bavail * 4096 - 4096))
    expect(await moveData({ ...desk, to }, quiet)).toMatchObject({
      message: expect.stringContaining('not enough space'),
    })
  })
})

describe('a missing data folder', () => {
  it('is reported, and never silently replaced by an empty one', async () => {
    const { locate, from, to, pointerFile } = await makeDesk()
    await moveData({ from, to, pointerFile }, quiet)
    const { place } = await start(locate)
    rmSync(to, { recursive: true })
    mkdirSync(to)
    const missing = locate()
    if (missing.ok) throw new Error('It was found.')
    expect(textOf(missing.message)).toContain(`${to} is missing`)
    const { instead, home } = describeMissing(missing)
    expect([home, instead]).toEqual([to, { folder: findKept(place.pointer, to), isEmpty: false }])
    expect(existsSync(from)).toBe(false)

    useInstead(instead?.folder ?? '')
    const named = locateHome(instead?.folder, { XDG_CONFIG_HOME: join(from, '..') }, PLATFORM)
    if (!named.ok) throw new Error(textOf(named.message))
    expect(describePlace({ ...named, pointer: place.pointer })).toMatchObject([
      { message: expect.stringContaining('before it was moved') },
    ])
    await openForTest({ home: named.home })
  })

  it('can be replaced by an empty one if nothing is left of the old one', async () => {
    const { locate, from, to, pointerFile } = await makeDesk()
    await moveData({ from, to, pointerFile }, quiet)
    const { place } = await start(locate)
    await chmod(join(findKept(place.pointer, to) ?? '', 'store', 'abc'), 0o755)
    rmSync(findKept(place.pointer, to) ?? '', { recursive: true })
    await chmod(join(to, 'store', 'abc'), 0o755)
    rmSync(to, { recursive: true })
    const missing = locate()
    expect(missing.ok || describeMissing(missing).instead).toEqual({ folder: from, isEmpty: true })
  })

  it('is also asked about if the file that names it cannot be read', async () => {
    const { locate, pointerFile } = await makeDesk()
    writeFileSync(pointerFile, '{"home":')
    const missing = locate()
    expect(missing.ok || describeMissing(missing)).toMatchObject({
      problem: expect.stringContaining(`${pointerFile} says where`),
      home: null,
      instead: { isEmpty: false },
    })
  })

  it('does not matter if another one is named', async () => {
    const { env, pointerFile } = await makeDesk()
    const other = makeTempDir()
    writeFileSync(pointerFile, 'broken')
    expect(locateHome(undefined, { ...env, SKILLET_HOME: other }, PLATFORM)).toMatchObject({ ok: true, home: other })
    expect(locateHome(other, env, PLATFORM)).toMatchObject({ home: other, isNamed: true })
  })
})
