import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFolders } from '#main/runners/process/sandbox/open-folders'
import type { OpenFolder } from '#shared/call/plan'
import { describeEnforced } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

const FIRST = 7

/** A folder as a plan would have seen it. */
function plan(realPath: string, access: 'read' | 'write', path = realPath): OpenFolder {
  mkdirSync(realPath, { recursive: true })
  const { dev, ino } = statSync(realPath, { bigint: true })
  return { path, realPath, dev: String(dev), ino: String(ino), access }
}

function open(folders: OpenFolder[], kept: string[] = []) {
  const opened = openFolders(folders, kept, FIRST)
  if (opened.ok) onTestFinished(opened.close)
  return opened
}

const countDescriptors = () => readdirSync('/proc/self/fd').length

describe.skipIf(process.platform !== 'linux')('opening folders', () => {
  it('names each folder by its descriptor, the shallow ones first', () => {
    const home = makeTempDir()
    const deep = plan(join(home, 'a', 'b'), 'read')
    const opened = open([deep, plan(join(home, 'a'), 'write')])
    expect(opened).toMatchObject({
      ok: true,
      args: ['--bind-fd', '7', join(home, 'a'), '--ro-bind-fd', '8', join(home, 'a', 'b')],
    })
    expect(opened.ok && opened.descriptors).toHaveLength(2)
  })

  it.each<[string, string, (folder: string, home: string) => void]>([
    ['is gone', 'folder-not-opened', (folder) => renameSync(folder, `${folder}-old`)],
    [
      'became a link',
      'folder-changed',
      (folder, home) => {
        renameSync(folder, `${folder}-old`)
        symlinkSync(home, folder)
      },
    ],
    [
      'became a link to itself elsewhere',
      'folder-changed',
      (folder) => {
        renameSync(folder, `${folder}-old`)
        symlinkSync(`${folder}-old`, folder)
      },
    ],
    [
      'was replaced by another',
      'folder-changed',
      (folder) => {
        renameSync(folder, `${folder}-old`)
        mkdirSync(folder)
      },
    ],
    [
      'became a file',
      'folder-changed',
      (folder) => {
        renameSync(folder, `${folder}-old`)
        writeFileSync(folder, '')
      },
    ],
  ])('refuses a folder that %s since it was planned, and leaves nothing open', (_what, code, change) => {
    const home = makeTempDir()
    const [good, folder] = [plan(join(home, 'good'), 'read'), plan(join(home, 'work'), 'write')]
    change(folder.realPath, home)
    const before = countDescriptors()
    expect(openFolders([good, folder], [], FIRST)).toMatchObject({ ok: false, message: { code } })
    expect(countDescriptors()).toBe(before)
  })

  it('refuses a folder below one that became a link', () => {
    const home = makeTempDir()
    const folder = plan(join(home, 'a', 'b'), 'write')
    renameSync(join(home, 'a'), join(home, 'c'))
    symlinkSync(join(home, 'c'), join(home, 'a'))
    expect(openFolders([folder], [], FIRST)).toMatchObject({ ok: false, message: { code: 'folder-changed' } })
  })

  it('closes what it opened', () => {
    const folder = plan(join(makeTempDir(), 'work'), 'write')
    const before = countDescriptors()
    const opened = openFolders([folder], [], FIRST)
    expect(countDescriptors()).toBe(before + 1)
    if (opened.ok) opened.close()
    expect(countDescriptors()).toBe(before)
  })

  it('keeps existing protected paths read-only, and pins the folders above them', () => {
    const home = makeTempDir()
    const root = plan(join(home, 'work'), 'write')
    const git = join(root.realPath, 'projects', 'app', '.git')
    mkdirSync(git, { recursive: true })
    const absent = join(root.realPath, '.bashrc')
    expect(open([root], [git, absent, join(home, 'outside')])).toMatchObject({
      args: [
        ...['--bind-fd', '7', root.realPath, '--bind-fd', '8', join(root.realPath, 'projects')],
        ...['--bind-fd', '9', join(root.realPath, 'projects', 'app'), '--ro-bind-fd', '10', git],
      ],
    })
  })

  it('links a folder’s spelling to its real place, unless that link is in an open folder', () => {
    const home = makeTempDir()
    const work = plan(join(home, 'work'), 'write')
    const opened = open([
      work,
      plan(join(home, 'data'), 'read', '/home/me/data'),
      plan(join(home, 'more'), 'read', join(home, 'work', 'more')),
    ])
    expect(opened.ok && opened.args.slice(-3)).toEqual(['--symlink', join(home, 'data'), '/home/me/data'])
    expect(opened.ok && opened.args.filter((word) => word === '--symlink')).toHaveLength(1)
  })
})

