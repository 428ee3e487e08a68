import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { readFoundSkill } from '#main/skills/read-skill'
import { openRegistry } from '#main/trust/live-registry'
import { makeSkillReader } from '#main/trust/read-once'
import type { Fact, FactBody } from '#shared/facts'
import { makeTempDir } from '#test/helpers/temp-dir'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'

/** A reader that tells which folders it opened, at a time when all of them are settled. */
function watchReads(now = () => Date.now() + 60_000) {
  const reads: string[] = []
  const read = makeSkillReader((folder) => {
    reads.push(folder.dir)
    return readFoundSkill(folder, { schema: checkSchema, pattern: checkPattern })
  }, now)
  return { read, reads }
}

/** A skill of this name, with one tool. */
const skillOf = (name: string, tool = name) => ({
  'SKILL.md': `---\nname: ${name}\ndescription: A skill of the tests.\n---\n`,
  'tools.json': describeTool(tool),
})

const fact = (body: FactBody): Fact => ({ ...body, seq: 1, at: '', chat: null })

describe('a rebuilt registry', () => {
  it('opens no folder for a switch, and one folder for a change in one', async () => {
    const named = makeTempDir()
    const dirs = ['one', 'two', 'three'].map((name) => writeSkill(skillOf(name), join(named, name)))
    const { read, reads } = watchReads()
    const registry = await openRegistry({
      ...{ home: makeTempDir(), searchPath: ['/usr/bin', '/bin'], facts: [], read },
      ...{
        sources: [{ path: named, origin: 'named' }],
        scripts: () => 'on',
        keys: () => [],
        changed: () => {},
        failed: () => {},
      },
    })
    onTestFinished(() => registry.close())
    expect(reads.toSorted()).toEqual(dirs.toSorted())

    reads.length = 0
    const name = registry.current().skills[0]?.name ?? ''
    expect(registry.take(fact({ type: 'skill.switched', skill: name, enabled: false }))).toBe(true)
    await registry.restock()
    expect(reads).toEqual([])
    expect(registry.current().skills.find((skill) => skill.name === name)?.enabled).toBe(false)

    writeFileSync(join(dirs[1] ?? '', 'tools.json'), describeTool('renamed'))
    await registry.restock()
    expect(reads).toEqual([dirs[1]])
    expect(registry.current().tools.map((tool) => tool.name)).toContain('renamed')
  })

  it('returns a name to the skill it was withheld from', async () => {
    const named = makeTempDir()
    for (const name of ['first', 'second']) {
      writeSkill(skillOf(name, 'same'), join(named, name))
    }
    const { read } = watchReads()
    const registry = await openRegistry({
      ...{ home: makeTempDir(), searchPath: ['/usr/bin', '/bin'], facts: [], read },
      ...{
        sources: [{ path: named, origin: 'named' }],
        scripts: () => 'on',
        keys: () => [],
        changed: () => {},
        failed: () => {},
      },
    })
    const holder = () => registry.current().skills.find(({ tools }) => tools.length > 0)?.name ?? ''
    const before = holder()
    registry.take(fact({ type: 'skill.switched', skill: before, enabled: false }))
    await registry.restock()
    const offered = registry.current().tools.map(({ source }) => source.skill)
    expect(offered).toHaveLength(1)
    expect(offered).not.toContain(before)
  })
})

it('reads a recent change again, because the file system’s clock may not tell two changes apart', async () => {
  const dir = join(makeTempDir(), 'young')
  writeSkill({ 'tools.json': describeTool('young') }, dir)
  const { read, reads } = watchReads(Date.now)
  await read({ dir })
  await read({ dir })
  expect(reads).toEqual([dir, dir])
})

it('reads the bundled skills once', async () => {
  const dir = join(makeTempDir(), 'df')
  cpSync(join(import.meta.dirname, '../../../skills/git'), dir, { recursive: true })
  const { read, reads } = watchReads()
  const first = await read({ dir }, true)
  expect(await read({ dir }, true)).toEqual(first)
  expect(reads).toEqual([dir])
})
