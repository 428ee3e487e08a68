import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { copyFolder } from '#main/install/copy-folder'
import { Refusal } from '#main/install/refusal'
import { textOf } from '#shared/messages/message'
import { isDeceptive } from '#shared/visible'
import { writeSkill } from '#test/main/skills/write-skill'
import { CLIMBING_NAMES, HOSTILE_FOLDERS } from './hostile-folders.ts'
import { openForTest, snapshot } from './open-for-test.ts'

/** Only root may make a device. */
const HOSTILE = HOSTILE_FOLDERS.filter(({ needsRoot }) => !needsRoot || process.getuid?.() === 0)

function prepare() {
  const world = openForTest({ bundled: ['git'] })
  const outside = join(world.root, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret'), 'secret')
  const dir = writeSkill({ 'SKILL.md': '---\nname: spoiled\ndescription: x\n---\n' }, join(world.root, 'spoiled'))
  mkdirSync(join(world.home, 'quarantine'))
  return { ...world, outside, dir }
}

describe(`a hostile folder (${HOSTILE.length} of them)`, () => {
  it.each(HOSTILE)('with $title is refused with file and rule, and leaves nothing behind', async (hostile) => {
    const { installing, dir, root, outside, facts, skills } = prepare()
    hostile.spoil(dir, outside)
    const before = snapshot(root, ['spoiled'])
    const staging = await installing.stage(dir, root)
    const diagnostic = staging.ok ? staging.candidates[0]?.blocker : staging.diagnostics[0]
    expect(diagnostic).toMatchObject({ severity: 'error', code: hostile.code, remedy: expect.stringMatching(/./) })
    expect(diagnostic?.file).toContain(hostile.names)
    expect(textOf(diagnostic?.message ?? '')).toContain(hostile.rule)
    expect(isDeceptive(`${diagnostic?.file}${textOf(diagnostic?.message ?? '')}`)).toBe(false)
    if (staging.ok) {
      const names = staging.candidates.map(({ name }) => name)
      expect(await installing.settle(staging.token, names, true)).toEqual({ installed: [], diagnostics: [diagnostic] })
      expect(await installing.unstage(staging.token)).toBe(true)
    }
    expect([snapshot(root, ['spoiled']), facts, existsSync(skills)]).toEqual([before, [], false])
  })

  it.each(CLIMBING_NAMES)('that names itself %j is installed under the name of its folder', async (name) => {
    const { installing, dir, root, skills, outside } = prepare()
    writeFileSync(join(dir, 'SKILL.md'), `---\nname: ${JSON.stringify(name)}\ndescription: x\n---\n`)
    const before = snapshot(outside)
    const staging = await installing.stage(dir, root)
    if (!staging.ok) throw new Error(textOf(staging.diagnostics[0]?.message ?? ''))
    await installing.settle(staging.token, ['spoiled'], false)
    expect([readdirSync(skills), snapshot(outside)]).toEqual([['spoiled'], before])
  })
})

describe('a folder', () => {
  it('that is a symbolic link is not followed, and its target is named', async () => {
    const { installing, dir, root } = prepare()
    symlinkSync(dir, join(root, 'link'))
    expect(await installing.stage('link', root)).toMatchObject({
      diagnostics: [{ code: 'SYMLINK', file: join(root, 'link'), remedy: expect.stringContaining(dir) }],
    })
  })

  it('is copied whole and unchanged, without a repository inside it', async () => {
    const { installing, root, skills, facts } = openForTest()
    const dir = writeSkill(
      { 'scripts/run.sh': '#!/bin/sh\n', '.git/config': 'x', 'a/.GIT/hooks/x': 'x' },
      join(root, 's'),
    )
    const staging = await installing.stage('s', root)
    if (!staging.ok) throw new Error(textOf(staging.diagnostics[0]?.message ?? ''))
    await installing.settle(staging.token, ['sample'], false)
    const files = ['SKILL.md', 'scripts', 'scripts/run.sh', 'tools.json']
    expect([...snapshot(join(skills, 'sample')).keys()].sort()).toEqual(files)
    expect(facts).toMatchObject([{ type: 'skill.installed', skill: 'sample', source: { kind: 'folder', from: dir } }])
  })

  it.each([
    ['written again and again', (dir: string, n: number) => writeFileSync(join(dir, 'zz'), String(n))],
    ['joined by more and more', (dir: string, n: number) => writeFileSync(join(dir, `zz${n}`), 'x')],
  ])('in which a file is %s while it is copied is refused', async (_, change) => {
    const { root } = openForTest()
    const dir = writeSkill({}, join(root, 'busy'))
    let isOver = false
    const copying = copyFolder(dir, join(root, 'into')).finally(() => {
      isOver = true
    })
    copying.catch(() => {})
    for (let n = 0; !isOver; n++) {
      change(dir, n)
      await nextTurn()
    }
    await expect(copying).rejects.toThrow(/changed while it was being copied/)
    await expect(copying).rejects.toBeInstanceOf(Refusal)
  })
})
