import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { FormatReader } from '#main/formats/format'
import { FORMATS } from '#main/formats/formats'
import { readSkill as read } from '#main/skills/read-skill'
import type { SkillContents } from '#shared/skill/skill'
import { makeTempDir } from '#test/helpers/temp-dir'
import { anyChecks, summarize } from '#test/main/formats/descriptors'
import { describeTool, PAGE, writeSkill } from '#test/main/skills/write-skill'

const readSkill = (dir: string) => read(dir, anyChecks)
const offered = ({ tools }: SkillContents) => tools.map(({ name }) => name)
const withheld = (skill: SkillContents) => skill.withheld.map(({ name, diagnostic }) => `${name} ${diagnostic.code}`)
const mayReadAnything = process.getuid?.() === 0

describe('a folder that is a skill', () => {
  it('gives everything that follows from its bytes', async () => {
    const dir = writeSkill({
      'tools.json': describeTool('say', 'find'),
      'scripts/find.sh': 'echo found\n',
      'scripts/lib/more.sh': 'echo more\n',
      'notes.txt': 'x',
    })
    const skill = await readSkill(dir)
    expect(skill).toMatchObject({
      name: 'sample',
      description: 'A skill of the tests.',
      body: '# Sample\n',
      dir,
      format: 'tools-json',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      requiredBins: [],
      scripts: [{ name: 'find.sh', file: 'scripts/find.sh', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      withheld: [],
      diagnostics: [],
    })
    expect(skill.tools[0]).toMatchObject({ id: 'sample/say', source: { skill: 'sample', file: 'tools.json' } })
    expect(skill.tools[0]?.source.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('has no tools and says why if the reader itself fails', async () => {
    vi.spyOn(FORMATS[0] as FormatReader, 'read').mockRejectedValueOnce(new Error('out of reach'))
    const skill = await readSkill(writeSkill({ 'tools.json': describeTool('say') }))
    expect(skill.diagnostics).toMatchObject([{ severity: 'error', code: 'READER_FAILED' }])
    expect({ name: skill.name, tools: skill.tools }).toEqual({ name: 'sample', tools: [] })
  })

  it('is read the same with a trailing slash', async () => {
    const dir = writeSkill()
    expect(await readSkill(`${dir}/`)).toEqual(await readSkill(dir))
  })
})

describe('a folder that is not a skill', () => {
  it.each([
    ['is empty', (dir: string) => mkdirSync(dir), ['error SKILL_MD_MISSING SKILL.md']],
    ['is not there', () => {}, ['error FILE_UNREADABLE .', 'error SKILL_MD_MISSING SKILL.md']],
    [
      'is a file',
      (dir: string) => writeFileSync(dir, 'x'),
      ['error FILE_UNREADABLE .', 'error SKILL_MD_MISSING SKILL.md'],
    ],
    [
      'is a symbolic link to a skill',
      (dir: string) => symlinkSync(writeSkill(), dir),
      ['error SYMLINK .', 'error SKILL_MD_MISSING SKILL.md'],
    ],
  ])('answers all the same when it %s', async (_name, make, expected) => {
    const dir = join(makeTempDir(), 'my skill')
    make(dir)
    const skill = await readSkill(dir)
    expect(summarize(skill.diagnostics)).toEqual(expected)
    expect(skill).toMatchObject({
      name: 'my-skill',
      tools: [],
      withheld: [],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('offers no tool without SKILL.md, and says which it withholds', async () => {
    const skill = await readSkill(writeSkill({ 'SKILL.md': null }))
    expect([offered(skill), withheld(skill)]).toEqual([[], ['say SKILL_MD_MISSING']])
  })
})

describe('links', () => {
  it.each([
    [
      'SKILL.md',
      [
        'error SYMLINK SKILL.md',
        'error SKILL_MD_MISSING SKILL.md',
        'warning SCRIPT_MISSING execution[0].args[0].resolveCommand.script',
      ],
      [],
    ],
    ['tools.json', ['error SYMLINK'], []],
    [
      'scripts/find.sh',
      ['error SYMLINK scripts/find.sh', 'warning SCRIPT_MISSING execution[0].args[0].resolveCommand.script'],
      ['say'],
    ],
    [
      'scripts',
      ['error SYMLINK scripts', 'warning SCRIPT_MISSING execution[0].args[0].resolveCommand.script'],
      ['say'],
    ],
  ])('are not followed in the place of %s', async (path, expected, tools) => {
    const outside = writeSkill({ 'tools.json': describeTool('say', 'find'), 'scripts/find.sh': 'echo outside\n' })
    const dir = writeSkill({ 'tools.json': describeTool('say', 'find'), [path]: null })
    mkdirSync(join(dir, path, '..'), { recursive: true })
    symlinkSync(join(outside, path), join(dir, path))
    const skill = await readSkill(dir)
    expect(summarize(skill.diagnostics)).toEqual(expected)
    expect(offered(skill)).toEqual(tools)
    expect(skill.scripts).toEqual([])
  })

  it('that are hard keep a script from running', async () => {
    const dir = writeSkill({ 'tools.json': describeTool('say', 'find'), 'scripts/find.sh': 'echo x\n' })
    linkSync(join(dir, 'scripts/find.sh'), join(dir, '..', 'other-name'))
    const skill = await readSkill(dir)
    expect(skill.scripts).toEqual([])
    expect(summarize(skill.diagnostics)).toEqual([
      'error SYMLINK scripts/find.sh',
      'warning SCRIPT_MISSING execution[0].args[0].resolveCommand.script',
    ])
    expect(offered(skill)).toEqual(['say'])
  })

  it.runIf(process.platform !== 'win32')('and pipes are named and never waited for', async () => {
    const dir = writeSkill()
    execFileSync('mkfifo', [join(dir, 'pipe')])
    const skill = await readSkill(dir)
    expect(summarize(skill.diagnostics)).toEqual(['error FILE_UNREADABLE pipe'])
    expect(offered(skill)).toEqual(['say'])
  })
})

describe('a file that is not what it should be', () => {
  const BAD: [string, string | Uint8Array][] = [
    ['empty', ''],
    ['binary', Uint8Array.from({ length: 4096 }, (_, index) => (index * 37) & 0xff)],
    ['zeros', new Uint8Array(4096)],
    ['nested 10 000 deep', '['.repeat(10_000)],
    ['UTF-16', Buffer.from('\ufeff{"tools": []}', 'utf16le')],
    ['lone continuation bytes', Uint8Array.of(0x80, 0x80)],
  ]
  const FILES = ['SKILL.md', 'tools.json', 'allowlist.json', 'execution.json', 'scripts/find.sh', 'notes.bin']

  it.each(BAD)('is reported and does not affect the rest: %s', async (_name, content) => {
    for (const file of FILES) {
      const skill = await readSkill(writeSkill({ [file]: content }))
      expect(skill.hash).toMatch(/^[0-9a-f]{64}$/)
      for (const { diagnostic } of skill.withheld) expect(skill.diagnostics).toContainEqual(diagnostic)
      if (file === 'tools.json') expect(skill.diagnostics.map(({ severity }) => severity)).toContain('error')
      else expect(offered(skill)).toEqual(['say'])
    }
  })

  it.each([
    ['SKILL.md', 256 * 1024],
    ['tools.json', 1024 * 1024],
    ['allowlist.json', 1024 * 1024],
    ['scripts/find.sh', 10 * 1024 * 1024],
    ['notes.bin', 10 * 1024 * 1024],
  ])('is not read when it is too large, and then vouches for nothing: %s', async (file, most) => {
    for (const size of [most + 1, 100 * 1024 * 1024]) {
      const dir = writeSkill({ [file]: '' })
      truncateSync(join(dir, file), size)
      const skill = await readSkill(dir)
      expect(skill.diagnostics[0]).toMatchObject({ severity: 'error', code: 'FILE_TOO_LARGE', file })
      expect(offered(skill)).toEqual([])
      if (file !== 'tools.json') expect(withheld(skill)).toEqual(['say FILE_TOO_LARGE'])
    }
  })

  it.skipIf(mayReadAnything)('is named if it may not be read', async () => {
    const dir = writeSkill({ 'notes.txt': 'x' })
    chmodSync(join(dir, 'notes.txt'), 0)
    const skill = await readSkill(dir)
    expect(skill.diagnostics[0]).toMatchObject({ code: 'FILE_UNREADABLE', file: 'notes.txt' })
    expect(withheld(skill)).toEqual(['say FILE_UNREADABLE'])
  })
})

describe('a folder beyond the limits', () => {
  it('with more than 50 MB offers no tool', async () => {
    const dir = writeSkill()
    for (let index = 0; index < 6; index += 1) {
      writeFileSync(join(dir, `blob-${index}`), '')
      truncateSync(join(dir, `blob-${index}`), 10 * 1024 * 1024)
    }
    const skill = await readSkill(dir)
    expect(skill.diagnostics.map(({ code }) => code)).toContain('TOO_MANY_FILES')
    expect(withheld(skill)).toEqual(['say TOO_MANY_FILES'])
  })

  it('with more than 2 000 files offers no tool, but still gives its name', async () => {
    const dir = writeSkill()
    for (let index = 0; index < 2000; index += 1) writeFileSync(join(dir, `f${index}`), '')
    const skill = await readSkill(dir)
    expect(summarize(skill.diagnostics)).toEqual(['error TOO_MANY_FILES .'])
    expect([skill.name, withheld(skill)]).toEqual(['sample', ['say TOO_MANY_FILES']])
  })

  it('may be nested 8 deep, and not deeper', async () => {
    const nested = (depth: number) => writeSkill({ [`${'d/'.repeat(depth - 1)}f`]: 'x' })
    expect((await readSkill(nested(8))).diagnostics).toEqual([])
    const skill = await readSkill(nested(9))
    expect(skill.diagnostics.map(({ code }) => code)).toEqual(['TOO_MANY_FILES'])
    expect(offered(skill)).toEqual([])
  })
})

describe('the names of files', () => {
  it('that differ only in capitals or accents are refused', async () => {
    for (const [one, other] of [
      ['Notes.txt', 'notes.txt'],
      ['é.txt', 'e\u0301.txt'],
    ] as const) {
      const dir = writeSkill({ [one]: 'a', [other]: 'b' })
      if (readdirSync(dir).length < 4) continue
      const skill = await readSkill(dir)
      expect(skill.diagnostics.map(({ code }) => code)).toEqual(['FILE_NAME'])
      expect(withheld(skill)).toEqual(['say FILE_NAME'])
    }
  })

  it.runIf(process.platform === 'linux')('that are not UTF-8 are refused', async () => {
    const dir = writeSkill()
    writeFileSync(Buffer.concat([Buffer.from(`${dir}/x`), Buffer.of(0xff)]), 'x')
    const skill = await readSkill(dir)
    expect(skill.diagnostics.map(({ severity, code }) => [severity, code])).toEqual([['error', 'FILE_NAME']])
    expect(withheld(skill)).toEqual(['say FILE_NAME'])
  })

  it.runIf(process.platform === 'linux')('that Windows bends are a warning', async () => {
    const skill = await readSkill(writeSkill({ 'con.txt': 'x', 'dot.': 'x' }))
    expect(summarize(skill.diagnostics)).toEqual(['warning FILE_NAME con.txt', 'warning FILE_NAME dot.'])
    expect(offered(skill)).toEqual(['say'])
  })
})

it('may all have Windows line ends and a byte order mark', async () => {
  const bend = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`
  const skill = await readSkill(writeSkill({ 'SKILL.md': bend(PAGE), 'tools.json': bend(describeTool()) }))
  expect(summarize(skill.diagnostics)).toEqual(['warning BYTE_ORDER_MARK SKILL.md', 'warning BYTE_ORDER_MARK'])
  expect([skill.name, offered(skill)]).toEqual(['sample', ['say']])
})
