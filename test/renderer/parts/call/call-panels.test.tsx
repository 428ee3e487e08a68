import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CommandPanel } from '#renderer/parts/call/call-panels.tsx'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { message, textOf } from '#shared/messages/message'
import { endingsStory } from '../../../stories/stories.ts'

it('says in the inspector which files the configuration came from', () => {
  const call = foldFacts(emptyChat('disk'), endingsStory()).calls.get('df')
  if (!call?.plan) throw new Error('the story has no such call')
  const text = message('config-from', { path: 'a.yaml', files: '/home/sam/.ai/config/a.yaml' })
  const noted = { ...call, plan: { ...call.plan, notes: [{ element: -1, text }] } }
  expect(renderToStaticMarkup(<CommandPanel call={noted} />)).toContain('comes from: /home/sam/.ai/config/a.yaml.')
  expect(renderToStaticMarkup(<CommandPanel call={call} />)).not.toContain('Notes')
})

it('shows the class in the inspector as the card did, after everything that raised it', () => {
  const call = foldFacts(emptyChat('disk'), endingsStory()).calls.get('df')
  if (!call?.plan) throw new Error('the story has no such call')
  const { plan } = call
  const verdict = { kind: 'ask', reason: message('why-untrusted-output'), class: 'D' } as const
  const asked = { digest: plan.digest, plan, verdict, askedAt: '', state: 'allowed' } as never
  const drawn = renderToStaticMarkup(<CommandPanel call={{ ...call, approvals: [asked] }} />)
  expect(plan.risk.class).not.toBe('D')
  expect(drawn).toContain('data-class="D"')
  expect(drawn).toContain(textOf(verdict.reason))
})
