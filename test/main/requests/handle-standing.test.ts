import { describe, expect, it } from 'vitest'
import { say } from '#test/helpers/fake-ollama'
import { openChat } from '#test/helpers/open-chat'

describe('the place a window returns to', () => {
  it('passes from one window to the next, and is empty for the first', async () => {
    const { handlers } = await openChat()
    expect(await handlers['panes.read']({})).toEqual({ ok: true, value: { panes: null } })
    const panes = { view: 'skills', isSidebarOpen: false, isInspectorOpen: true, inspectorSide: 'call' } as const
    await handlers['panes.save']({ ...panes, skill: { name: 'git', isReviewed: false } })
    await handlers['panes.save'](panes)
    expect(await handlers['panes.read']({})).toEqual({ ok: true, value: { panes } })
  })
})

describe('a fact of a chat', () => {
  it('is in the turn that its version begins with if that is not shown, and otherwise in none', async () => {
    const { handlers, core, ollama, chat, facts } = await openChat()
    const ask = async (text: string, replaces?: string) => {
      ollama.enqueue(say(`${text}!`))
      await core.chats.send(chat, text, replaces)
      await core.chats.settled(chat)
      const started = facts.findLast((fact) => fact.type === 'turn.started')
      return started?.type === 'turn.started' ? started.turn : ''
    }
    const seqOf = (content: string) =>
      facts.find((fact) => fact.type === 'message.added' && fact.content === content)?.seq ?? 0
    const beside = (seq: number) => handlers['turn.besideAt']({ chat, seq })
    const one = await ask('One')
    const two = await ask('Two')
    expect(await beside(seqOf('Two!'))).toEqual({ ok: true, value: { turn: null } })
    const anew = await ask('Uno', one)
    expect(await beside(seqOf('Two!'))).toEqual({ ok: true, value: { turn: two } })
    expect(await beside(seqOf('Uno!'))).toEqual({ ok: true, value: { turn: null } })
    await handlers['chat.chooseBranch']({ chat, turn: two })
    expect(await beside(seqOf('Two!'))).toEqual({ ok: true, value: { turn: null } })
    expect(await beside(seqOf('Uno!'))).toEqual({ ok: true, value: { turn: anew } })
    await handlers['chat.delete']({ chat })
    expect(await beside(1)).toMatchObject({ ok: false, error: { code: 'CHAT_UNKNOWN' } })
  })
})
