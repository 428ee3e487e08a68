import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openForTest, openInVain } from './open-for-test.ts'
import { makeMessage } from './sample-facts.ts'

interface Opener {
  child: ChildProcess
  said: Promise<{ ok: boolean; problem?: { code: string; message: string; owner?: { pid: number } } }>
}

function openElsewhere(home: string, waitMs = 0): Opener {
  const program = join(import.meta.dirname, 'owner-process.ts')
  const child = spawn(process.execPath, [program, home, String(waitMs)], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const said = once(child.stdout, 'data').then(([line]) => JSON.parse(String(line)))
  return { child, said }
}

describe('the owner of a home', () => {
  it('is one process at a time, and the second learns which one it is', async () => {
    const home = makeTempDir()
    const first = openElsewhere(home)
    expect(await first.said).toEqual({ ok: true })
    expect(await openInVain({ home })).toMatchObject({
      code: 'OWNED',
      message: `Another Skillet is using ${home} (process ${first.child.pid}).`,
      remedy: expect.stringMatching(/window/),
      owner: { pid: first.child.pid },
    })
    first.child.stdin?.end()
    await once(first.child, 'close')
    const { ledger } = await openForTest({ home })
    expect(await openInVain({ home })).toMatchObject({ code: 'OWNED', owner: { pid: process.pid } })
    expect(await ledger.append([makeMessage('still mine')])).toMatchObject([{ seq: 1 }])
    expect(await openElsewhere(home).said).toMatchObject({ ok: false, problem: { owner: { pid: process.pid } } })
  })

  it('leaves no obstacle behind when it is killed', async () => {
    const home = makeTempDir()
    const first = openElsewhere(home)
    await first.said
    first.child.kill('SIGKILL')
    await once(first.child, 'close')
    const { salvaged } = await openForTest({ home })
    expect(salvaged).toBeUndefined()
  })

  it('is exactly one of ten processes that start at once, and the nine learn which', async () => {
    const home = makeTempDir()
    const openers = Array.from({ length: 10 }, () => openElsewhere(home))
    const said = await Promise.all(openers.map((opener) => opener.said))
    const owners = openers.filter((_, n) => said[n]?.ok)
    expect(owners).toHaveLength(1)
    const refusals = said.filter(({ ok }) => !ok).map(({ problem }) => [problem?.code, problem?.owner?.pid])
    expect(refusals).toEqual(Array(9).fill(['OWNED', owners[0]?.child.pid]))
  })

  it('is claimed although another process made the lock since this one looked for it', async () => {
    const home = makeTempDir()
    // A link to nothing is not there for who looks, and is there for who makes it.
    symlinkSync(join(home, 'made-meanwhile.db'), join(home, 'owner.db'))
    await openForTest({ home })
    expect(await openElsewhere(home).said).toMatchObject({ ok: false, problem: { owner: { pid: process.pid } } })
  })

  it('is waited for as long as the caller wants', async () => {
    const home = makeTempDir()
    const first = openElsewhere(home)
    await first.said
    const second = openForTest({ home, waitForOwnerMs: 20_000 })
    const refused = await openInVain({ home, waitForOwnerMs: 50 })
    expect(refused.code).toBe('OWNED')
    first.child.stdin?.end()
    expect((await second).ok).toBe(true)
  })

  it('is not guessed from an outdated card or a missing one', async () => {
    const home = makeTempDir()
    const { ledger } = await openForTest({ home })
    for (const card of ['', '{"pid":2147483646}', '[]', '{"pid":"x"}']) {
      writeFileSync(join(home, 'owner.json'), card)
      const problem = await openInVain({ home })
      expect(problem).toMatchObject({ code: 'OWNED', message: `Another Skillet is using ${home}.` })
      expect(problem.owner).toBeUndefined()
    }
    await ledger.close()
  })

  it('is nobody who only reads', async () => {
    const home = makeTempDir()
    const { ledger } = await openForTest({ home })
    await ledger.close()
    await openForTest({ home, readOnly: true })
    expect(await openElsewhere(home).said).toEqual({ ok: true })
  })
})
