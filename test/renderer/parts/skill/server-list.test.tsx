import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ServerList } from '#renderer/parts/skill/server-list.tsx'
import { QuestionForm } from '#renderer/views/calls/question-form.tsx'

const nothing = () => {}
const start = { kind: 'address', url: 'https://far.example/mcp', headers: [] } as const
const servers = [{ skill: 'far', name: 'far', start: { ...start, headers: [] } }]
const shared = { servers, isBusy: false, permits: undefined, onPermit: nothing, onConnect: nothing }

it('offers to sign in where a server wants that, and to list its tools elsewhere', () => {
  const signedOut = renderToStaticMarkup(<ServerList {...shared} signedOut />)
  expect(signedOut).toContain('>Sign in</button>')
  expect(signedOut).toContain('Sign in needed. Its page opens in your browser.')
  const plain = renderToStaticMarkup(<ServerList {...shared} signedOut={false} />)
  expect(plain).toContain('>List tools</button>')
  expect(plain).not.toContain('Sign in')
})

it('says on a question that nobody knows which call it is about', () => {
  const question = { question: 'q', run: 'r', server: 'far', host: null, text: 'Which?', schema: { type: 'object' } }
  const draw = (isUnsure?: true) =>
    renderToStaticMarkup(<QuestionForm call="k" question={{ ...question, ...(isUnsure && { isUnsure }) }} />)
  expect(draw(true)).toContain('it did not say which one asks')
  expect(draw()).not.toContain('which one asks')
})
