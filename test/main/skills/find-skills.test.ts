import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findSkills } from '#main/skills/find-skills'
import { makeTempDir } from '#test/helpers/temp-dir'
import { writeSkill } from '#test/main/skills/write-skill'

it('gives the folder itself if it has SKILL.md or tools.json', async () => {
  for (const missing of ['SKILL.md', 'tools.json']) {
    const dir = writeSkill({ [missing]: null, 'inner/SKILL.md': 'x' })
    expect(await findSkills(`${dir}/`)).toEqual([dir])
  }
})

it('gives the skills directly in a folder, in order, even without SKILL.md or behind links', async () => {
  const dir = makeTempDir()
  for (const name of ['b', 'a', '.hidden']) writeSkill({}, join(dir, name))
  writeSkill({ 'SKILL.md': null }, join(dir, 'c'))
  writeSkill({}, join(dir, 'unrelated/deeper'))
  symlinkSync(writeSkill(), join(dir, 'link'))
  symlinkSync(join(dir, 'nowhere'), join(dir, 'broken-link'))
  writeFileSync(join(dir, 'file'), 'x')
  expect(await findSkills(dir)).toEqual(['a', 'b', 'c', 'link'].map((name) => join(dir, name)))
})

it('gives the folder itself if it is empty, unrelated, a file, or missing', async () => {
  const dir = makeTempDir()
  mkdirSync(join(dir, 'empty'))
  mkdirSync(join(dir, 'unrelated/docs'), { recursive: true })
  writeFileSync(join(dir, 'file'), 'x')
  for (const name of ['empty', 'unrelated', 'file', 'gone']) {
    expect(await findSkills(join(dir, name))).toEqual([join(dir, name)])
  }
})
