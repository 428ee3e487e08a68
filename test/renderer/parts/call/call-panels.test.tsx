import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CommandPanel } from '#renderer/parts/call/call-panels.tsx'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { message } from '#shared/messages/message'
import { endingsStory } from '../../../stories/stories.ts'

it('says in the inspector which files the configuration came from', () => {
  const call = foldFacts(emptyChat('disk'), endingsStory()).calls.get('df')
  if (!call?.plan) throw new Error('the story has no such call')
  const text = message('config-from', { path: 'a.yaml', files: '/home/sam/.ai/config/a.yaml' })
  const noted = { ...call, plan: { ...call.plan, notes: [{ element: -1, text }] } }
  expect(renderToStaticMarkup(<CommandPanel call={noted} />)).toContain('comes from: /home/sam/.ai/config/a.yaml.')
  expect(renderToStaticMarkup(<CommandPanel call={call} />)).not.toContain('Notes')
})
