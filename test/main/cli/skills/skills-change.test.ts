import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { storeIn, sweepStore } from '#main/trust/store'
import { SCRIPTED } from '#test/helpers/installed-skill'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli } from '#test/main/cli/run-cli'
import { writeSkill } from '#test/main/skills/write-skill'

describe('skillet skills …', () => {
  it('trusts an installed skill after a review, and then runs it', async () => {
    const { run, state } = start()
    expect(await state()).toMatchObject({ state: 'quarantined', allowScripts: false, enabled: true })
    expect(await run('run', 'say', '--args', '{"text": "x"}', '--yes')).toMatchObject({ code: 3 })
    const { code, stdout, stderr } = await run('skills', 'trust', 'sample', '--yes')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^sample is trusted: [0-9a-f]{12}\n$/)])
    expect(stderr).toContain("$ echo '<text>'")
    expect(stderr).toContain('| printf "%s" "$1" | tr a-z A-Z')
    expect(await state()).toMatchObject({ state: 'trusted' })
    expect(await run('run', 'say', '--args', '{"text": "x"}', '--yes')).toMatchObject({ code: 0, stdout: 'x\n' })
  })

  it('does not trust without a person or --yes, and answers with the skill as JSON', async () => {
    const { run } = start()
    const asked = await run('skills', 'trust', 'sample', '--json')
    expect(asked.code).toBe(4)
    expect(JSON.parse(asked.stdout)).toMatchObject({ ok: false, error: { code: 'NOT_ANSWERED' } })
    const trusted = await run('skills', 'trust', 'sample', '--json', '--yes')
    expect(JSON.parse(trusted.stdout)).toMatchObject({ name: 'sample', state: 'trusted', tools: [{ name: 'say' }] })
  })

  it('reports a changed skill, refuses its tool, and shows the change before it is trusted again', async () => {
    const { run, state, source } = start()
    await run('skills', 'trust', 'sample', '--yes')
    appendFileSync(join(source, 'SKILL.md'), 'One more line.\n')
    expect(await state()).toMatchObject({ state: 'changed' })
    const refused = await run('run', 'say', '--args', '{"text": "x"}', '--yes', '--json')
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([3, { error: { code: 'SKILL_CHANGED' } }])
    const { stderr } = await run('skills', 'trust', 'sample', '--yes')
    expect(stderr).toContain('+One more line.')
  })

  it('lets scripts run only after somebody allows them, and never while they are off for all', async () => {
    const { run, state } = start()
    await run('skills', 'trust', 'sample', '--yes')
    expect(await run('skills', 'scripts', 'sample', 'on')).toMatchObject({ code: 4 })
    expect(await state()).toMatchObject({ allowScripts: false })
    expect(await run('skills', 'scripts', 'sample', 'on', '--yes')).toMatchObject({ code: 0 })
    expect(await run('run', 'say', '--args', '{"text": "x"}', '--yes')).toMatchObject({ stdout: 'X\n' })
    expect(await run('skills', 'scripts', 'sample', 'off')).toMatchObject({ code: 0 })
    expect(await state()).toMatchObject({ allowScripts: false })
    expect(await run('skills', 'scripts', 'sample', 'perhaps')).toMatchObject({ code: 2 })
  })

  it('gives the whole home only when somebody says so, and takes it away at once', async () => {
    const { run, state } = start()
    await run('skills', 'trust', 'sample', '--yes')
    const home = (isGranted: boolean) => ({ access: [{ access: 'home', isGranted }] })
    expect(await run('skills', 'access', 'sample', 'home', 'on')).toMatchObject({ code: 4 })
    expect(await state()).toMatchObject(home(false))
    expect(await run('skills', 'access', 'sample', 'home', 'on', '--yes')).toMatchObject({ code: 0 })
    expect(await state()).toMatchObject(home(true))
    expect(await run('skills', 'access', 'sample', 'home', 'off')).toMatchObject({ code: 0 })
    expect(await state()).toMatchObject(home(false))
    expect(await run('skills', 'access', 'sample', 'ssh-agent', 'on', '--yes')).toMatchObject({ code: 2 })
    expect(await run('skills', 'access', 'sample', 'home', 'perhaps')).toMatchObject({ code: 2 })
  })

  it('switches skills off, on, and removes them', async () => {
    const { run, state, source } = start()
    await run('skills', 'trust', 'sample', '--yes')
    expect(await run('skills', 'disable', 'sample')).toMatchObject({ code: 0, stdout: 'sample is disabled\n' })
    expect(await run('run', 'say', '--args', '{"text": "x"}', '--yes')).toMatchObject({ code: 3 })
    await run('skills', 'enable', 'sample')
    expect(await state()).toMatchObject({ enabled: true, state: 'trusted' })
    expect(await run('skills', 'remove', 'sample')).toMatchObject({ code: 0 })
    expect([await state(), existsSync(source)]).toEqual([undefined, false])
    expect(await run('skills', 'remove', 'sample')).toMatchObject({ code: 2 })
  })
})

function start() {
  const home = makeTempDir()
  const source = writeSkill(SCRIPTED, join(home, 'skills', 'sample'))
  onTestFinished(() => sweepStore(storeIn(home), new Set()))
  const run = (...args: string[]) => callCli([...args, '--no-bundled', '--home', home], { cwd: home })
  const state = async () => JSON.parse((await run('skills', '--json')).stdout).skills[0]
  return { run, state, source }
}
