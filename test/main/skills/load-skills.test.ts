import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LoadedSkill, SkillSource } from '#main/skills/load-skills'
import { textOf } from '#shared/messages/message'
import { loadSkills } from '#test/helpers/load-skills'
import { makeTempDir } from '#test/helpers/temp-dir'
import { anyChecks, summarize } from '#test/main/formats/descriptors'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'

const load = (...sources: SkillSource[]) => loadSkills(sources, anyChecks)
const page = (name: string) => `---\nname: ${name}\ndescription: x\n---\n`
const brief = (skills: LoadedSkill[]) =>
  skills.map(({ name, origin, tools, withheld }) => [
    name,
    origin,
    tools.map((tool) => tool.name),
    withheld.map((tool) => tool.name),
  ])

/** A folder of skills, each with one tool. */
function makeFolder(skills: Record<string, string>, dir = makeTempDir()): string {
  for (const [name, tool] of Object.entries(skills)) {
    writeSkill({ 'SKILL.md': page(name), 'tools.json': describeTool(tool) }, join(dir, name))
  }
  return dir
}

it('says how two servers of one name can both be used', async () => {
  const dir = makeTempDir()
  const tools = [{ name: 'act', inputSchema: { type: 'object', properties: {} } }]
  for (const name of ['a', 'b']) {
    const files = { 'mcp.json': '{"mcpServers":{"far":{"command":"x"}}}', 'tools.json': null }
    const list = JSON.stringify({ far: { tools } })
    writeSkill({ 'SKILL.md': page(name), ...files, 'mcp-tools.json': list }, join(dir, name))
  }
  const { skills } = await load({ path: dir, origin: 'installed' })
  expect(skills.map(({ tools, withheld }) => [tools.length, withheld.length])).toEqual([
    [1, 0],
    [0, 1],
  ])
  expect(textOf(skills[1]?.withheld[0]?.diagnostic.remedy ?? '')).toContain('give the server of one of the two another')
})

describe('many skills', () => {
  it('come in one order, whatever order they are named in: named, bundled, installed, then by name', async () => {
    const named = makeFolder({ z: 'tool_z' })
    const bundled = makeFolder({ b: 'tool_b', a: 'tool_a' })
    const installed = makeFolder({ c: 'tool_c' })
    const sources: SkillSource[] = [
      { path: installed, origin: 'installed' },
      { path: named, origin: 'named' },
      { path: bundled, origin: 'bundled' },
    ]
    const expected = [
      ['z', 'named', ['tool_z'], []],
      ['a', 'bundled', ['tool_a'], []],
      ['b', 'bundled', ['tool_b'], []],
      ['c', 'installed', ['tool_c'], []],
    ]
    expect(brief((await load(...sources)).skills)).toEqual(expected)
    expect(brief((await load(...sources.toReversed())).skills)).toEqual(expected)
  })

  it('are read once each, under the first origin, if two sources lead to one folder', async () => {
    const bundled = makeFolder({ a: 'tool_a', b: 'tool_b' })
    const { skills } = await load({ path: bundled, origin: 'bundled' }, { path: join(bundled, 'b'), origin: 'named' })
    expect(brief(skills)).toEqual([
      ['b', 'named', ['tool_b'], []],
      ['a', 'bundled', ['tool_a'], []],
    ])
  })

  it('are all read even if there are hundreds', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `s${String(index).padStart(3, '0')}`)
    const { skills, diagnostics } = await load({
      path: makeFolder(Object.fromEntries(names.map((name) => [name, `tool_${name}`]))),
      origin: 'installed',
    })
    expect(skills.map(({ name }) => name)).toEqual(names)
    expect([...diagnostics, ...skills.flatMap((skill) => skill.diagnostics)]).toEqual([])
  })

  it('do not fail because of a broken one', async () => {
    const dir = makeFolder({ good: 'tool' })
    writeSkill({ 'tools.json': '{' }, join(dir, 'broken'))
    symlinkSync(writeSkill(), join(dir, 'link'))
    const { skills } = await load({ path: dir, origin: 'installed' })
    expect(skills.map((skill) => [skill.name, summarize(skill.diagnostics)])).toEqual([
      ['good', []],
      ['link', ['error SYMLINK .', 'error SKILL_MD_MISSING SKILL.md']],
      ['sample', ['error JSON_SYNTAX']],
    ])
  })
})

