import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Core } from '#main/open-core'
import type { SkillState } from '#shared/skill/skill'
import { openShop, SCRIPTED } from '#test/helpers/installed-skill'
import { makeTempDir } from '#test/helpers/temp-dir'
import { writeSkill } from '#test/main/skills/write-skill'

const PATIENCE = { timeout: 30_000, interval: 20 }

describe('watched skills', () => {
  it('are read again by themselves, and the window learns it', async () => {
    const { core, home, source, skill, trust } = await openShop(SCRIPTED, { watchSkills: true })
    const ticks = countTicks(core)
    await trust()
    const state = (expected: SkillState | undefined) =>
      vi.waitFor(
        () => expect(core.registry().skills.find(({ name }) => name === 'sample')?.state).toBe(expected),
        PATIENCE,
      )
    const before = ticks()
    appendFileSync(join(source, 'scripts/shout.sh'), '# x\n')
    await state('changed')
    expect(ticks()).toBeGreaterThan(before)
    rmSync(source, { recursive: true })
    await state(undefined)
    renameSync(writeSkill(SCRIPTED), join(home, 'skills', 'sample'))
    await state('trusted')
    expect(skill()?.hash).toHaveLength(64)
  })

  it('are checked before a call, so that a missed change never matters', async () => {
    const { source, trust, say } = await openShop()
    await trust()
    writeFileSync(join(source, 'scripts/new.sh'), 'x')
    expect(await say('x')).toMatchObject({ error: { code: 'SKILL_CHANGED' } })
  })

  it('that are named on the command line are read again in place', async () => {
    const folder = writeSkill({}, join(makeTempDir(), 'named'))
    const { say } = await openShop(
      { 'SKILL.md': null, 'tools.json': null },
      { skills: [{ path: folder, origin: 'named' }] },
    )
    expect(await say('x')).toMatchObject({ plan: { action: { argv: ['echo', 'x'] } } })
    const descriptor = SCRIPTED['tools.json'].replace('"allowlist":{"echo":[""]}', '"allowlist":{"echo":["-n"]}')
    writeFileSync(join(folder, 'tools.json'), descriptor.replace('"subcommand":""', '"subcommand":"-n"'))
    expect(await say('x')).toMatchObject({ plan: { action: { argv: ['echo', '-n', 'x'] } } })
  })

  it('are reported once if nothing changed, and not at all after closing', async () => {
    const { core, source, skill } = await openShop(SCRIPTED, { watchSkills: true })
    const ticks = countTicks(core)
    await Promise.all([core.restock(), core.restock(), core.restock()])
    expect(ticks()).toBe(0)
    await core.close()
    appendFileSync(join(source, 'SKILL.md'), 'x')
    expect(skill()?.state).toBe('quarantined')
  })
})

describe('a skill deleted while its tool runs', () => {
  it('lets the run end as approved, and takes no further call', async () => {
    const tools = SCRIPTED['tools.json']
      .replaceAll('echo', 'cat')
      .replace('"param":"text"', '"param":"text","kind":"stdin"')
    const { core, source, trust, say } = await openShop({ ...SCRIPTED, 'tools.json': tools })
    await trust()
    const isGone = new Promise<void>((resolve) => {
      core.listen((push) => {
        if (push.kind !== 'fact' || push.fact.type !== 'run.started') return
        rmSync(source, { recursive: true })
        resolve()
      })
    })
    const [run] = await Promise.all([say('whole'), isGone])
    expect(run).toMatchObject({ succeeded: true, run: { stdout: 'whole' } })
    await core.restock()
    expect(await say('x')).toMatchObject({ error: { code: 'TOOL_UNKNOWN' } })
  })
})

function countTicks(core: Core): () => number {
  let count = 0
  core.listen((push) => {
    if (push.kind === 'tick' && push.tick.tick === 'skills') count += 1
  })
  return () => count
}
