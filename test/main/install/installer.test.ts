import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listAdoptable } from '#main/install/list-installed'
import { textOf } from '#shared/messages/message'
import { canMount, mountSmallDisk, NO_MOUNT } from '#test/helpers/mount'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'
import { openForTest, snapshot } from './open-for-test.ts'

type World = ReturnType<typeof openForTest>

const page = (name: string, text = 'Hello.') => `---\nname: ${name}\ndescription: About ${name}.\n---\n${text}\n`

function addSkill(dir: string, name: string, text?: string): string {
  return writeSkill({ 'SKILL.md': page(name, text), 'tools.json': describeTool(`${name}_say`) }, dir)
}

async function stage({ installing, root }: World, source: string) {
  const staging = await installing.stage(source, root)
  if (!staging.ok) throw new Error(textOf(staging.diagnostics[0]?.message ?? ''))
  return staging
}

describe('a source of several skills', () => {
  it('offers each, at any depth, and installs the chosen ones', async () => {
    const world = openForTest()
    const many = join(world.root, 'many')
    addSkill(join(many, 'skills', 'one'), 'one')
    addSkill(join(many, 'skills', 'one', 'inner'), 'inner')
    writeSkill({ 'SKILL.md': page('text'), 'tools.json': null }, join(many, 'text'))
    writeFileSync(join(many, 'README.md'), 'x')
    const { token, candidates } = await stage(world, many)
    expect(candidates).toMatchObject([
      { name: 'one', dir: 'skills/one', format: 'tools-json', tools: ['one_say'] },
      { name: 'text', dir: 'text', format: null, tools: [], description: 'About text.', blocker: null },
    ])
    expect(await world.installing.settle(token, ['text'], false)).toMatchObject({ installed: [{ name: 'text' }] })
    expect([readdirSync(world.skills), readdirSync(join(world.home, 'quarantine'))]).toEqual([['text'], []])
    expect(await world.installing.settle(token, ['one'], false)).toBe(null)
  })

  it('installs the first of two with one name and says so about the other', async () => {
    const world = openForTest()
    const many = join(world.root, 'many')
    addSkill(join(many, 'a'), 'same', 'First.')
    addSkill(join(many, 'b'), 'Same', 'Second.')
    const { token, candidates } = await stage(world, many)
    expect(candidates).toMatchObject([{ blocker: null }, { blocker: { code: 'SKILL_NAME', file: 'b/SKILL.md' } }])
    const settled = await world.installing.settle(token, ['Same', 'same', 'none'], false)
    expect(settled).toMatchObject({
      installed: [{ name: 'same' }],
      diagnostics: [{ code: 'SKILL_NAME' }, { code: 'NO_SKILL', remedy: expect.stringContaining('Same') }],
    })
    expect(readFileSync(join(world.skills, 'same', 'SKILL.md'), 'utf8')).toContain('First.')
  })
})

