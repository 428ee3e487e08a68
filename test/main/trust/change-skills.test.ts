import { appendFileSync, chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storeIn } from '#main/trust/store'
import { openShop, SCRIPTED } from '#test/helpers/installed-skill'
import { PAGE, writeSkill } from '#test/main/skills/write-skill'

describe('an installed skill', () => {
  it('is in quarantine until it is trusted: its tools are not offered, and calls are refused', async () => {
    const { core, skill, say } = await openShop()
    expect(skill()).toMatchObject({ origin: 'installed', state: 'quarantined', allowScripts: false })
    expect(core.registry().tools).toEqual([])
    expect(await say('x')).toMatchObject({ error: { code: 'SKILL_UNTRUSTED' } })
  })

  it('runs from its snapshot after it is trusted', async () => {
    const { home, source, core, skill, trust, say } = await openShop()
    await trust()
    const { hash, dir } = skill() ?? {}
    expect(skill()).toMatchObject({ state: 'trusted', sourceDir: source })
    expect(dir).toBe(join(storeIn(home), hash ?? ''))
    expect(core.registry().tools.map(({ name }) => name)).toEqual(['say'])
    expect(await say('hello')).toMatchObject({ succeeded: true, run: { stdout: 'hello\n' } })
    const facts = await core.ledger.read({ types: ['skill.trusted'] })
    expect(facts).toMatchObject([{ skill: 'sample', hash }])
  })

  it('is not trusted by the hash of something other than what is there now', async () => {
    const { core, source, skill, handlers } = await openShop()
    const seen = skill()?.hash ?? ''
    appendFileSync(join(source, 'scripts/shout.sh'), 'echo more\n')
    const reply = await handlers['skill.trust']({ skill: 'sample', hash: seen })
    expect(reply).toMatchObject({ ok: false, error: { code: 'SKILL_CHANGED' } })
    expect(skill()?.state).toBe('quarantined')
    expect(await core.ledger.read({ types: ['skill.trusted'] })).toEqual([])
  })

  it.each(['SKILL.md', 'tools.json', 'scripts/shout.sh'])(
    'changes with one byte of %s: it is withdrawn, refused, and returns when it is trusted again',
    async (file) => {
      const { core, source, skill, trust, say } = await openShop()
      await trust()
      appendFileSync(join(source, file), ' ')
      expect(await say('x')).toMatchObject({ error: { code: 'SKILL_CHANGED' } })
      expect(skill()?.state).toBe('changed')
      expect(core.registry().tools).toEqual([])
      await trust()
      expect(await say('x')).toMatchObject({ succeeded: true })
    },
  )

  it('is trusted again if the change is undone', async () => {
    const { core, source, skill, trust, say } = await openShop()
    await trust()
    const page = readFileSync(join(source, 'SKILL.md'))
    appendFileSync(join(source, 'SKILL.md'), 'x')
    await core.restock()
    expect(skill()?.state).toBe('changed')
    writeFileSync(join(source, 'SKILL.md'), page)
    await core.restock()
    expect(await say('x')).toMatchObject({ succeeded: true })
  })

  it('passes nothing on to another name', async () => {
    const { core, source, skill, trust } = await openShop()
    await trust()
    writeFileSync(join(source, 'SKILL.md'), PAGE.replace('name: sample', 'name: renamed'))
    await core.restock()
    expect(skill('renamed')?.state).toBe('quarantined')
  })

  it('is still trusted after a restart, by the hash alone', async () => {
    const { home, core, trust } = await openShop()
    await trust()
    await core.close()
    const { skill, say } = await openShop(SCRIPTED, { home })
    expect(skill()?.state).toBe('trusted')
    expect(await say('again')).toMatchObject({ run: { stdout: 'again\n' } })
  })

  it('never runs from a damaged or missing snapshot, and says so', async () => {
    for (const isGone of [false, true]) {
      const { skill, trust, say } = await openShop()
      await trust()
      const dir = skill()?.dir ?? ''
      chmodSync(dir, 0o755)
      const script = join(dir, 'scripts/shout.sh')
      if (isGone) rmSync(dir, { recursive: true })
      else {
        chmodSync(script, 0o644)
        appendFileSync(script, 'echo more\n')
      }
      expect(await say('x')).toMatchObject({ error: { code: 'SKILL_CHANGED' } })
      expect(skill()?.diagnostics.at(-1)).toMatchObject({ severity: 'error', code: 'SNAPSHOT_DAMAGED' })
      await trust()
      expect(await say('x')).toMatchObject({ succeeded: true })
    }
  })

  it('keeps one snapshot, and the others are removed at the next start', async () => {
    const { home, core, source, skill, trust } = await openShop()
    await trust()
    appendFileSync(join(source, 'SKILL.md'), 'x')
    await trust()
    expect(readdirSync(storeIn(home))).toHaveLength(2)
    await core.close()
    await openShop({ ...SCRIPTED, 'SKILL.md': `${PAGE}x` }, { home })
    expect(readdirSync(storeIn(home))).toEqual([skill()?.hash])
  })

  it('is put aside when it is removed, and returns as a stranger if it differs', async () => {
    const { core, source, skill, trust, say, handlers } = await openShop()
    await trust()
    const reply = await handlers['skill.remove']({ skill: 'sample' })
    const movedTo = reply.ok ? reply.value.movedTo : ''
    expect(existsSync(source)).toBe(false)
    expect(existsSync(join(movedTo, 'SKILL.md'))).toBe(true)
    expect(skill()).toBeUndefined()
    expect(await say('x')).toMatchObject({ error: { code: 'TOOL_UNKNOWN' } })
    writeSkill(SCRIPTED, source)
    await core.restock()
    expect(skill()?.state).toBe('quarantined')
  })

  it('can be switched off and on, and a call says that it is off', async () => {
    const { core, trust, say, handlers } = await openShop()
    await trust()
    await handlers['skill.switch']({ skill: 'sample', enabled: false })
    expect(core.registry().tools).toEqual([])
    expect(await say('x')).toMatchObject({ error: { code: 'SKILL_DISABLED' } })
    await handlers['skill.switch']({ skill: 'sample', enabled: true })
    expect(await say('x')).toMatchObject({ succeeded: true })
  })

  it('takes no tool name from a trusted skill while it is untrusted itself', async () => {
    const { home, core, trust, say } = await openShop()
    await trust()
    const other = { ...SCRIPTED, 'SKILL.md': PAGE.replace('name: sample', 'name: another') }
    writeSkill(other, join(home, 'skills', 'another'))
    await core.restock()
    expect(core.registry().skills.map(({ name, state }) => [name, state])).toEqual([
      ['another', 'quarantined'],
      ['sample', 'trusted'],
    ])
    expect(await say('mine')).toMatchObject({ plan: { skill: 'sample' }, succeeded: true })
  })

  it('keeps its name if another folder claims the same one', async () => {
    const { home, core, source, trust, say } = await openShop()
    await trust()
    writeSkill({ ...SCRIPTED, 'scripts/shout.sh': 'echo other\n' }, join(home, 'skills', 'a-copy'))
    await core.restock()
    expect(core.registry().skills[0]).toMatchObject({ name: 'sample', state: 'trusted', sourceDir: source })
    expect(await say('x')).toMatchObject({ run: { stdout: 'x\n' } })
  })

  it.each(['skill.trust', 'skill.remove'] as const)('is what %s is for, and no other', async (call) => {
    const folder = writeSkill()
    const { handlers, skill } = await openShop(SCRIPTED, { skills: [{ path: folder, origin: 'named' }] })
    const { hash = '' } = skill() ?? {}
    expect(await handlers[call]({ skill: 'sample', hash })).toMatchObject({ error: { code: 'SKILL_NOT_INSTALLED' } })
    expect(await handlers[call]({ skill: 'nobody', hash })).toMatchObject({ error: { code: 'SKILL_UNKNOWN' } })
  })
})
