import { afterEach, expect, it } from 'vitest'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { callTool, type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { openFunctions } from '#test/helpers/function-skill'

let open: Awaited<ReturnType<typeof openFunctions>> | undefined
let server: FakeOllama | undefined
afterEach(async () => {
  await open?.core.close()
  await server?.close()
})

const tool = (
  body: string,
) => `export const frontmatter = { metadata: { params: { type: 'object', properties: { x: {} } } } }
export default async (ctx, { x }) => { ${body} }\n`

async function takeTurn(files: Record<string, string>, ...replies: Parameters<FakeOllama['enqueue']>) {
  server = await startFakeOllama()
  open = await openFunctions(files, { said: { host: server.host, model: 'tiny:1b', allowScripts: true } })
  const { core } = open
  server.enqueue(...replies)
  const chat = await core.chats.create()
  await core.chats.send(chat, 'Go on.')
  await core.chats.settled(chat)
  return { server, facts: open.facts, state: foldFacts(emptyChat(chat), open.facts) }
}

it('a skill limits what may run while it is in use, starting when its page was read', async () => {
  const page = '---\nname: demo\ndescription: D.\nallowed-tools: "inner"\n---\nUse it.\n'
  const files = { 'SKILL.md': page, 'inner.skill.js': tool('return 1'), 'outer.skill.js': tool('return 2') }
  const before = callTool('outer', { x: 1 })
  const { facts } = await takeTurn(
    files,
    ...[
      before,
      callTool('read_skill', { skill_name: 'demo' }),
      callTool('outer', { x: 2 }),
      callTool('inner', { x: 3 }),
    ],
    say('Done.'),
  )
  const ran = facts.flatMap((fact) => (fact.type === 'run.started' ? [fact.plan.tool] : []))
  expect(ran).toEqual(['outer', 'read_skill', 'inner'])
  expect(facts.find((fact) => fact.type === 'call.refused')).toMatchObject({ message: { code: 'inner-not-allowed' } })
})

it('a call from inside another is shown inside it, with the messages of its turn', async () => {
  const files = {
    'inner.skill.js': tool('return 1'),
    'ask.skill.md': '---\nname: ask\ndescription: Asks.\n---\nAsk inner.\n',
  }
  const { state } = await takeTurn(
    files,
    ...[callTool('ask', {}), callTool('inner', { x: 1 }), say('It said one.'), say('Done.')],
  )
  const [ask, inner] = [...state.calls.values()]
  expect(state.entries.filter(({ kind }) => kind === 'call')).toHaveLength(1)
  expect(ask?.inside).toMatchObject([
    { kind: 'message', role: 'user' },
    { kind: 'call', call: inner?.call },
    { kind: 'message', role: 'assistant', content: 'It said one.' },
  ])
  expect(inner).toMatchObject({ tool: 'inner', status: 'done' })
})
