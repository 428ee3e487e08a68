import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeStartError, findStartObstacle } from '#main/runners/process/start-obstacle'
import { supervise } from '#main/runners/process/supervise'
import { textOf } from '#shared/messages/message'
import { fixtureBin, makeCommand } from '#test/helpers/fixture-bin'
import { makeTempDir } from '#test/helpers/temp-dir'

function plant(content: string | Buffer, name = 'tool'): string {
  const file = join(makeTempDir(), name)
  writeFileSync(file, content)
  chmodSync(file, 0o755)
  return file
}

const anElf = () => readFileSync('/bin/true')

describe('what cannot be started is refused before the system is asked', () => {
  it.each([
    ['a file that does not exist', '/nowhere/tool', 'does not exist'],
    ['a folder', fixtureBin('a-folder'), 'is a folder, not a program'],
    ['a device', '/dev/null', 'is not a regular file'],
    ['a file without execute bits', fixtureBin('not-executable'), 'chmod +x'],
    ['a relative path', 'bin/tool', 'is not an absolute path'],
    ['a script without a first line', fixtureBin('no-first-line'), 'Skillet never uses a shell'],
    ['an empty file', plantable(''), 'Skillet never uses a shell'],
    ['a script whose interpreter is missing', fixtureBin('missing-interpreter'), '/nowhere/interpreter does not exist'],
    ['a script that names no interpreter', fixtureBin('empty-interpreter'), 'names no interpreter'],
    ['a script whose interpreter is relative', fixtureBin('relative-interpreter'), '"bin/sh" is not an absolute path'],
    ['a script with CR LF line ends', plantable('#!/bin/sh\r\necho hi\r\n'), 'LF line ends'],
    ['a script whose first line is too long', plantable(`#!/bin/${'x'.repeat(300)}\n`), 'does not exist'],
    [
      'a script run by a script without a first line',
      plantable(`#!${fixtureBin('no-first-line')}\n`),
      'Skillet never uses a shell',
    ],
    [
      'a program for another processor',
      () => {
        const elf = anElf()
        elf.writeUInt16LE(elf.readUInt16LE(18) === 8 ? 62 : 8, 18)
        return plant(elf)
      },
      'another kind of processor',
    ],
  ])('%s', async (_, place, words) => {
    const path = typeof place === 'string' ? place : place()
    const canary = join(makeTempDir(), 'canary')
    const run = await supervise(makeCommand('', [canary], { path }))
    expect(run).toMatchObject({ exitCode: null, signal: null, failure: { code: 'SPAWN_FAILED' } })
    expect(textOf(run.failure?.message ?? '')).toContain(words)
    expect(textOf(run.failure?.message ?? '')).toContain(path)
    expect(existsSync(canary)).toBe(false)
  })

  it('a working folder that is missing or a file', async () => {
    const missing = await supervise(makeCommand('echo-argv', [], { cwd: '/nowhere' }))
    expect(textOf(missing.failure?.message ?? '')).toContain('working folder /nowhere does not exist')
    const file = await supervise(makeCommand('echo-argv', [], { cwd: fixtureBin('echo-argv') }))
    expect(textOf(file.failure?.message ?? '')).toContain('is not a folder')
  })

  it('an argument with a NUL', async () => {
    const run = await supervise(makeCommand('echo-argv', ['a\0b']))
    expect(textOf(run.failure?.message ?? '')).toContain('NUL')
  })
})

describe('what can be started stays allowed', () => {
  it.each([
    ['a program', '/bin/true'],
    ['a script', fixtureBin('echo-argv')],
    ['a script found by env', fixtureBin('print-env')],
    ['a script run by a script', plantable(`#!${fixtureBin('echo-argv')} one\n`)],
    ['a first line with spaces and no end', plantable('#! \t/bin/true')],
  ])('%s', async (_, place) => {
    const path = typeof place === 'string' ? place : place()
    expect(findStartObstacle({ path, args: [], cwd: '/' })).toBeNull()
    expect(await supervise(makeCommand('', [], { path }))).toMatchObject({ exitCode: 0 })
  })
})

describe('a Windows batch file', () => {
  const cwd = '/'
  const path = 'C:\\bin\\tool'

  it.each(['.bat', '.cmd', '.BAT', '.CmD', '.bat.', '.cmd ', '.Bat . .'])(
    'ending in %j gets only plain arguments',
    (end) => {
      expect(findStartObstacle({ path: path + end, args: ['a-b', 'C:/x=1@y', ''], cwd }, 'win32')).toBeNull()
      for (const arg of ['a b', '"', '%PATH%', 'a&calc', 'a|b', '^', '\n', '!x!', 'ä', '(', ';', ',']) {
        const obstacle = findStartObstacle({ path: path + end, args: ['fine', arg], cwd }, 'win32')
        expect(textOf(obstacle ?? '')).toContain('batch file')
        expect(textOf(obstacle ?? '')).toContain(JSON.stringify(arg))
      }
    },
  )

  it('is not a program', () => {
    expect(findStartObstacle({ path: `${path}.exe`, args: ['a b', '%PATH%'], cwd }, 'win32')).toBeNull()
  })
})

describe('what the system itself refuses', () => {
  it('is reported with the remedy', async () => {
    const run = await supervise(makeCommand('echo-argv', ['x'.repeat(200 * 1024)]))
    expect(run).toMatchObject({ exitCode: null, failure: { code: 'SPAWN_FAILED' } })
    expect(textOf(run.failure?.message ?? '')).toContain('Pass long text through standard input or a file')
  })

  it('is reported in the system’s words if we know no better', () => {
    const message = describeStartError({ path: '/bin/x', args: ['a'], cwd: '/' }, new Error('spawn EWHAT'))
    expect(textOf(message)).toBe('/bin/x could not be started with 1 arguments: spawn EWHAT')
  })
})

/** Written by the test itself, so that it goes into that test's own folder. */
function plantable(content: string): () => string {
  return () => plant(content)
}
