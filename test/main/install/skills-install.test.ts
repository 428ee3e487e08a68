import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isDeceptive } from '#shared/visible'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, readRecord, spawnCli } from '#test/main/cli/run-cli'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'
import { buildZip } from './build-zip.ts'

const page = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\nHello.\n`
const install = (...more: string[]) => ['skills', 'install', ...more, '--home', 'h']

function addSkill(dir: string, name: string): void {
  writeSkill({ 'SKILL.md': page(name), 'tools.json': describeTool(`${name}_say`) }, dir)
}

describe('skillet skills install', () => {
  it('installs a folder, says what state it is in, and records it', async () => {
    const cwd = makeTempDir()
    addSkill(join(cwd, 'src'), 'notes')
    const { code, stdout } = await spawnCli(install('src', '--json'), { cwd })
    const document = JSON.parse(stdout)
    expect([code, document]).toMatchObject([
      0,
      {
        name: 'notes',
        state: 'quarantined',
        format: 'tools-json',
        enabled: true,
        allowScripts: false,
        skills: [{ name: 'notes' }],
      },
    ])
    expect(readRecord(cwd)).toMatchObject([
      {
        type: 'skill.installed',
        skill: 'notes',
        hash: document.hash,
        source: { kind: 'folder', from: join(cwd, 'src') },
      },
    ])
    expect(readdirSync(join(cwd, 'h', 'skills', 'notes')).sort()).toEqual(['SKILL.md', 'tools.json'])
    expect(readdirSync(join(cwd, 'h', 'quarantine'))).toEqual([])
  })

  it('installs all skills of a source, or only the named ones', async () => {
    const cwd = makeTempDir()
    for (const name of ['one', 'two', 'three']) addSkill(join(cwd, 'many', name), name)
    const some = await callCli(install('many', '--only', 'two', '--only', 'four'), { cwd })
    expect([some.code, some.stdout, some.stderr]).toEqual([
      3,
      expect.stringMatching(/^two {2}quarantined {2}1 tool\n/),
      expect.stringContaining('"four"'),
    ])
    const all = await callCli(install('many', '--json'), { cwd })
    expect([all.code, JSON.parse(all.stdout)]).toMatchObject([
      3,
      { ok: false, error: { code: 'ALREADY_INSTALLED' }, skills: [{ name: 'one' }, { name: 'three' }] },
    ])
    const replaced = await callCli(install('many', '--replace', '--json'), { cwd })
    expect([replaced.code, JSON.parse(replaced.stdout).skills]).toMatchObject([0, [{}, {}, {}]])
    expect(readdirSync(join(cwd, 'h', 'skills')).sort()).toEqual(['one', 'three', 'two'])
  })

  it('refuses with exit 3, the file, the rule and the remedy, and leaves nothing', async () => {
    const cwd = makeTempDir()
    writeFileSync(
      join(cwd, 'evil.zip'),
      buildZip([
        { name: 'SKILL.md', data: page('x') },
        { name: '../evil', data: 'x' },
      ]),
    )
    const { code, stdout, stderr } = await callCli(install('evil.zip', '--json'), { cwd })
    expect([code, JSON.parse(stdout)]).toMatchObject([
      3,
      { ok: false, error: { code: 'ARCHIVE_ENTRY' }, skills: [], diagnostics: [{ file: '../evil', remedy: /./ }] },
    ])
    expect(stderr).toContain('../evil')
    expect([existsSync(join(cwd, 'evil')), readdirSync(join(cwd, 'h', 'quarantine'))]).toEqual([false, []])
    expect(existsSync(join(cwd, 'h', 'skills'))).toBe(false)
    for (const source of ['none', 'git://example.org/x', 'https://127.0.0.1:9/x.git']) {
      const refused = await callCli(install(source, '--json'), { cwd })
      expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([3, { error: { code: 'SOURCE_UNREACHABLE' } }])
    }
  })

  it('reserves the names of bundled skills, even if those are left out', async () => {
    const cwd = makeTempDir()
    addSkill(join(cwd, 'src'), 'git')
    const { code, stderr } = await callCli(install('src', '--no-bundled', '--replace'), { cwd })
    expect([code, stderr]).toEqual([3, expect.stringContaining('comes with Skillet')])
  })

  it('prints nothing from a source that could mislead on a terminal', async () => {
    const cwd = makeTempDir()
    mkdirSync(join(cwd, 'src'))
    writeFileSync(join(cwd, 'src', 'a\u001b[2J\u202eb'), 'x')
    const { code, stderr } = await callCli(install('src'), { cwd })
    expect([code, isDeceptive(stderr)]).toEqual([3, false])
    expect(stderr).toContain('\\u{1B}')
  })

  it('accepts the same source again only to replace what is there', async () => {
    const cwd = makeTempDir()
    addSkill(join(cwd, 'src'), 'notes')
    expect((await callCli(install('src'), { cwd })).code).toBe(0)
    writeFileSync(join(cwd, 'src', 'SKILL.md'), `${page('notes')}New.\n`)
    expect((await callCli(install('src'), { cwd })).code).toBe(3)
    expect((await callCli(install('src', '--replace'), { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'h', 'skills', 'notes', 'SKILL.md'), 'utf8')).toContain('New.')
  })

  it('asks for no review of what is trusted already, byte for byte', async () => {
    const cwd = makeTempDir()
    addSkill(join(cwd, 'src'), 'notes')
    await callCli(install('src'), { cwd })
    await callCli(['skills', 'trust', 'notes', '--yes', '--home', 'h'], { cwd })
    expect((await callCli(install('src', '--replace'), { cwd })).stdout).toBe('notes  trusted  1 tool\n')
  })
})