describe('an already installed skill', () => {
  it('stays until it is to be replaced, and is then replaced at one stroke', async () => {
    const world = openForTest()
    await install(world, addSkill(join(world.root, 'a'), 'notes', 'Old.'))
    const { token, candidates } = await stage(world, addSkill(join(world.root, 'b'), 'Notes', 'New.'))
    expect(candidates).toMatchObject([{ isInstalled: true, blocker: null }])
    expect(await world.installing.settle(token, ['Notes'], false)).toMatchObject({
      installed: [],
      diagnostics: [{ code: 'ALREADY_INSTALLED', remedy: expect.stringContaining('--replace') }],
    })
    expect(readFileSync(join(world.skills, 'notes', 'SKILL.md'), 'utf8')).toContain('Old.')
    expect(await world.installing.settle(token, ['Notes'], true)).toMatchObject({ installed: [{ hasReplaced: true }] })
    expect(readdirSync(world.skills)).toEqual(['Notes'])
    expect(readFileSync(join(world.skills, 'Notes', 'SKILL.md'), 'utf8')).toContain('New.')
    expect(world.facts).toHaveLength(2)
  })

  it('is recognized by the name it gives itself, whatever its folder’s name', async () => {
    const world = openForTest()
    addSkill(join(world.skills, 'by-hand'), 'notes', 'Old.')
    const { token } = await stage(world, addSkill(join(world.root, 'b'), 'notes', 'New.'))
    expect(await world.installing.settle(token, ['notes'], false)).toMatchObject({
      diagnostics: [{ code: 'ALREADY_INSTALLED' }],
    })
    await world.installing.settle(token, ['notes'], true)
    expect(readdirSync(world.skills)).toEqual(['notes'])
  })

  it('is not replaced by a skill that only has the name of its folder', async () => {
    const world = openForTest()
    addSkill(join(world.skills, 'notes'), 'diary', 'Old.')
    const { token, candidates } = await stage(world, addSkill(join(world.root, 'b'), 'notes', 'New.'))
    expect(candidates).toMatchObject([{ isInstalled: false }])
    expect(await world.installing.settle(token, ['notes'], true)).toMatchObject({
      ...{ installed: [], diagnostics: [{ message: expect.stringContaining('"diary"') }] },
    })
    expect(readFileSync(join(world.skills, 'notes', 'SKILL.md'), 'utf8')).toContain('Old.')
  })

  it('is replaced even if it holds a folder that may only be read', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere')
    const world = openForTest()
    await install(world, addSkill(join(world.root, 'a'), 'notes', 'Old.'))
    mkdirSync(join(world.skills, 'notes', 'cache'))
    writeFileSync(join(world.skills, 'notes', 'cache', 'x'), 'x')
    chmodSync(join(world.skills, 'notes', 'cache'), 0o555)
    const { token } = await stage(world, addSkill(join(world.root, 'b'), 'notes', 'New.'))
    expect(await world.installing.settle(token, ['notes'], true)).toMatchObject({ installed: [{ hasReplaced: true }] })
    expect(world.facts).toHaveLength(2)
    expect(readdirSync(join(world.home, 'quarantine'))).toEqual([])
  })

  it('is replaced even if the old one cannot be deleted, and nothing else stays in quarantine', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const world = openForTest()
    await install(world, addSkill(join(world.root, 'a'), 'notes', 'Old.'))
    const quarantine = join(world.home, 'quarantine')
    const held = join(world.skills, 'notes', 'held')
    mkdirSync(held)
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', held])
    onTestFinished(() => {
      // It moves along with the folder.
      const [moved = held] = readdirSync(quarantine).map((name) => join(quarantine, name, 'replaced', 'notes', 'held'))
      execFileSync('umount', ['--lazy', moved])
    })
    const { token } = await stage(world, addSkill(join(world.root, 'b'), 'notes', 'New.'))
    expect(await world.installing.settle(token, ['notes'], true)).toMatchObject({
      ...{ installed: [{ hasReplaced: true }], diagnostics: [] },
    })
    expect(world.facts).toHaveLength(2)
    expect(readFileSync(join(world.skills, 'notes', 'SKILL.md'), 'utf8')).toContain('New.')
    mkdirSync(join(quarantine, 'f'.repeat(32)))
    const again = openForTest({ root: world.root })
    await again.installing.close()
    expect(again.failures).toHaveLength(1)
    expect(readdirSync(quarantine)).toHaveLength(1)
  })

  it('meets another installation of its name at the same time: one wins, the others say so', async () => {
    const world = openForTest()
    const dirs = [0, 1, 2, 3, 4].map((n) => addSkill(join(world.root, `s${n}`), 'notes', `From ${n}.`))
    const staged = await Promise.all(dirs.map((dir) => stage(world, dir)))
    const settled = await Promise.all(staged.map(({ token }) => world.installing.settle(token, ['notes'], false)))
    expect(settled.map((each) => each?.installed.length).sort()).toEqual([0, 0, 0, 0, 1])
    expect(settled.flatMap((each) => each?.diagnostics.map(({ code }) => code))).toEqual(
      Array(4).fill('ALREADY_INSTALLED'),
    )
    expect(world.facts).toHaveLength(1)
  })
})

