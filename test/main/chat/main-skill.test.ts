import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { callTool, type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { openFunctions, writeSkill } from '#test/helpers/function-skill'
import { openTestCore, type TestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

let open: TestCore | undefined
let server: FakeOllama | undefined
afterEach(async () => {
  await open?.core.close()
  await server?.close()
})

type Body = { tools?: unknown; messages: { role: string; content: string }[] }

const tool = (result: string) =>
  `export const frontmatter = { metadata: { params: { type: 'object', properties: { x: {} } } } }
export default async () => ${JSON.stringify(result)}\n`
const page = (allowed: string) =>
  `---\nname: demo\ndescription: D.\nallowed-tools: ${allowed}\nmetadata:\n  role: main\n---\nThis project is about bees.\n`
const TOOLS = { 'one.skill.js': tool('one'), 'two.skill.js': tool('two') }

/** A turn in a chat that works in `folder`, where the model calls both tools. */
async function takeTurn(core: TestCore['core'], ollama: FakeOllama, folder: string) {
  const chat = await core.chats.create()
  await core.publish({ type: 'chat.folder-chosen', chat, path: folder })
  ollama.enqueue(callTool('two', { x: 1 }), callTool('one', { x: 1 }), say('Done.'))
  const before = ollama.requests.length
  await core.chats.send(chat, 'Go on.')
  await core.chats.settled(chat)
  const [first] = ollama.requests.slice(before)
  return JSON.stringify(first?.messages)
}

const ranIn = (facts: TestCore['facts']) =>
  facts.flatMap((fact) => (fact.type === 'run.started' ? [fact.plan.tool] : []))

it('a main skill opens the chats of its folder and below, and limits every call of the model there', async () => {
  server = await startFakeOllama()
  const said = { host: server.host, model: 'tiny:1b', allowScripts: true } as const
  const opened = await openFunctions({ ...TOOLS, 'SKILL.md': page('one') }, { said })
  open = opened
  const { core, facts, dir } = opened
  const below = join(dir, 'docs')
  mkdirSync(below)
  expect(await takeTurn(core, server, below)).toContain('This project is about bees.')
  expect(ranIn(facts)).toEqual(['one'])
  expect(facts.find((fact) => fact.type === 'call.refused')).toMatchObject({ message: { code: 'inner-not-allowed' } })
  rmSync(below, { recursive: true })
  expect(await takeTurn(core, server, makeTempDir())).not.toContain('bees')
  expect(ranIn(facts)).toEqual(['one', 'two', 'one'])
})

it.each([
  ['as lines', '1.5B'],
  ['of the protocol', '8B'],
])('a main skill comes after the beginning that all chats share, with tools %s', async (_how, size) => {
  server = await startFakeOllama()
  const details = { parameter_size: size }
  server.answer('/api/show', { status: 200, body: JSON.stringify({ capabilities: ['completion', 'tools'], details }) })
  const said = { host: server.host, model: 'tiny:1b', allowScripts: true } as const
  const opened = await openFunctions({ ...TOOLS, 'SKILL.md': page('one two') }, { said })
  open = opened
  await takeTurn(opened.core, server, opened.dir)
  const count = server.requests.length
  await takeTurn(opened.core, server, makeTempDir())
  const inFolder = server.requests[0] as Body | undefined
  const elsewhere = server.requests[count] as Body | undefined
  const shared = (elsewhere?.messages.length ?? 0) - 1
  expect(JSON.stringify([inFolder?.tools, inFolder?.messages.slice(0, shared)])).toBe(
    JSON.stringify([elsewhere?.tools, elsewhere?.messages.slice(0, shared)]),
  )
  expect(shared).toBeGreaterThan(0)
  expect(inFolder?.messages.slice(shared).map(({ content }) => content)).toEqual([
    expect.stringContaining('This project is about bees.'),
    'Go on.',
  ])
})

it('a project’s main skill lies in its folder of skills, and two in one folder open nothing', async () => {
  const project = makeTempDir()
  const skills = join(project, '.agents/skills')
  for (const name of ['a', 'b']) {
    const files = { 'SKILL.md': page('one').replace('demo', name), [`${name}.skill.js`]: tool(name) }
    cpSync(writeSkill(files), join(skills, name), { recursive: true })
  }
  server = await startFakeOllama()
  const openWith = (path: string) =>
    openTestCore({
      ...{ home: makeTempDir(), said: { host: server?.host ?? '', model: 'tiny:1b' } },
      skills: [{ path, origin: 'named' }],
    })
  open = await openWith(join(skills, 'a'))
  expect(open.core.registry().skills[0]?.mainOf).toBe(project)
  expect(await takeTurn(open.core, server, project)).toContain('bees')
  await open.core.close()
  open = await openWith(skills)
  expect(await takeTurn(open.core, server, project)).not.toContain('bees')
})
