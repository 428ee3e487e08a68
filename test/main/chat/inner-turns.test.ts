import { describe, expect, it } from 'vitest'
import { callTool, type ScriptedReply, say } from '#test/helpers/fake-ollama'
import { writeSkill } from '#test/helpers/function-skill'
import { type OpenChat, openChat } from '#test/helpers/open-chat'
import { describeTool, writeSkill as writeTools } from '#test/main/skills/write-skill'

interface Body {
  model: string
  messages: { role: string; content: string }[]
  tools?: unknown[]
  format?: unknown
  options: { num_ctx: number }
}

const bodies = ({ ollama }: OpenChat) => ollama.requests as unknown as Body[]

const PARAMS = 'params: { type: object, properties: { what: { type: string } } }'
const prompt = (allowed: string, metadata = '') =>
  `---\nname: count\ndescription: Counts.\nallowed-tools: "${allowed}"\nmetadata:\n  ${PARAMS}\n  ${metadata}\n---\nCount like a shepherd.\n`
const RETURNS = 'returns: { type: object, required: [n], properties: { n: { type: number } } }'

/** The first messages of a request and whatever else a template puts before them. */
const startOf = ({ model, options, tools, messages }: Body, length: number) =>
  JSON.stringify([model, options.num_ctx, tools ?? null, messages.slice(0, length)])

const instructionsIn = ({ messages }: Body) =>
  messages.findIndex(({ content }) => content.startsWith('Count like a shepherd.'))

const SIZES = [
  ['as lines', '1.5B', (name: string, args: object) => say(JSON.stringify({ name, arguments: args }))],
  ['of the protocol', '8B', callTool],
] as const

type Calls = (name: string, args: object) => ScriptedReply

/** A skill with the prompt `count`, and one with other tools. */
async function open(size: string, page: string, tools = describeTool('other'), context = 32_768): Promise<OpenChat> {
  const skills = [writeSkill({ 'count.skill.md': page }), writeTools({ 'tools.json': tools })]
  const chat = await openChat({ skills: skills.map((path) => ({ path, origin: 'named' })) })
  const info = { 'general.architecture': 'tiny', 'tiny.context_length': context }
  const shown = { capabilities: ['completion', 'tools'], details: { parameter_size: size }, model_info: info }
  chat.ollama.answer('/api/show', { status: 200, body: JSON.stringify(shown) })
  return chat
}

describe.each(SIZES)('a turn inside a call, with tools %s', (_how, size, calls: Calls) => {
  it('begins with the bytes of its chat, and so does what the chat asks afterwards', async () => {
    const chat = await open(size, prompt('count'))
    chat.ollama.enqueue(
      calls('count', { what: 'sheep' }),
      calls('other', {}),
      // A small model is asked once for another name.
      ...(size === '1.5B' ? [say('?')] : []),
      say('Three sheep.'),
      say('There are three.'),
      say('Gladly.'),
    )
    await chat.ask('How many sheep?')
    await chat.ask('Thank you')
    const requests = bodies(chat)
    const [first] = requests as [Body]
    const length = first.messages.length - 1
    const beginning = startOf(first, length)
    for (const word of ['other', 'count', 'read_skill', 'read_output']) expect(beginning).toContain(word)
    expect(requests.map((body) => startOf(body, length))).toEqual(requests.map(() => beginning))

    const inner = requests.filter((body) => instructionsIn(body) >= 0)
    expect(inner).toHaveLength(size === '1.5B' ? 3 : 2)
    for (const { messages } of inner) {
      expect(messages.slice(length, length + 2)).toEqual([
        { role: 'user', content: 'Count like a shepherd.\n\nCall only these tools for this: count' },
        { role: 'user', content: '{\n  "what": "sheep"\n}' },
      ])
    }
    const [asked, told, later] = requests.filter((body) => instructionsIn(body) < 0) as [Body, Body, Body]
    expect(startOf(told, asked.messages.length)).toBe(startOf(asked, asked.messages.length))
    expect(startOf(later, told.messages.length)).toBe(startOf(told, told.messages.length))
  })

  it('is asked for JSON of a schema after the same bytes, but without the definitions of the protocol', async () => {
    const chat = await open(size, prompt('count', RETURNS))
    chat.ollama.enqueue(calls('count', { what: 'sheep' }), say('Three.'), say('{"n": 3}'), say('There are three.'))
    await chat.ask('How many sheep?')
    const [first, inner, forced, told] = bodies(chat) as [Body, Body, Body, Body]
    const length = first.messages.length - 1
    const beginning = startOf(first, length)
    expect(forced.format).toMatchObject({ required: ['n'] })
    expect([inner, told].map((body) => startOf(body, length))).toEqual([beginning, beginning])
    const forcedAs = size === '1.5B' ? first : { ...first, tools: undefined }
    expect(startOf(forced, length)).toBe(startOf(forcedAs as Body, length))
    expect(size === '1.5B' || first.tools !== undefined).toBe(true)
  })
})

