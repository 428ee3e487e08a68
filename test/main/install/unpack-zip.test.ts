import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { isDeceptive } from '#shared/visible'
import { HOSTILE_ARCHIVES, PAGE } from '#test/helpers/hostile-archives'
import { buildZip, type ZipPart } from './build-zip.ts'
import { openForTest, snapshot } from './open-for-test.ts'

const TOOLS = JSON.stringify({
  tools: [{ name: 'say', parameters: { type: 'object', properties: {} } }],
  allowlist: { echo: [''] },
  execution: [{ tool: 'say', binary: 'echo', subcommand: '', args: [] }],
})

function bring(parts: readonly ZipPart[] | Buffer, name = 'brought.zip') {
  const world = openForTest()
  const archive = join(world.root, name)
  writeFileSync(archive, Buffer.isBuffer(parts) ? parts : buildZip(parts))
  return { ...world, archive }
}

describe(`a hostile archive (${HOSTILE_ARCHIVES.length} of them)`, () => {
  it.each(HOSTILE_ARCHIVES)('with $title is refused with file and rule, and leaves nothing behind', async (hostile) => {
    const { installing, archive, root, facts, home } = bring(hostile.bytes(), 'hostile.zip')
    mkdirSync(join(home, 'quarantine'))
    const before = snapshot(root)
    const staging = await installing.stage(archive, root)
    expect(snapshot(root)).toEqual(before)
    expect(facts).toEqual([])
    if (staging.ok) throw new Error('it was taken')
    const [diagnostic] = staging.diagnostics
    const names = hostile.names === 'ARCHIVE' ? 'hostile.zip' : hostile.names
    expect(diagnostic).toMatchObject({ severity: 'error', code: hostile.code, remedy: expect.stringMatching(/./) })
    expect(textOf(diagnostic?.message ?? '')).toContain(hostile.rule)
    expect(isDeceptive(`${diagnostic?.file}${textOf(diagnostic?.message ?? '')}`)).toBe(false)
    const written = names.replace(/\p{C}/gu, '')
    expect(diagnostic?.file.replace(/\\u\{[0-9A-F]+\}|\\n|\\/g, '')).toContain(written)
  })
})

describe('an archive', () => {
  it('is named itself if a file in it has no name', async () => {
    const { installing, root } = openForTest()
    const archive = join(root, 'nameless.zip')
    writeFileSync(archive, buildZip([{ name: '', data: 'x' }]))
    const staging = await installing.stage(archive, root)
    expect(staging).toMatchObject({ ok: false, diagnostics: [{ code: 'ARCHIVE_ENTRY', file: archive }] })
  })

  it('that is clean is installed with its contents, and with no more permission than to run', async () => {
    const parts: ZipPart[] = [
      { name: 'good/', mode: 0o040777 },
      { name: 'good/SKILL.md', data: '---\nname: good\ndescription: Good.\n---\nBody.\n' },
      { name: 'good/tools.json', data: TOOLS, hasDescriptor: true },
      { name: 'good/scripts/run.sh', data: '#!/bin/sh\n', mode: 0o106777, method: 0 },
      { name: 'good/r\u00e9sum\u00e9.md', data: 'Not ASCII.' },
    ]
    const { installing, archive, root, skills, facts, home } = bring(parts)
    const staging = await installing.stage(archive, root)
    if (!staging.ok) throw new Error(textOf(staging.diagnostics[0]?.message ?? ''))
    expect(staging.candidates).toMatchObject([
      { name: 'good', dir: 'good', format: 'tools-json', tools: ['say'], isInstalled: false, blocker: null },
    ])
    const settled = await installing.settle(staging.token, ['good'], false)
    expect(settled).toMatchObject({ installed: [{ name: 'good', dir: join(skills, 'good') }], diagnostics: [] })
    expect(readFileSync(join(skills, 'good', 'tools.json'), 'utf8')).toBe(TOOLS)
    expect(lstatSync(join(skills, 'good', 'scripts', 'run.sh')).mode & 0o7777).toBe(0o755)
    expect(readFileSync(join(skills, 'good', 'r\u00e9sum\u00e9.md'), 'utf8')).toBe('Not ASCII.')
    expect(readdirSync(join(home, 'quarantine'))).toEqual([])
    const hash = staging.candidates[0]?.hash
    expect(facts).toEqual([
      { type: 'skill.installed', chat: null, skill: 'good', hash, source: { kind: 'zip', from: archive } },
    ])
  })

  it('without a folder gives a skill named after the archive if the page has no name', async () => {
    const { installing, archive, root, skills } = bring([{ name: 'SKILL.md', data: 'Only text.' }], 'my notes.zip')
    const staging = await installing.stage(archive, root)
    if (!staging.ok) throw new Error(textOf(staging.diagnostics[0]?.message ?? ''))
    expect(staging.candidates).toMatchObject([{ name: 'my-notes', dir: '', format: null, tools: [] }])
    await installing.settle(staging.token, ['my-notes'], false)
    expect(existsSync(join(skills, 'my-notes', 'SKILL.md'))).toBe(true)
  })

  it('keeps an inner archive as a file, and drops a repository', async () => {
    const inner = buildZip([{ name: '../evil', data: 'x' }])
    const parts = [PAGE, { name: 'inner.zip', data: inner, method: 0 as const }, { name: '.git/hooks/x', data: 'x' }]
    const { installing, archive, root, skills } = bring(parts)
    const staging = await installing.stage(archive, root)
    if (!staging.ok) throw new Error(textOf(staging.diagnostics[0]?.message ?? ''))
    await installing.settle(staging.token, ['hostile'], false)
    expect(readdirSync(join(skills, 'hostile')).sort()).toEqual(['SKILL.md', 'inner.zip'])
  })

  it('that is missing, or is a folder, is refused with a sentence', async () => {
    const { installing, root } = openForTest()
    mkdirSync(join(root, 'folder.zip'))
    expect(await installing.stage('none.zip', root)).toMatchObject({
      diagnostics: [{ code: 'SOURCE_UNREACHABLE', file: join(root, 'none.zip'), message: /does not exist/ }],
    })
    expect(await installing.stage('folder.zip', root)).toMatchObject({ diagnostics: [{ code: 'NO_SKILL' }] })
  })
})
