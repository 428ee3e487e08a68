import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkPaths } from '#main/gate/check-paths'
import type { PlacedValue } from '#shared/call/plan'
import { findRealAncestor, makeRequest, makeSurroundings, makeTool } from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'
import { makeTempDir } from '#test/helpers/temp-dir'

let home: string
let root: string

beforeEach(() => {
  home = makeTempDir()
  root = join(home, 'granted')
  mkdirSync(join(root, 'sub', 'deep'), { recursive: true })
  mkdirSync(join(home, 'granted-not'))
  writeFileSync(join(root, 'file.txt'), '')
  writeFileSync(join(home, 'secret.txt'), '')
  symlinkSync(home, join(root, 'up'))
  symlinkSync('/etc', join(root, 'etc'))
  symlinkSync('/etc/passwd', join(root, 'passwd'))
  symlinkSync('sub', join(root, 'inner'))
  symlinkSync('gone', join(root, 'dangling'))
  symlinkSync('loop', join(root, 'loop'))
  symlinkSync('.', join(root, 'self'))
  symlinkSync(root, join(home, 'way-in'))
  symlinkSync(join(root, 'sub', 'deep'), join(root, 'short'))
})

/** Fails for what it must never be asked, because answers to it differ between platforms. */
async function ask(path: string): Promise<string> {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(path)) throw new Error(`asked about ${path}`)
  return findRealAncestor(path)
}

function declare(text: string): PlacedValue {
  return {
    ...{ param: 'x', place: 'stdin', text, origin: 'model', elements: [], wantsNumber: false, wantsUrl: false },
    ...{ allowLeadingDash: false, readPath: true, writePath: false },
  }
}

async function isRefused(path: string, platform: NodeJS.Platform = 'linux'): Promise<boolean> {
  const ports = {
    cwd: root,
    runsIn: root,
    roots: [root],
    platform,
    realAncestor: ask,
  }
  const error = await checkPaths([], [declare(path.replaceAll('ROOT', root).replaceAll('HOME', home))], ports)
  if (error !== null)
    expect(error).toMatchObject({
      code: 'PATH_NOT_GRANTED',
      path: 'x',
      message: expect.stringContaining('parameter x'),
    })
  return error !== null
}

describe('a declared path inside the granted folder', () => {
  it.each([
    ...[
      'file.txt',
      './file.txt',
      'sub',
      'sub/',
      'sub/deep',
      'sub//deep',
      'sub/./deep',
      'new.txt',
      'new/dir/file.txt',
      '.hidden',
      '...',
    ],
    ...[
      'ROOT',
      'ROOT/',
      'ROOT/file.txt',
      'ROOT//file.txt',
      'ROOT/new',
      'inner',
      'inner/deep',
      'inner/new',
      'dangling',
      '',
      '.',
      'a b',
      'a:b',
    ],
    ...[
      'sub/../file.txt',
      'sub/deep/../..',
      'HOME/way-in/file.txt',
      'HOME/granted/./sub',
      'sub/..',
      '@x',
      '-x',
      '%2e%2e',
      '..x',
      'é',
    ],
  ])('may be %j', async (path) => {
    expect(await isRefused(path)).toBe(false)
  })
})

