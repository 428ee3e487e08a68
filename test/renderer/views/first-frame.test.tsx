import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ChatList } from '#renderer/views/chat-list.tsx'
import { ChoiceChips } from '#renderer/views/compose-chips.tsx'
import { NewChat } from '#renderer/views/new-chat.tsx'

describe('the first frame', () => {
  it('claims nothing of chats, skills and models before main has said what there is', () => {
    const drawn = renderToStaticMarkup(
      <>
        <ChatList afterwards={() => {}} />
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