describe('two skills with one tool name', () => {
  it('are both shown, and the second withholds its tool until the person chooses', async () => {
    const { skills } = await load({ path: makeFolder({ a: 'look', b: 'look', c: 'other' }), origin: 'installed' })
    expect(brief(skills)).toEqual([
      ['a', 'installed', ['look'], []],
      ['b', 'installed', [], ['look']],
      ['c', 'installed', ['other'], []],
    ])
    expect(skills[1]?.withheld[0]?.diagnostic).toMatchObject({ severity: 'error', code: 'TOOL_DUPLICATE' })
    expect(textOf(skills[1]?.withheld[0]?.diagnostic.message ?? '')).toContain('"a"')
    expect(skills[1]?.diagnostics).toContain(skills[1]?.withheld[0]?.diagnostic)
  })

  it('leave a bundled tool in place if an installed skill wants its name', async () => {
    const { skills } = await load(
      { path: makeFolder({ a: 'look' }), origin: 'installed' },
      { path: makeFolder({ z: 'look' }), origin: 'bundled' },
    )
    expect(brief(skills)).toEqual([
      ['z', 'bundled', ['look'], []],
      ['a', 'installed', [], ['look']],
    ])
  })

  it('do not conflict if the first tool is withheld anyway', async () => {
    const dir = makeFolder({ b: 'look' })
    writeSkill({ 'SKILL.md': null, 'tools.json': describeTool('look') }, join(dir, 'a'))
    expect(brief((await load({ path: dir, origin: 'named' })).skills)).toEqual([
      ['a', 'named', [], ['look']],
      ['b', 'named', ['look'], []],
    ])
  })
})

it('of one skill that share a name leave the first in place, and say which file has it', async () => {
  const dir = writeSkill({
    ...{ 'SKILL.md': `${page('s')}Run scripts/fill-a.py or scripts/fill_a.py.\n`, 'tools.json': null },
    ...{ 'scripts/fill-a.py': 'print(1)\n', 'scripts/fill_a.py': 'print(2)\n' },
  })
  const { skills } = await load({ path: dir, origin: 'named' })
  expect(brief(skills)).toEqual([['s', 'named', ['s_fill_a'], ['s_fill_a']]])
  const { file, message } = skills[0]?.withheld[0]?.diagnostic ?? {}
  expect(file).toBe('scripts/fill_a.py')
  expect(textOf(message ?? '')).toBe('The name "s_fill_a" belongs to "scripts/fill-a.py" already.')
})

it('are both shown if their own names are the same, the second without its tools', async () => {
  const dir = makeTempDir()
  writeSkill({ 'SKILL.md': page('same'), 'tools.json': describeTool('one') }, join(dir, 'a'))
  writeSkill({ 'SKILL.md': page('same'), 'tools.json': describeTool('two') }, join(dir, 'b'))
  const { skills } = await load({ path: dir, origin: 'named' })
  expect(brief(skills)).toEqual([
    ['same', 'named', ['one'], []],
    ['same', 'named', [], ['two']],
  ])
  expect(summarize(skills[1]?.diagnostics ?? [])).toEqual(['error SKILL_NAME SKILL.md name'])
})

describe('a source without skills', () => {
  it('is itself shown if the person named it', async () => {
    const { skills } = await load({ path: makeTempDir(), origin: 'named' })
    expect(skills.map(({ diagnostics }) => summarize(diagnostics))).toEqual([['error SKILL_MD_MISSING SKILL.md']])
  })

  it('is empty where skills may be installed later', async () => {
    const dir = makeTempDir()
    mkdirSync(join(dir, 'empty'))
    for (const name of ['empty', 'gone']) {
      expect(await load({ path: join(dir, name), origin: 'installed' })).toEqual({ skills: [], diagnostics: [] })
    }
  })

  it('is an error where the bundled ones should be', async () => {
    const { skills, diagnostics } = await load({ path: join(makeTempDir(), 'gone'), origin: 'bundled' })
    expect([skills, diagnostics.map(({ code }) => code)]).toEqual([[], ['FILE_UNREADABLE']])
  })
})
