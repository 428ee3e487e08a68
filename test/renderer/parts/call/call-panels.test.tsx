import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ArgumentsPanel, CommandPanel } from '#renderer/parts/call/call-panels.tsx'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { message, textOf } from '#shared/messages/message'
import type { ChatCall } from '#shared/requests/chat-requests'
import { endingsStory } from '../../../stories/stories.ts'

it('says in the inspector which files the configuration came from', () => {
  const call = foldFacts(emptyChat('disk'), endingsStory()).calls.get('df')
  if (!call?.plan) throw new Error('the story has no such call')
  const text = message('config-from', { path: 'a.yaml', files: '/home/sam/.ai/config/a.yaml' })
  const noted = { ...call, plan: { ...call.plan, notes: [{ element: -1, text }] } }
  expect(renderToStaticMarkup(<CommandPanel call={noted} />)).toContain('comes from: /home/sam/.ai/config/a.yaml.')
  expect(renderToStaticMarkup(<CommandPanel call={call} />)).not.toContain('Notes')
})

it('says in the inspector that the person filled in the arguments, of a call of their own or one that they edited', () => {
  const call = foldFacts(emptyChat('disk'), endingsStory()).calls.get('df')
  const own = { ...call, caller: { kind: 'person' }, args: { path: '/' } } as ChatCall
  const tags = (each: ChatCall) => renderToStaticMarkup(<CommandPanel call={each} />)
  const argv = { argv: ['df', '/'], origin: ['skill', 'model'] }
  const planned = (each: ChatCall) =>
    ({ ...each, plan: { ...each.plan, action: { ...each.plan?.action, ...argv } } }) as ChatCall
  expect(tags(planned(own))).toContain('data-origin="person">you</span>')
  expect(renderToStaticMarkup(<ArgumentsPanel call={own} />)).toContain('From you')
  const theirs = { ...own, caller: { kind: 'model', from: 'protocol' } } as ChatCall
  expect(tags(planned(theirs))).not.toContain('data-origin="person"')
  expect(renderToStaticMarkup(<ArgumentsPanel call={theirs} />)).toContain('From the model')
  const edited = { type: 'approval.answered', edited: { path: '/' } } as unknown as Fact
  expect(tags(planned({ ...theirs, facts: [edited] }))).toContain('data-origin="person">you</span>')
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