describeEnforced('opened folders in a real sandbox', () => {
  /** An empty home with these folders opened, below what is read-only of the system. */
  async function run(
    home: string,
    folders: OpenFolder[],
    script: string,
    options: { kept?: string[]; between?: () => void } = {},
  ) {
    const opened = open(folders, options.kept)
    if (!opened.ok) throw new Error(opened.message.code)
    options.between?.()
    const system = ['/usr', '/etc', '/bin', '/lib', '/lib64', '/sbin'].flatMap((path) => ['--ro-bind-try', path, path])
    const args = [...system, '--dev', '/dev', '--proc', '/proc', '--tmpfs', home, ...opened.args, '--remount-ro', '/']
    const fds = [...Array(FIRST - 3).fill('ignore'), ...opened.descriptors]
    const words = [
      ...args,
      '--unshare-pid',
      '--cap-drop',
      'ALL',
      '--chdir',
      home,
      '--',
      '/bin/sh',
      '-c',
      `exec 2>&1; ${script}`,
    ]
    const child = spawn('bwrap', words, { stdio: ['ignore', 'pipe', 'pipe', ...fds] })
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
    })
    child.stderr?.on('data', (chunk) => {
      text += chunk
    })
    await once(child, 'close')
    return text.trim()
  }

  it('are all there is, written and read as granted', async () => {
    const home = makeTempDir()
    writeFileSync(join(home, 'secret'), 'secret')
    const [work, data] = [plan(join(home, 'work'), 'write'), plan(join(home, 'data'), 'read')]
    const told = await run(home, [work, data], 'ls; echo a > work/a; echo b > data/b || echo refused; cat secret')
    expect(told).toMatch(/^data\nwork\n.*Read-only file system\nrefused\n.*secret.*No such file/s)
    expect([readFileSync(join(home, 'work', 'a'), 'utf8'), existsSync(join(home, 'data', 'b'))]).toEqual(['a\n', false])
  })

  it('are the ones that were opened, even if a link replaced one', async () => {
    const home = makeTempDir()
    const [work, other] = [plan(join(home, 'work'), 'write'), plan(join(home, 'other'), 'read')]
    const between = () => {
      renameSync(work.realPath, join(home, 'moved'))
      symlinkSync(other.realPath, work.realPath)
    }
    expect(await run(home, [work], 'echo here > work/file; ls work', { between })).toBe('file')
    expect([existsSync(join(home, 'moved', 'file')), readdirSync(other.realPath)]).toEqual([true, []])
  })

  it('give the program no descriptor to climb out with', async () => {
    const home = makeTempDir()
    const work = plan(join(home, 'work'), 'write')
    expect(await run(home, [work], 'readlink /proc/self/fd/* | grep -c work')).toBe('0')
  })

  it('cannot lose their protected files: nothing above them can be moved', async () => {
    const home = makeTempDir()
    const work = plan(join(home, 'work'), 'write')
    const git = join(work.realPath, 'app', '.git')
    mkdirSync(git, { recursive: true })
    writeFileSync(join(git, 'config'), 'mine')
    const script =
      'cd work; mv app gone; rm -r app/.git; echo x > app/.git/config; echo y > app/free; cat app/.git/config'
    expect(await run(home, [work], script, { kept: [git] })).toMatch(/busy.*mine$/s)
    expect([readFileSync(join(git, 'config'), 'utf8'), existsSync(join(work.realPath, 'app', 'free'))]).toEqual([
      'mine',
      true,
    ])
  })

  it('are found through the link that a person uses', async () => {
    const home = makeTempDir()
    const elsewhere = makeTempDir()
    writeFileSync(join(elsewhere, 'file'), 'found')
    const link = plan(elsewhere, 'read', join(home, 'link'))
    expect(await run(home, [link], 'cat link/file')).toBe('found')
  })
})
