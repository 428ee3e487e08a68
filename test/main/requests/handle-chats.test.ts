import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDrafts } from '#main/chat/drafts'
import { makeRouter } from '#main/electron/ipc-router'
import type { Core } from '#main/open-core'
import { makeRequests } from '#main/requests/requests'
import { asReported } from '#shared/messages/message'
import { refuse } from '#shared/requests/requests'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

let core: Core
let home: string
let copied: string[]
beforeEach(async () => {
  home = makeTempDir()
  copied = []
  core = (await openTestCore({ home })).core
  await core.publish({ type: 'chat.created', chat: 'a', title: 'A', model: null })
})
afterEach(() => core.close())

/** Through the door, as a window would. */
const ask = (name: string, input: unknown) => {
  const window = { writeClipboard: (text: string) => void copied.push(text) }
  const requests = makeRequests(core, window as unknown as Parameters<typeof makeRequests>[1])
  return makeRouter(requests, (error) => refuse('INTERNAL', asReported(String(error))))(name, input)
}

describe('the list of chats', () => {
  it('keeps pinned and archived chats across a restart', async () => {
    expect(await ask('chat.pin', { chat: 'a', pinned: true })).toMatchObject({ ok: true })
    expect(await ask('chat.archive', { chat: 'a', archived: true })).toMatchObject({ ok: true })
    expect(core.index.list()).toMatchObject([{ chat: 'a', isPinned: true, isArchived: true }])
    await ask('chat.pin', { chat: 'a', pinned: false })
    await core.close()
    core = (await openTestCore({ home })).core
    expect(core.index.list()[0]).toMatchObject({ chat: 'a', isArchived: true })
    expect(core.index.list()[0]?.isPinned).toBeFalsy()
  })

  it('restores a deleted chat unchanged, even after a restart', async () => {
    await core.publish({ type: 'chat.renamed', chat: 'a', title: 'Renamed' }, { type: 'chat.deleted', chat: 'a' })
    expect(core.index.list()).toEqual([])
    await core.close()
    core = (await openTestCore({ home })).core
    expect(await ask('chat.restore', { chat: 'a' })).toMatchObject({ ok: true })
    expect(core.index.list()).toMatchObject([{ chat: 'a', title: 'Renamed' }])
    expect(await ask('chat.restore', { chat: 'a' })).toMatchObject({ ok: false, error: { code: 'CHAT_UNKNOWN' } })
  })

  it('refuses an unknown chat', async () => {
    for (const [name, more] of [
      ['chat.pin', { pinned: true }],
      ['chat.archive', { archived: true }],
      ['chat.restore', {}],
    ] as const) {
      expect(await ask(name, { chat: 'nowhere', ...more })).toMatchObject({ error: { code: 'CHAT_UNKNOWN' } })
    }
  })
})

describe('the clipboard and drafts of the window', () => {
  it('takes text unchanged, up to a million characters, and nothing else', async () => {
    const text = 'a\u202eb\n\u0000'
    expect(await ask('clipboard.write', { text })).toMatchObject({ ok: true })
    expect(copied).toEqual([text])
    for (const bad of [{ text: 'x'.repeat(1_000_001) }, { text: 1 }, {}, { text: '', html: '<b>' }]) {
      expect(await ask('clipboard.write', bad)).toMatchObject({ ok: false })
    }
    expect(copied).toHaveLength(1)
  })

  it('confirms a draft after it is on the disk', async () => {
    expect(await ask('draft.save', { chat: 'new', text: 'Half a sentence' })).toMatchObject({ ok: true })
    expect(openDrafts(home).all()).toEqual({ new: 'Half a sentence' })
  })
})
