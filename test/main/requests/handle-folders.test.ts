import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { handleFolders } from '#main/requests/handle-folders'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

async function open({ yes = true, chosen = null as string | null, home = makeTempDir() } = {}) {
  const desk = makeTempDir()
  const pictures = join(desk, 'pictures')
  mkdirSync(pictures)
  const { core } = await openTestCore({ home, cwd: desk })
  onTestFinished(() => core.close())
  const said: string[] = []
  const window = {
    chooseFolder: async (title: string) => (said.push(title) > 0 && chosen ? join(desk, chosen) : null),
    confirm: async ({ message }: { message: string }) => said.push(message) > 0 && yes,
  }
  const chat = await core.chats.create()
  return { core, home, desk, pictures, said, chat, handlers: handleFolders(core, window) }
}

describe('opening a folder from the window', () => {
  it('asks in a system dialog for a path, and opens the folder’s real place', async () => {
    const { handlers, chat, pictures, desk, said } = await open()
    symlinkSync(pictures, join(desk, 'link'))
    const asked = { chat, path: join(desk, 'link'), access: 'read' } as const
    expect(await handlers['folder.open'](asked)).toEqual({ ok: true, value: { folder: pictures } })
    expect(said).toEqual([pictures])
    expect(await handlers['folder.list']({ chat })).toEqual({
      ok: true,
      value: {
        cwd: desk,
        folders: [
          { path: desk, access: 'write', lasts: 'works-here' },
          { path: pictures, access: 'read', lasts: 'chat' },
        ],
        isEnforced: false,
        isOwn: false,
        recent: [],
      },
    })
    expect(await handlers['folder.close']({ chat, path: pictures })).toEqual({ ok: true, value: { closed: true } })
    expect(await handlers['folder.close']({ chat, path: pictures })).toMatchObject({
      error: { code: 'FOLDER_REFUSED' },
    })
  })

  it('opens nothing if the person says no, or chooses nothing', async () => {
    const { handlers, chat, pictures } = await open({ yes: false })
    const nothing = { ok: true, value: { folder: null } }
    expect(await handlers['folder.open']({ chat, path: pictures, access: 'read' })).toEqual(nothing)
    expect(await handlers['folder.open']({ chat, access: 'read' })).toEqual(nothing)
    expect(await handlers['chat.setFolder']({ chat, path: pictures })).toEqual(nothing)
    expect(await handlers['folder.list']({ chat })).toMatchObject({ value: { folders: [{ lasts: 'works-here' }] } })
  })

  it('never opens what contains Skillet’s data, and names a missing folder', async () => {
    const { handlers, chat, home } = await open()
    for (const path of [home, '/proc', '/']) {
      const refused = { error: { code: 'FOLDER_REFUSED', message: { code: 'folder-not-openable-read' } } }
      expect(await handlers['folder.open']({ chat, path, access: 'read' })).toMatchObject(refused)
    }
    const missing = { error: { message: { code: 'folder-not-there' } } }
    expect(await handlers['folder.open']({ path: '/not/there', access: 'read' })).toMatchObject(missing)
  })

  it('opens one to all chats, even after a restart', async () => {
    const { core, home, handlers, pictures, desk } = await open({ chosen: 'pictures' })
    expect(await handlers['folder.open']({ access: 'write' })).toEqual({ ok: true, value: { folder: pictures } })
    await core.close()
    const again = await openTestCore({ home, cwd: desk })
    onTestFinished(() => again.core.close())
    expect(again.core.folders.of('any').write).toEqual([desk, pictures])
  })
})

describe('the folder a chat works in', () => {
  it('is the one the person chose, or its own again on request', async () => {
    const { core, handlers, chat, pictures, desk } = await open({ chosen: 'pictures' })
    expect(await handlers['chat.setFolder']({ chat })).toEqual({ ok: true, value: { folder: pictures } })
    expect(core.machine.forCall(chat)).toMatchObject({ cwd: pictures, given: { read: [pictures], write: [pictures] } })
    expect(core.machine.forCall()).toMatchObject({ cwd: desk })
    expect(await handlers['chat.setFolder']({ chat, own: true })).toEqual({ ok: true, value: { folder: desk } })
  })

  it('belongs to an existing chat', async () => {
    const { handlers } = await open()
    expect(await handlers['chat.setFolder']({ chat: 'gone' })).toMatchObject({ error: { code: 'CHAT_UNKNOWN' } })
  })
})
