import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findMessages } from '#main/chat/find-messages'
import type { Core } from '#main/open-core'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

let core: Core
beforeEach(async () => {
  core = (await openTestCore({ home: makeTempDir() })).core
  for (const chat of ['a', 'b']) await core.publish({ type: 'chat.created', chat, title: `Chat ${chat}`, model: null })
  await say('a', 'The roof leaks when it rains.')
  await say('b', `${'x '.repeat(200)}the Rain in spring ${'y '.repeat(200)}`)
  await say('b', 'Nothing of it.')
  await core.publish({ type: 'call.requested', chat: 'a', call: 'k', tool: 'rain', args: {} })
})
afterEach(() => core.close())

const say = (chat: string, content: string) => core.publish({ type: 'message.added', chat, role: 'user', content })
const find = (text: string, more: { chat?: string; limit?: number } = {}) =>
  findMessages(core.ledger, core.index, { text, limit: 10, ...more })

describe('searching messages', () => {
  it('finds those of all chats with words that begin like this, newest first, and nothing but messages', async () => {
    const { found, more } = await find('rain')
    expect(found.map(({ chat, title }) => [chat, title])).toEqual([
      ['b', 'Chat b'],
      ['a', 'Chat a'],
    ])
    expect(more).toBe(false)
  })

  it('shows the words around the match, cut to a readable length', async () => {
    const [first] = (await find('rain')).found
    expect(first).toMatchObject({ match: 'Rain' })
    expect(first?.before).toMatch(/^….*the $/)
    expect(`${first?.before}${first?.match}${first?.after}`.length).toBeLessThan(220)
  })

  it('counts the matches in each message', async () => {
    await say('a', 'Rain, rain and a train.')
    expect((await find('rain', { chat: 'a' })).found.map(({ count }) => count)).toEqual([2, 1])
    expect((await find('roof leaks')).found.map(({ count, match }) => [count, match])).toEqual([[1, 'roof leaks']])
  })

  it('counts no match in the address of a link, and passes over a message in the chat that has no other', async () => {
    const answer = (content: string) =>
      core.publish({ type: 'message.added', chat: 'a', role: 'assistant', content, thinking: '' })
    await answer('Read [the manual](https://a.example/manual/manual) or the manual.')
    await answer('[Here](https://a.example/manual).')
    expect((await find('manual', { chat: 'a' })).found.map(({ count }) => count)).toEqual([2])
    expect((await find('manual')).found.map(({ match }) => match)).toEqual(['manual', 'manual'])
  })

  it('stays within one chat if asked to, and says if there is more', async () => {
    expect((await find('rain', { chat: 'a' })).found).toHaveLength(1)
    expect(await find('rain', { limit: 1 })).toMatchObject({ found: [{ chat: 'b' }], more: true })
  })

  it('leaves out deleted chats until they are back', async () => {
    await core.publish({ type: 'chat.deleted', chat: 'b' })
    expect((await find('rain')).found.map(({ chat }) => chat)).toEqual(['a'])
    await core.publish({ type: 'chat.restored', chat: 'b' })
    expect((await find('rain')).found).toHaveLength(2)
  })

  it('takes nothing that is typed for a search command', async () => {
    for (const text of ['"', 'rain AND', '* OR 1', 'NEAR(', '\u0000', ')']) {
      await expect(find(text)).resolves.toBeDefined()
    }
  })
})
