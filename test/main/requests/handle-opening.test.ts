import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { end, part, say } from '#test/helpers/fake-ollama'
import { openChat } from '#test/helpers/open-chat'

describe('what a window starts with', () => {
  it('contains the unfinished answer, and nothing of it after it is a message', async () => {
    const { core, ollama, handlers, chat } = await openChat()
    const goOn = Promise.withResolvers<void>()
    const lines = [part({ content: 'The first half' }), part({ content: ', and the second.' }), end()]
    ollama.enqueue({ lines, until: goOn.promise })
    const read = async () => {
      const page = await handlers['chat.read']({ chat, limit: 300 })
      return page.ok ? page.value : null
    }
    await core.chats.send(chat, 'Tell me')
    await expect.poll(async () => (await read())?.live?.text, { timeout: 20_000 }).toBe('The first half')
    expect((await handlers['chat.read']({ chat, before: 9, limit: 10 })) as object).not.toHaveProperty('value.live')
    goOn.resolve()
    await core.chats.settled(chat)
    const after = await read()
    expect(after?.live).toMatchObject({ text: '', phase: null, seq: after?.facts.at(-1)?.seq })
    expect(after?.facts).toContainEqual(expect.objectContaining({ content: 'The first half, and the second.' }))
  })

  it('contains each fact only with what it settled, whenever it is requested', async () => {
    const { core, ollama, handlers, chat } = await openChat()
    for (let turn = 0; turn < 10; turn++) {
      ollama.enqueue(say(`Answer number ${turn} in a few words.`))
      await core.chats.send(chat, 'Tell me')
      let isOver = false
      const over = core.chats.settled(chat).then(() => {
        isOver = true
      })
      while (!isOver) {
        const page = await handlers['chat.read']({ chat, limit: 300 })
        if (!page.ok) throw new Error(textOf(page.error.message))
        const { facts, live } = page.value
        expect(live?.seq).toBeGreaterThanOrEqual(facts.at(-1)?.seq ?? 0)
      }
      await over
    }
  })

  it('contains the person’s last place, as long as that chat exists', async () => {
    const { handlers, chat } = await openChat()
    const stood = async () => {
      const read = await handlers['panes.read']({})
      return read.ok ? read.value.panes : undefined
    }
    expect(await stood()).toBeNull()
    const panes = { view: 'activity', isSidebarOpen: true, isInspectorOpen: true, inspectorSide: 'call' } as const
    await handlers['panes.save']({ ...panes, chat })
    expect(await stood()).toEqual({ ...panes, chat })
    await handlers['chat.delete']({ chat })
    expect(await stood()).toEqual(panes)
  })
})
