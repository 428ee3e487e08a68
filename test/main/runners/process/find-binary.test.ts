import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FoundBinary, findBinary, readIdentity } from '#main/runners/process/find-binary'
import { supervise } from '#main/runners/process/supervise'
import { textOf } from '#shared/messages/message'
import { makeCommand } from '#test/helpers/fixture-bin'
import { makeTempDir } from '#test/helpers/temp-dir'

function makeFolders<const Names extends string[]>(...names: Names) {
  const root = makeTempDir()
  return names.map((name) => {
    mkdirSync(join(root, name))
    return join(root, name)
  }) as { [Index in keyof Names]: string }
}

function plant(folder: string, name: string, content = '#!/bin/sh\necho hello\n', mode = 0o755): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  chmodSync(file, mode)
  return file
}

function take(found: FoundBinary) {
  if (!found.ok) throw new Error(textOf(found.message))
  return found
}

describe('finding a program', () => {
  it('returns the absolute path in the first folder that has it', async () => {
    const [a, b] = makeFolders('a', 'b')
    const second = plant(b, 'tool')
    expect(await findBinary('tool', [a, b])).toMatchObject({ ok: true, path: second, identity: { realpath: second } })
  })

  it.each([
    ...['', '.', '..', './tool', '../tool', '/bin/sh', 'a/b', 'a\\b', 'C:\\tool', 'tool ', ' tool', 'tool\n', 'to ol'],
    ...['-tool', '_tool', 'tool\0', 'tool\u200b', 'tööl', '~', '*', 't'.repeat(65)],
  ])('refuses %j, which is not a bare name', async (name) => {
    const [a] = makeFolders('a')
    plant(a, 'tool')
    expect(await findBinary(name, [a])).toMatchObject({ ok: false, code: 'BINARY_NAME' })
  })

  it.each(['x', '7z', 'g++', 'python3.11', 'notesmd-cli', 't'.repeat(64)])('takes %s for a bare name', async (name) => {
    const [a] = makeFolders('a')
    const path = plant(a, name)
    expect(await findBinary(name, [a])).toMatchObject({ ok: true, path })
  })

  it('skips a folder, a file that is not executable and a dead link, and reports them', async () => {
    const [a, b, c, d] = makeFolders('a', 'b', 'c', 'd')
    mkdirSync(join(a, 'tool'))
    const plain = plant(b, 'tool', 'text', 0o644)
    symlinkSync('/nowhere', join(c, 'tool'))
    const missing = await findBinary('tool', [a, b, c])
    expect(missing).toMatchObject({ ok: false, code: 'BINARY_NOT_FOUND' })
    expect(textOf(missing.ok ? '' : missing.message)).toContain(
      `${join(a, 'tool')} is a folder; ${plain} is not executable`,
    )
    const real = plant(d, 'tool')
    expect(await findBinary('tool', [a, b, c, d])).toMatchObject({ ok: true, path: real })
  })

  it('never looks in the current folder or the environment unless told to', async () => {
    expect(await findBinary('sh', [])).toMatchObject({ ok: false, code: 'BINARY_NOT_FOUND' })
    expect(await findBinary('package.json', ['/usr/bin'])).toMatchObject({ ok: false })
  })

  it('looks again if the remembered place is empty', async () => {
    const [a, b] = makeFolders('a', 'b')
    const first = plant(a, 'tool')
    const second = plant(b, 'tool')
    expect(await findBinary('tool', [a, b])).toMatchObject({ path: first })
    rmSync(first)
    expect(await findBinary('tool', [a, b])).toMatchObject({ path: second })
    rmSync(second)
    expect(await findBinary('tool', [a, b])).toMatchObject({ ok: false })
  })

  it('hashes the file on request', async () => {
    const [a] = makeFolders('a')
    plant(a, 'tool', 'content')
    const { identity } = take(await findBinary('tool', [a], { withHash: true }))
    expect(identity.sha256).toBe(createHash('sha256').update('content').digest('hex'))
    expect(take(await findBinary('tool', [a])).identity).not.toHaveProperty('sha256')
  })

  it('tries the Windows extensions in order', async () => {
    const [a, b] = makeFolders('a', 'b')
    const batch = plant(a, 'tool.cmd')
    const program = plant(b, 'tool.exe')
    const windows = { platform: 'win32' as const }
    expect(await findBinary('tool', [a, b], windows)).toMatchObject({ path: batch })
    expect(await findBinary('tool.exe', [a, b], windows)).toMatchObject({ path: program })
    expect(await findBinary('tool', [b, a], windows)).toMatchObject({ path: program })
    expect(await findBinary('tool', [a], { ...windows, pathExt: '.EXE' })).toMatchObject({ ok: false })
    plant(a, 'plain')
    expect(await findBinary('plain', [a], windows)).toMatchObject({ ok: false })
  })
})

describe('the identity of a program', () => {
  it('stays the same while nobody touches the file', async () => {
    const [a] = makeFolders('a')
    const file = plant(a, 'tool')
    expect(await readIdentity(file, true)).toMatchObject(await readIdentity(file))
  })

  it.each<[string, (file: string) => void]>([
    [
      'another file takes its place',
      (file) => {
        plant(join(file, '..'), 'new')
        renameSync(join(file, '..', 'new'), file)
      },
    ],
    ['its content grows', (file) => writeFileSync(file, '#!/bin/sh\necho hello, world\n')],
    [
      'it is written again with the same length',
      (file) => {
        writeFileSync(file, '#!/bin/sh\necho hullo\n')
        utimesSync(file, 1, 1)
      },
    ],
    [
      'a link takes its place',
      (file) => {
        renameSync(file, `${file}.old`)
        symlinkSync(`${file}.old`, file)
      },
    ],
  ])('changes when %s', async (_, change) => {
    const [a] = makeFolders('a')
    const file = plant(a, 'tool')
    const { path, identity } = take(await findBinary('tool', [a]))
    change(file)
    expect(await readIdentity(path)).not.toEqual(identity)
  })

  it('is noticed by the hash if a file is rewritten with its old time', async () => {
    const [a] = makeFolders('a')
    const file = plant(a, 'tool')
    utimesSync(file, 1, 1)
    const before = await readIdentity(file, true)
    writeFileSync(file, '#!/bin/sh\necho hullo\n')
    utimesSync(file, 1, 1)
    const after = await readIdentity(file, true)
    expect(after.mtimeNs).toBe(before.mtimeNs)
    expect(after.sha256).not.toBe(before.sha256)
  })
})

it('runs the found program, whatever is in the working folder and on a hostile PATH', async () => {
  const [system, workspace] = makeFolders('system', 'workspace')
  plant(system, 'git', '#!/bin/sh\necho the right one\n')
  plant(workspace, 'git', '#!/bin/sh\necho PWNED\n')
  const { path } = take(await findBinary('git', [system]))
  const run = await supervise(makeCommand('', [], { path, cwd: workspace, env: { PATH: `:.:${workspace}` } }))
  expect(run).toMatchObject({ exitCode: 0, stdout: { text: 'the right one\n' } })
})
