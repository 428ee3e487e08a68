import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadRegistry } from '#main/trust/skill-registry'
import { textOf } from '#shared/messages/message'
import { makeSkill, makeTool } from '#test/helpers/make-tool'
import { makeTempDir } from '#test/helpers/temp-dir'

const TOOLS = ['good', 'binary', 'subcommand', 'broken']

describe('a tool looked up by name', () => {
  it('is found with its skill, and only such tools are offered', async () => {
    const registry = await stock({ ls: ['-l'] })
    expect(registry.find('good')).toMatchObject({ ok: true, skill: { name: 'sample' }, tool: { name: 'good' } })
    expect(registry.tools.map(({ name }) => name)).toEqual(['good'])
  })

  it.each([
    ['binary', 'BINARY_NOT_ALLOWED'],
    ['subcommand', 'SUBCOMMAND_NOT_ALLOWED'],
    ['broken', 'TOOL_BROKEN'],
    ['goood', 'TOOL_UNKNOWN'],
    ['__proto__', 'TOOL_UNKNOWN'],
  ])('and cannot be called says why: %s', async (name, code) => {
    const registry = await stock({ ls: ['-l'] })
    const found = registry.find(name)
    expect(found).toMatchObject({ ok: false, error: { code } })
    if (name === 'goood') expect(textOf(found.ok ? '' : found.error.message)).toContain('Did you mean good?')
  })

  it('is not offered if its skill is unavailable, and names the missing programs', async () => {
    const registry = await stock({ ls: ['-l'] }, 'metadata:\n  requires:\n    bins: [skillet-no-such-program]\n')
    expect(registry.skills).toMatchObject([{ state: 'unavailable', missingBins: ['skillet-no-such-program'] }])
    expect(registry.tools).toEqual([])
    expect(registry.find('good')).toMatchObject({ ok: false, error: { code: 'BINARY_NOT_FOUND' } })
  })

  it('is not offered without its interpreter, and says how to get it', async () => {
    const entry = { file: 'tool.py', sha256: '0'.repeat(64) }
    const runtime = { kind: 'code', launcher: 'python', entry, mode: 'function' } as const
    const skill = makeSkill({
      tools: [
        { ...makeTool(), runtime },
        { ...makeTool(), name: 'other', modelName: 'other' },
      ],
    })
    const dir = join(makeTempDir(), 'test')
    mkdirSync(dir)
    writeFileSync(join(dir, 'SKILL.md'), '---\nname: test\ndescription: A sample.\n---\n')
    const reader = async () => ({ contents: skill, signature: '' })
    const registry = await loadRegistry([{ path: dir, origin: 'named' }], [], undefined, reader)
    expect(registry.tools.map(({ name }) => name)).toEqual(['other'])
    const found = registry.find('tool')
    expect(found).toMatchObject({ ok: false, error: { code: 'BINARY_NOT_FOUND' } })
    expect(textOf(found.ok ? '' : found.error.message)).toContain('Python 3 is not installed. Install it')
  })
})

async function stock(allowlist: object, frontmatter = '') {
  const folder = join(makeTempDir(), 'sample')
  mkdirSync(folder)
  const page = `---\nname: sample\ndescription: A sample.\n${frontmatter}---\nUse it.\n`
  writeFileSync(join(folder, 'SKILL.md'), page)
  const execution = [
    { tool: 'good', binary: 'ls', subcommand: '-l' },
    { tool: 'binary', binary: 'cat', subcommand: '-l' },
    { tool: 'subcommand', binary: 'ls', subcommand: '-a' },
    { tool: 'broken', binary: 'ls', subcommand: '-l', args: [{ param: 'nowhere' }] },
  ]
  const tools = TOOLS.map((name) => ({ name, description: 'A tool.', parameters: { type: 'object', properties: {} } }))
  writeFileSync(join(folder, 'tools.json'), JSON.stringify({ tools, allowlist, execution }))
  return loadRegistry([{ path: folder, origin: 'named' }], ['/usr/bin', '/bin'])
}
