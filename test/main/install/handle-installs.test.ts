import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeRouter } from '#main/electron/ipc-router'
import { handleInstalls } from '#main/requests/handle-skills'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeProject } from '#test/helpers/rye-project'
import { makeTempDir } from '#test/helpers/temp-dir'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'

const page = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\nHello.\n`

/** The calls as the window makes them: through the door, which checks what goes in. */
async function open() {
  const home = makeTempDir()
  const personHome = makeTempDir()
  const { core, facts } = await openTestCore({ home })
  const asked: string[] = []
  const window = {
    chooseSource: async (kind: string) => (kind === 'folder' ? '/chosen' : null),
    confirm: async ({ message, detail }: { message: string; detail: string }) => {
      asked.push(message, detail)
      return false
    },
  }
  const handlers = handleInstalls(core, window, personHome)
  const call = makeRouter(handlers, core.answerError)
  return { home, personHome, core, facts, call, asked }
}

describe('the window', () => {
  it('stages a source, gets its contents, and installs the chosen ones into quarantine', async () => {
    const { core, call, facts, home, personHome } = await open()
    const dir = writeSkill(
      { 'SKILL.md': page('notes'), 'tools.json': describeTool('notes_say') },
      join(personHome, 'notes'),
    )
    const staged = await call('skill.stage', { source: dir })
    expect(staged).toMatchObject({
      ok: true,
      value: { ok: true, candidates: [{ name: 'notes', tools: ['notes_say'] }] },
    })
    const { token } = (staged as { value: { token: string } }).value
    const installed = await call('skill.install', { token, names: ['notes'] })
    expect(installed).toMatchObject({ ok: true, value: { installed: [{ name: 'notes' }], diagnostics: [] } })
    expect(facts).toMatchObject([{ type: 'skill.installed', skill: 'notes' }])
    const skill = core.registry().skills.find(({ name }) => name === 'notes')
    expect(skill).toMatchObject({ origin: 'installed', state: 'quarantined' })
    expect(core.registry().tools.map(({ name }) => name)).not.toContain('notes_say')
    expect(await call('skill.install', { token, names: ['notes'] })).toMatchObject({
      ...{ ok: false, error: { code: 'STAGING_UNKNOWN' } },
    })
    expect(readdirSync(join(home, 'quarantine'))).toEqual([])
    await core.close()
  })

  it.each(['https://192.0.2.1/secret-of-yours.git', ' HTTPS://192.0.2.1/secret-of-yours.git'])(
    'fetches nothing from %s before a dialog of the system that shows it was answered',
    async (source) => {
      const { core, call, home, asked } = await open()
      expect(await call('skill.stage', { source })).toMatchObject({ ok: false, error: { code: 'NOT_CONFIRMED' } })
      expect(asked).toEqual(['Download from 192.0.2.1?', source.trim()])
      expect(existsSync(join(home, 'quarantine')) ? readdirSync(join(home, 'quarantine')) : []).toEqual([])
      await core.close()
    },
  )

  it('gets the reason why a source is refused, and drops a source it does not want', async () => {
    const { core, call, home, personHome } = await open()
    expect(await call('skill.stage', { source: 'not-there' })).toMatchObject({
      ...{ ok: true, value: { ok: false, diagnostics: [{ code: 'SOURCE_UNREACHABLE' }] } },
    })
    writeSkill({}, join(personHome, 'notes'))
    const staged = (await call('skill.stage', { source: 'notes' })) as { value: { token: string } }
    const { token } = staged.value
    expect(await call('skill.unstage', { token })).toMatchObject({ value: { dropped: true } })
    expect(await call('skill.unstage', { token })).toMatchObject({ value: { dropped: false } })
    expect(readdirSync(join(home, 'quarantine'))).toEqual([])
    await core.close()
  })

  it('finds what other programs have, and chooses through a system dialog', async () => {
    const { core, call, personHome } = await open()
    const dir = writeSkill({ 'SKILL.md': page('one') }, join(personHome, '.claude', 'skills', 'one'))
    expect(await call('skill.adoptable', {})).toEqual({
      ok: true,
      value: {
        skills: [{ name: 'one', description: 'About one.', dir, place: '~/.claude/skills', isInstalled: false }],
      },
    })
    rmSync(join(personHome, '.claude'), { recursive: true })
    makeProject({ 'tools/t.yaml': 'tool_id: t\n' }, personHome)
    expect(await call('skill.adoptable', {})).toMatchObject({
      value: { skills: [{ dir: join(personHome, '.ai'), place: '~/.ai/tools', isInstalled: false }] },
    })
    rmSync(join(personHome, '.ai'), { recursive: true })
    expect(await call('skill.adoptable', {})).toEqual({ ok: true, value: { skills: [] } })
    expect(await call('skill.choose', { kind: 'folder' })).toEqual({ ok: true, value: { source: '/chosen' } })
    expect(await call('skill.choose', { kind: 'zip' })).toEqual({ ok: true, value: { source: null } })
    await core.close()
  })
})
