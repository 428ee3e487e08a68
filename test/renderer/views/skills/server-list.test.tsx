import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { QuestionForm } from '#renderer/views/calls/call-form.tsx'
import { ServerList } from '#renderer/views/skills/server-list.tsx'
import type { Skill } from '#shared/skill/skill'
import { SKILLS } from '../../../stories/records.ts'

const start = { kind: 'address', url: 'https://far.example/mcp', headers: [] } as const
const servers = [{ skill: 'far', name: 'far', start: { ...start, headers: [] } }]
const skill = { ...SKILLS[0], origin: 'installed', state: 'trusted', withheld: [] } as unknown as Skill
const signIn = { name: 'far', diagnostic: { code: 'SERVER_SIGN_IN' } } as Skill['withheld'][number]

it('offers to sign in where a server wants that, and to list its tools elsewhere', () => {
  const signedOut = renderToStaticMarkup(<ServerList skill={{ ...skill, withheld: [signIn] }} servers={servers} />)
  expect(signedOut).toContain('>Sign in</button>')
  expect(signedOut).toContain('Sign in needed. Its page opens in your browser.')
  const plain = renderToStaticMarkup(<ServerList skill={skill} servers={servers} />)
  expect(plain).toContain('>List tools</button>')
  expect(plain).not.toContain('Sign in')
})

it('lists what a server may do, also one that is named like something that every object has', () => {
  const named = servers.map((server) => ({ ...server, name: 'constructor' }))
  const drawn = renderToStaticMarkup(<ServerList skill={{ ...skill, permits: {} }} servers={named} />)
  expect(drawn).toContain('aria-checked="false"')
})

it('says on a question that nobody knows which call it is about', () => {
  const question = { question: 'q', run: 'r', server: 'far', host: null, text: 'Which?', schema: { type: 'object' } }
  const draw = (isUnsure?: true) =>
    renderToStaticMarkup(<QuestionForm call="k" question={{ ...question, ...(isUnsure && { isUnsure }) }} />)
  expect(draw(true)).toContain('it did not say which one asks')
  expect(draw()).not.toContain('which one asks')
})
