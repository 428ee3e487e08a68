import { existsSync, mkdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderFor, makeChatFolders, mayOpen } from '#main/calls/chat-folders'
import type { Fact, FactBody } from '#shared/facts'
import { makeTempDir } from '#test/helpers/temp-dir'

const fact = (chat: string | null, body: FactBody): Fact => ({ seq: 1, at: '2026-11-19', chat, ...body }) as Fact

function settle() {
  const home = realpathSync(makeTempDir())
  const [work, pictures] = ['work', 'pictures'].map((name) => join(home, name)) as [string, string]
  for (const folder of [work, pictures]) mkdirSync(folder)
  return { home, work, pictures }
}

describe('the folders of a chat', () => {
  it('are the one its commands run in, and those that a person opened to it or to all chats', () => {
    const { work, pictures, home } = settle()
    const folders = makeChatFolders({ cwd: work })
    folders.take(fact('a', { type: 'folder.opened', path: pictures, access: 'read' }))
    expect(folders.of('a')).toEqual({ cwd: work, read: [work, pictures], write: [work] })
    expect(folders.of('b')).toEqual({ cwd: work, read: [work], write: [work] })
    folders.take(fact(null, { type: 'folder.opened', path: home, access: 'read', always: true }))
    expect(folders.of('b').read).toEqual([work, home])
    folders.take(fact(null, { type: 'folder.closed', path: home, always: true }))
    folders.take(fact('a', { type: 'folder.closed', path: pictures }))
    expect(folders.of('a').read).toEqual([work])
  })

  it('include one of its own if none was chosen, made when it is needed', async () => {
    const { home, work } = settle()
    const folders = makeChatFolders({ cwd: home, ownFolders: join(home, 'Skillet') })
    await folders.make('a')
    expect(folders.of('a')).toMatchObject({ cwd: join(home, 'Skillet', 'a'), write: [join(home, 'Skillet', 'a')] })
    expect(existsSync(join(home, 'Skillet', 'b'))).toBe(false)
    folders.take(fact('b', { type: 'chat.folder-chosen', path: work }))
    await folders.make('b')
    expect(folders.of('b')).toEqual({ cwd: work, read: [work], write: [work] })
    expect(existsSync(join(home, 'Skillet', 'b'))).toBe(false)
    folders.take(fact('b', { type: 'chat.folder-chosen', path: null }))
    expect(folders.of('b').cwd).toBe(join(home, 'Skillet', 'b'))
  })

  it('are remembered for the next chat, the latest first, as long as they are there', () => {
    const { home, work, pictures } = settle()
    const folders = makeChatFolders({ cwd: home })
    for (const [chat, path] of [
      ['a', work],
      ['b', pictures],
      ['c', work],
    ] as const) {
      folders.take(fact(chat, { type: 'chat.folder-chosen', path }))
    }
    expect(folders.recent()).toEqual([work, pictures])
    renameSync(work, join(home, 'moved'))
    expect(folders.recent()).toEqual([pictures])
  })

  it('no longer include one that a link replaced', () => {
    const { work, pictures, home } = settle()
    const folders = makeChatFolders({ cwd: work })
    folders.take(fact('a', { type: 'folder.opened', path: pictures, access: 'write' }))
    renameSync(pictures, join(home, 'moved'))
    symlinkSync('/usr', pictures)
    expect(folders.of('a').read).toEqual([work])
  })

  it('are none where links lead round in a circle, or where it vanished', () => {
    const { work, pictures, home } = settle()
    const folders = makeChatFolders({ cwd: work })
    const loop = join(home, 'loop')
    symlinkSync(join(home, 'other'), loop)
    symlinkSync(loop, join(home, 'other'))
    for (const path of [loop, join(loop, 'deep'), pictures]) {
      folders.take(fact('a', { type: 'folder.opened', path, access: 'write' }))
    }
    expect(folders.of('a').write).toContain(pictures)
    renameSync(pictures, join(home, 'moved'))
    expect(folders.of('a').write.filter((path) => existsSync(path))).toEqual([work])
  })

  it('are the same for two chats that work in one', () => {
    const { work, pictures } = settle()
    const folders = makeChatFolders({ cwd: work })
    for (const chat of ['a', 'b']) folders.take(fact(chat, { type: 'chat.folder-chosen', path: pictures }))
    expect(folders.of('a')).toEqual(folders.of('b'))
    folders.take(fact('a', { type: 'chat.deleted' }))
    expect(folders.of('b').cwd).toBe(pictures)
  })

  it('are closed again after the record had to be salvaged or the chat was deleted', () => {
    const { work, pictures } = settle()
    const folders = makeChatFolders({ cwd: work })
    const open = () => folders.take(fact('a', { type: 'folder.opened', path: pictures, access: 'read' }))
    open()
    folders.take(fact(null, { type: 'ledger.salvaged', movedTo: '', kept: 0, reason: '' }))
    expect(folders.of('a').read).toEqual([work])
    open()
    folders.take(fact('a', { type: 'chat.deleted' }))
    expect(folders.of('a').read).toEqual([work])
  })
})

describe('a folder that may be opened', () => {
  const home = '/home/ada'
  it.each([
    ['/home/ada/project', true, true],
    ['/home/ada', true, false],
    ['/home/ada/.config', true, false],
    ['/home/ada/.config/systemd/user', true, false],
    ['/home/ada/.local/bin', true, false],
    ['/home/ada/.ssh', false, false],
    ['/home/ada/.ssh/keys', false, false],
    ['/home/ada/.config/gh', false, false],
    ['/home/ada/data', false, false],
    ['/home/ada/data/backups', false, false],
    ['/home', false, false],
    ['/', false, false],
    ['/mnt/disk', true, true],
    ['/etc', true, false],
    ['/usr/share', true, false],
    ['/proc/1', false, false],
    ['/run/user/1000', false, false],
    ['/dev/shm', false, false],
  ])('%s: to read %s, to change %s', (folder, read, write) => {
    expect(mayOpen(folder, 'read', '/home/ada/data', home)).toBe(read)
    expect(mayOpen(folder, 'write', '/home/ada/data', home)).toBe(write)
  })

  it('is the one that contains the file, or the folder itself', () => {
    const { work } = settle()
    expect(folderFor(work, 'write', null)).toBe(work)
    expect(folderFor(join(work, 'new.txt'), 'write', null)).toBe(work)
    expect(folderFor('/etc/passwd', 'write', null)).toBeNull()
  })
})