describe('a turn inside a call', () => {
  it('is refused whatever its prompt may not call, by whichever door', async () => {
    const chat = await open('8B', prompt('count'))
    chat.ollama.enqueue(
      callTool('count', { what: 'sheep' }),
      callTool('other', { text: 'hi' }),
      callTool('use_tool', { name: 'other', arguments: { text: 'hi' } }),
      callTool('read_skill', { name: 'sample' }),
      callTool('find_tools', { query: 'other' }),
      say('None.'),
      say('There are none.'),
    )
    await chat.ask('How many sheep?')
    const read = bodies(chat)
      .at(-2)
      ?.messages.filter(({ role }) => role === 'tool')
    expect(read?.map(({ content }) => content)).toEqual([
      'error: there is no tool other. Tools: count, read_output',
      'error: there is no tool other. Tools: count, read_output',
      'error: there is no tool read_skill. Tools: read_output, count',
      'error: there is no tool find_tools. Tools: read_output, count',
    ])
    expect(chat.facts.flatMap((fact) => (fact.type === 'run.started' ? [fact.plan.tool] : []))).toEqual(['count'])
  })

  it('learns how its tools are called that the beginning has no room for, and finds no others', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `shop_${at}`)
    const each = names.map((name) => JSON.parse(describeTool(name)))
    const tools = JSON.stringify({
      tools: each.map(({ tools: [tool] }) => ({ ...tool, description: `Sells ${'very '.repeat(20)}much.` })),
      allowlist: { echo: [''] },
      execution: each.flatMap(({ execution }) => execution),
    })
    const chat = await open('8B', prompt('shop_59'), tools, 4096)
    chat.ollama.enqueue(
      callTool('count', { what: 'sheep' }),
      callTool('find_tools', { query: 'shop 58 59' }),
      callTool('use_tool', { name: 'shop_58', arguments: { text: 'no' } }),
      callTool('use_tool', { name: 'shop_59', arguments: { text: 'sold' } }),
      say('One.'),
      say('There is one.'),
    )
    await chat.ask('How many sheep?')
    const requests = bodies(chat)
    const [first, inner] = requests as [Body, Body]
    const beginning = startOf(first, 1)
    expect(beginning).toContain('shop_0')
    expect(beginning).not.toContain('shop_59')
    expect(requests.map((body) => startOf(body, 1))).toEqual(requests.map(() => beginning))
    expect(inner.messages[1]?.content.split('\n').slice(2)).toEqual([
      'Call only these tools for this: shop_59',
      'Those that are not listed above, to be called by name or with use_tool:',
      expect.stringContaining('shop_59(text?)'),
    ])
    const [found, refused, sold] = requests.at(-2)?.messages.filter(({ role }) => role === 'tool') ?? []
    expect(found?.content).toContain('shop_59(text?)')
    expect(found?.content).not.toContain('shop_58')
    expect(refused?.content).toContain('error: there is no tool shop_58')
    expect(sold?.content).toContain('sold')
  })

  it('asks the model that answers its chat, so that no other has to be loaded', async () => {
    const chat = await open('8B', prompt('count'))
    chat.ollama.setModels('tiny:1b', 'zeta:2b')
    chat.ollama.enqueue(say('Three.'), callTool('count', { what: 'sheep' }), say('Four.'), say('There are four.'))
    await chat.ask('How many sheep?')
    const turn = chat.facts.find((fact) => fact.type === 'turn.started')
    await chat.core.chats.regenerate(chat.chat, turn?.type === 'turn.started' ? turn.turn : '', 'zeta:2b')
    await chat.core.chats.settled(chat.chat)
    expect(bodies(chat).map(({ model }) => model)).toEqual(['tiny:1b', 'zeta:2b', 'zeta:2b', 'zeta:2b'])
  })
})
