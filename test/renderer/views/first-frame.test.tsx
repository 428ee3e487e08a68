import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ChoiceChips } from '#renderer/views/chat/compose-chips.tsx'
import { NewChat } from '#renderer/views/chat/new-chat.tsx'
import { ChatList } from '#renderer/views/window/chat-list.tsx'

describe('the first frame', () => {
  it('claims nothing about chats, skills and models before main has answered', () => {
    const drawn = renderToStaticMarkup(
      <>
        <ChatList />
        <NewChat />
        <ChoiceChips />
      </>,
    )
    expect(drawn).toContain('What can I help with?')
    for (const claim of ['Your chats appear', 'No skill', 'No model', 'Open Skills']) {
      expect(drawn).not.toContain(claim)
    }
  })
})