describe('quarantine', () => {
  it('is emptied at the start, and a skill that was being replaced when Skillet died is put back', async () => {
    const first = openForTest()
    await install(first, addSkill(join(first.root, 'a'), 'notes', 'Old.'))
    await stage(first, addSkill(join(first.root, 'b'), 'other'))
    const dead = join(first.home, 'quarantine', '0123456789abcdef0123456789abcdef')
    mkdirSync(join(dead, 'replaced'), { recursive: true })
    renameSync(join(first.skills, 'notes'), join(dead, 'replaced', 'notes'))
    writeFileSync(join(first.home, 'quarantine', 'of-the-person'), 'x')
    const second = openForTest({ root: first.root })
    await second.installing.close()
    expect(readdirSync(join(first.home, 'quarantine'))).toEqual(['of-the-person'])
    expect(readFileSync(join(first.skills, 'notes', 'SKILL.md'), 'utf8')).toContain('Old.')
    expect(second.failures).toEqual([])
  })

  it('does not put back a skill whose replacement has moved into a folder of another name', async () => {
    const first = openForTest()
    await install(first, addSkill(join(first.root, 'b'), 'Notes', 'New.'))
    const dead = join(first.home, 'quarantine', '0123456789abcdef0123456789abcdef')
    addSkill(join(dead, 'replaced', 'by-hand'), 'notes', 'Old.')
    const second = openForTest({ root: first.root })
    await second.installing.close()
    expect([readdirSync(first.skills), readdirSync(join(first.home, 'quarantine'))]).toEqual([['Notes'], []])
  })

  it('keeps a few sources at most, for this user only, and drops each on request', async () => {
    const world = openForTest()
    const dir = addSkill(join(world.root, 'a'), 'notes')
    const tokens: string[] = []
    for (let n = 0; n < 10; n++) tokens.push((await stage(world, dir)).token)
    const quarantine = join(world.home, 'quarantine')
    expect(readdirSync(quarantine).sort()).toEqual(tokens.slice(2).sort())
    expect(await world.installing.settle(tokens[0] ?? '', ['notes'], false)).toBe(null)
    expect([await world.installing.unstage(tokens[9] ?? ''), await world.installing.unstage('../..')]).toEqual([
      true,
      false,
    ])
    await world.installing.close()
    expect(readdirSync(quarantine)).toEqual([])
  })
})

describe('a full disk', () => {
  it('keeps nothing of what did not fit, and accepts it when there is space', async ({ skip }) => {
    skip(!canMount, NO_MOUNT)
    const world = openForTest()
    const disk = mountSmallDisk('2m')
    const small = openForTest({ root: disk })
    const dir = addSkill(join(world.root, 'large'), 'large')
    writeFileSync(join(dir, 'a.bin'), Buffer.alloc(900_000))
    const ballast = join(disk, 'ballast')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 400_000))
    mkdirSync(join(small.home, 'quarantine'))
    const before = snapshot(disk)
    expect(await small.installing.stage(dir, '/')).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'INSTALL_FAILED', message: expect.stringContaining('disk is full') }],
    })
    expect(snapshot(disk)).toEqual(before)
    rmSync(ballast)
    await install(small, dir)
    expect(existsSync(join(small.skills, 'large', 'a.bin'))).toBe(true)
  })
})

describe('the folders of other programs', () => {
  it('are searched for skills, each offered with its place, and copied as adopted', async () => {
    const world = openForTest()
    const { personHome, installing } = world
    addSkill(join(personHome, '.agents', 'skills', 'one'), 'one')
    const claude = addSkill(join(personHome, '.claude', 'skills', 'two'), 'two')
    mkdirSync(join(personHome, '.claude', 'skills', 'empty'))
    await install(world, '~/.agents/skills/one')
    expect(await listAdoptable(personHome, await installing.listInstalled())).toEqual([
      {
        name: 'one',
        description: 'About one.',
        dir: join(personHome, '.agents/skills/one'),
        place: '~/.agents/skills',
        isInstalled: true,
      },
      { name: 'two', description: 'About two.', dir: claude, place: '~/.claude/skills', isInstalled: false },
    ])
    expect(world.facts).toMatchObject([{ skill: 'one', source: { kind: 'adopted' } }])
    expect(existsSync(join(personHome, '.agents', 'skills', 'one', 'SKILL.md'))).toBe(true)
  })
})

async function install(world: World, source: string): Promise<void> {
  const { token, candidates } = await stage(world, source)
  const names = candidates.map(({ name }) => name)
  expect(await world.installing.settle(token, names, false)).toMatchObject({ diagnostics: [] })
}
