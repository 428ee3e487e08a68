import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { body, makeToolCode } from '#test/helpers/tool-code'
import { openForTest, snapshot } from './open-for-test.ts'

const tool = (name: string) => JSON.stringify(makeToolCode(body('return 1'), { name }))

describe('installing tools in one file', () => {
  it('makes a folder from a single file, whose bytes stay the same', async () => {
    const { installing, root, skills, facts } = openForTest()
    const file = join(root, 'echo.json')
    writeFileSync(file, tool('echo'))
    const staged = await installing.stage(file, root)
    expect(staged).toMatchObject({
      ok: true,
      candidates: [{ name: 'echo', format: 'tool-code', tools: ['echo'], blocker: null, description: 'The tool echo' }],
    })
    if (!staged.ok) return
    await installing.settle(staged.token, ['echo'], false)
    expect([...snapshot(skills).keys()]).toEqual(['echo', 'echo/echo.tool.json'])
    expect(snapshot(skills).get('echo/echo.tool.json')).toContain(tool('echo'))
    expect(facts).toMatchObject([{ type: 'skill.installed', skill: 'echo', source: { from: file } }])
  })

  it('makes one skill from a folder of files, and leaves other files unchanged', async () => {
    const { installing, root, skills } = openForTest()
    const dir = join(root, 'my-tools')
    mkdirSync(dir)
    for (const name of ['a', 'b']) writeFileSync(join(dir, `${name}.json`), tool(name))
    writeFileSync(join(dir, 'data.json'), '[1]')
    const staged = await installing.stage(dir, root)
    expect(staged).toMatchObject({ ok: true, candidates: [{ name: 'my-tools', tools: ['a', 'b'] }] })
    if (!staged.ok) return
    await installing.settle(staged.token, ['my-tools'], false)
    expect([...snapshot(skills).keys()].sort()).toEqual([
      'my-tools',
      'my-tools/a.tool.json',
      'my-tools/b.tool.json',
      'my-tools/data.json',
    ])
  })

  it('keeps both of two files whose names differ only in their ending', async () => {
    const { installing, root, skills } = openForTest()
    const dir = join(root, 'two')
    mkdirSync(dir)
    for (const [file, name] of [
      ['a.json', 'first'],
      ['a.tool.json', 'second'],
    ] as const)
      writeFileSync(join(dir, file), tool(name))
    const staged = await installing.stage(dir, root)
    expect(staged).toMatchObject({ ok: true, candidates: [{ name: 'two', tools: ['first', 'second'] }] })
    if (!staged.ok) return
    await installing.settle(staged.token, ['two'], false)
    expect(snapshot(skills).get('two/a.json')).toContain(tool('first'))
    expect(snapshot(skills).get('two/a.tool.json')).toContain(tool('second'))
  })

  it('finds a tool beside a page whose name only ends like that of a skill', async () => {
    const { installing, root } = openForTest()
    const dir = join(root, 'beside')
    mkdirSync(dir)
    writeFileSync(join(dir, 'a.json'), tool('a'))
    writeFileSync(join(dir, 'NOT-A-SKILL.md'), 'x')
    expect(await installing.stage(dir, root)).toMatchObject({ ok: true, candidates: [{ tools: ['a'] }] })
  })

  it.each(['{"a": 1}', 'no JSON', ''])('refuses a file that is no tool: %j', async (text) => {
    const { installing, root } = openForTest()
    writeFileSync(join(root, 'other.json'), text)
    expect(await installing.stage(join(root, 'other.json'), root)).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'NO_SKILL' }],
    })
  })

  it('says what is wrong with an unusable tool', async () => {
    const { installing, root } = openForTest()
    writeFileSync(join(root, 'bad.tool.json'), '{"schema_name":"tool.code.v1","context":{"name":"bad"}}')
    expect(await installing.stage(join(root, 'bad.tool.json'), root)).toMatchObject({
      candidates: [
        {
          name: 'bad',
          tools: [],
          diagnostics: expect.arrayContaining([expect.objectContaining({ path: 'context.code' })]),
        },
      ],
    })
  })
})