describe('a declared path that is refused', () => {
  it.each([
    ...[
      '/',
      '/etc/passwd',
      '//etc/passwd',
      '///etc/passwd',
      '/./etc/passwd',
      '..',
      '../',
      '../secret.txt',
      './../secret.txt',
    ],
    ...[
      'sub/../../secret.txt',
      'sub/deep/../../../secret.txt',
      'new/../../secret.txt',
      'new/../../../../../../etc/passwd',
      'HOME',
      'HOME/',
    ],
    ...[
      'HOME/secret.txt',
      'HOME/granted-not',
      'HOME/granted-not/x',
      'HOME/granted/../secret.txt',
      'HOME/way-in/../secret.txt',
      'ROOT/..',
    ],
    ...[
      'up',
      'up/secret.txt',
      'up/granted-not/new',
      'etc',
      'etc/passwd',
      'etc/new',
      'passwd',
      'inner/../up/secret.txt',
      'short/../../..',
    ],
    ...[
      '/proc/self/root/etc/passwd',
      '/proc/self/cwd',
      '/proc/self/environ',
      '/dev/null',
      '/dev/fd/0',
      '/tmp',
      'etc/../file.txt',
    ],
    ...[
      '~',
      '~/.ssh/id_rsa',
      '~root/x',
      'file:///etc/passwd',
      'FILE:/etc/passwd',
      'https://example.test/x',
      'smb://host/share',
    ],
    ...['up/../../etc/passwd', 'short/../../../secret.txt', 'inner/../../granted/../secret.txt'],
    ...['etc/../new.txt', 'up/../new', 'new/../file.txt', 'self/../secret.txt', 'passwd/../x'],
  ])('for %j', async (path) => {
    expect(await isRefused(path)).toBe(true)
  })

  it.each([
    ...[
      '\\\\server\\share',
      '//server/share',
      '\\\\?\\C:\\x',
      '\\\\.\\pipe\\x',
      'C:x',
      'file.txt:stream',
      'sub\\PROGRA~1',
      'CON',
      'sub/nul.txt',
    ],
    ...['com1', 'sub\\aux.log', 'file.txt.', 'sub \\x', '~\\x', 'C:', ':x'],
  ])('on Windows for %j', async (path) => {
    expect(await isRefused(path, 'win32')).toBe(true)
  })

  it('is refused if no folder is granted', async () => {
    const ports = {
      cwd: root,
      runsIn: root,
      roots: [],
      platform: 'linux' as const,
      realAncestor: ask,
    }
    expect(await checkPaths([], [declare('file.txt')], ports)).toMatchObject({
      message: expect.stringContaining('(none)'),
    })
  })
})

it('is checked against the real place of a granted folder that is a link', async () => {
  const ports = {
    cwd: root,
    runsIn: root,
    roots: [join(home, 'way-in')],
    platform: 'linux' as const,
    realAncestor: ask,
  }
  expect(await checkPaths([], [declare('file.txt')], ports)).toBeNull()
})

describe('planning', () => {
  const surroundings = () => makeSurroundings({ cwd: root, roots: [root] })

  it('checks every piece of a split value', async () => {
    const tool = makeTool({ args: [{ param: 'x', readPath: true, split: true }] })
    const planned = await planCall(makeRequest(tool, { x: 'file.txt /etc/passwd' }), surroundings())
    expect(planned).toMatchObject({ error: { code: 'PATH_NOT_GRANTED' } })
  })

  it('checks the path that a resolver made', async () => {
    const resolveCommand = { command: { binary: 'look', subcommand: '' }, args: ['$param'] }
    const tool = makeTool({
      args: [{ param: 'x', kind: 'flag', writePath: true, resolveCommand }],
      allowlist: { ad: ['run'], look: [''] },
    })
    const runHelper = async () => ({ outcome: 'resolved' as const, value: '/etc/passwd' })
    expect(await planCall(makeRequest(tool, { x: 'file.txt' }), { ...surroundings(), runHelper })).toMatchObject({
      error: { code: 'PATH_NOT_GRANTED' },
    })
  })

  it('resolves relative paths in the folder that the call chose', async () => {
    const tool = makeTool({
      args: [
        { param: 'dir', kind: 'workingdir' },
        { param: 'x', readPath: true },
      ],
    })
    const inside = await planCall(makeRequest(tool, { dir: 'sub', x: '../file.txt' }), surroundings())
    expect(inside.ok && inside.plan.action.cwd).toBe(`${root}/sub`)
    expect(await planCall(makeRequest(tool, { dir: 'sub', x: '../../secret.txt' }), surroundings())).toMatchObject({
      error: { path: 'x' },
    })
    expect(await planCall(makeRequest(tool, { dir: '/etc', x: 'file.txt' }), surroundings())).toMatchObject({
      error: { path: 'dir' },
    })
    expect(await planCall(makeRequest(tool, { dir: 'up', x: 'file.txt' }), surroundings())).toMatchObject({
      error: { path: 'dir' },
    })
  })

  it('points out no declared path', async () => {
    const tool = makeTool({ args: [{ param: 'x', readPath: true }] })
    const planned = await planCall(makeRequest(tool, { x: `${root}/file.txt` }), surroundings())
    expect(planned.ok && planned.plan.notes).toEqual([])
  })
})
