import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { canMount, mountSmallDisk, NO_MOUNT } from '#test/helpers/mount'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

describe('a full disk', () => {
  it('lets nothing start that cannot be recorded, says so, and continues when there is space again', async ({
    skip,
  }) => {
    skip(!canMount, NO_MOUNT)
    const folder = mountSmallDisk('4m')
    const { core } = await openTestCore({
      home: join(folder, 'home'),
      decide: async () => ({ decision: 'once', by: 'person' }),
    })
    const troubles: string[] = []
    core.listen((push) => {
      if (push.kind === 'tick' && push.tick.tick === 'trouble')
        troubles.push(`${textOf(push.tick.message)} ${textOf(push.tick.remedy)}`)
    })
    const mark = join(makeTempDir(), 'started')
    const touch = () =>
      core.runCall({
        caller: { kind: 'model', from: 'protocol' },
        chat: null,
        call: randomUUID(),
        tool: 'echo_touch',
        args: { file: mark },
        signal: new AbortController().signal,
      })

    const ballast = join(folder, 'ballast')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize))
    let refused = await touch()
    // The log may still have room that was taken before.
    for (let tries = 0; tries < 50 && !refused.error; tries++) {
      rmSync(mark, { force: true })
      refused = await touch()
    }
    expect(refused).toMatchObject({ error: { code: 'RECORD_FAILED' } })
    expect(refused.forModel).toContain('full')
    expect(troubles[0]).toContain('Free some space')

    rmSync(ballast)
    rmSync(mark, { force: true })
    expect(await touch()).toMatchObject({ succeeded: true })
    expect(existsSync(mark)).toBe(true)
    expect(await core.ledger.verify()).toMatchObject({ ok: true })
    await core.close()
  })
})
