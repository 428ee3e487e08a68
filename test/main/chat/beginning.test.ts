import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { type OpenChat, openChat } from '#test/helpers/open-chat'
import { FIXTURES } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'

type Body = { messages: { role: string; content: string }[]; tools?: unknown; options: { num_ctx: number } }

/** What every request begins with, in bytes. */
const headOf = (body: Body) => JSON.stringify([body.messages[0], body.tools ?? null, body.options.num_ctx])
const bodies = ({ ollama }: OpenChat) => ollama.requests as unknown as Body[]

/** Every request begins with the whole of the one before. */
function expectGrowing(requests: readonly Body[]): void {
  for (const [at, { messages }] of requests.entries()) {
    const before = requests[at - 1]
    if (before) expect(JSON.stringify(messages.slice(0, before.messages.length))).toBe(JSON.stringify(before.messages))
  }
}

function showAs({ ollama }: OpenChat, size: string): void {
  const info = { 'general.architecture': 'tiny', 'tiny.context_length': 32_768 }
  const details = { parameter_size: size }
  const body = JSON.stringify({ capabilities: ['completion', 'tools'], details, model_info: info })
  ollama.answer('/api/show', { status: 200, body })
}

const SIZES = [
  ['as lines', '1.5B', (text: string) => say(`{"name": "echo_say", "arguments": {"text": "${text}"}}`)],
  ['of the protocol', '8B', (text: string) => callTool('echo_say', { text })],
] as const

describe.each(SIZES)('the beginning, with tools %s', (_how, size, calls) => {
  async function open(options: Parameters<typeof openChat>[0] = {}) {
    const opened = await openChat(options)
    showAs(opened, size)
    return opened
  }

  it('stays the same over a whole conversation with tools and long outputs, which only grows', async () => {
    const chat = await open()
    const long = 'a long line of words '.repeat(3000)
    chat.ollama.enqueue(
      say('Hello.'),
      calls('one'),
      say('It said one.'),
      calls(long),
      say('Much.'),
      calls('two'),
      say('Two.'),
    )
    for (const text of ['Hi', 'Say one', 'Say much', 'Say two']) await chat.ask(text)
    const requests = bodies(chat)
    expect(requests).toHaveLength(7)
    expect(new Set(requests.map(headOf)).size).toBe(1)
    expectGrowing(requests)
    expect(headOf(requests[0] as Body)).toContain('read_output')
  })

  it('is the same in the next chat, and changes only in a chat that switches a tool off', async () => {
    const chat = await open()
    chat.ollama.enqueue(...Array.from({ length: 4 }, () => say('Yes.')))
    await chat.ask('Hi')
    await chat.handlers['chat.setToolsOff']({ chat: chat.chat, skills: [], tools: ['echo_say'] })
    await chat.ask('And now?')
    const other = await chat.core.chats.create()
    await chat.core.chats.send(other, 'Hello')
    await chat.core.chats.settled(other)
    await chat.ask('Still?')
    const [first, second, elsewhere, last] = bodies(chat)
    expect(headOf(elsewhere as Body)).toBe(headOf(first as Body))
    expect(headOf(first as Body)).toContain('echo_say')
    expect(headOf(second as Body)).not.toContain('echo_say')
    expectGrowing([second, last] as Body[])
    expect(headOf(last as Body)).toBe(headOf(second as Body))
    expect(second?.messages.at(-1)?.content).toBe('[Switched off in this chat from now on: echo_say]\nAnd now?')
    expect(last?.messages.at(-1)?.content).toBe('Still?')
  })

  it('stays the same up to a message that is edited or answered again', async () => {
    const chat = await open()
    chat.ollama.enqueue(say('One.'), calls('two'), say('Two.'), say('Two again.'), say('Another.'))
    await chat.ask('First')
    await chat.ask('Second')
    const turns = chat.facts.flatMap((fact) => (fact.type === 'turn.started' ? [fact.turn] : []))
    await chat.handlers['chat.regenerate']({ chat: chat.chat, turn: turns[1] ?? '' })
    await chat.core.chats.settled(chat.chat)
    await chat.core.chats.send(chat.chat, 'Otherwise', turns[1])
    await chat.core.chats.settled(chat.chat)
    const requests = bodies(chat)
    expect(new Set(requests.map(headOf)).size).toBe(1)
    const [, second, , again, edited] = requests
    expect(again?.messages).toEqual(second?.messages)
    expect(edited?.messages.slice(0, -1)).toEqual(second?.messages.slice(0, -1))
  })

  it('changes once when a skill is switched, and then stays', async () => {
    const chat = await open()
    chat.ollama.enqueue(...Array.from({ length: 4 }, () => say('Yes.')))
    await chat.ask('One')
    await chat.ask('Two')
    await chat.handlers['skill.switchTool']({ skill: 'echo', tool: 'echo_say', enabled: false })
    await chat.ask('Three')
    await chat.ask('Four')
    const heads = bodies(chat).map(headOf)
    expect(heads[1]).toBe(heads[0])
    expect(heads[2]).not.toBe(heads[1])
    expect(heads[3]).toBe(heads[2])
    const again = chat.facts.flatMap((fact) =>
      fact.type === 'message.added' && fact.stats ? [fact.stats.readAgain] : [],
    )
    expect(again).toEqual(['first', undefined, 'beginning', undefined])
  })

  it('changes once when a skill is installed, and then stays, in every chat', async () => {
    const folder = makeTempDir()
    const named = [join(FIXTURES, 'dispatch-skills'), folder].map((path) => ({ path, origin: 'named' as const }))
    const chat = await open({ skills: named })
    chat.ollama.enqueue(...Array.from({ length: 4 }, () => say('Yes.')))
    await chat.ask('One')
    writeSkill({ 'tools.json': describeTool('hum') }, join(folder, 'hums'))
    await chat.core.restock()
    await chat.ask('Two')
    await chat.ask('Three')
    const other = await chat.core.chats.create()
    await chat.core.chats.send(other, 'Four')
    await chat.core.chats.settled(other)
    const heads = bodies(chat).map(headOf)
    expect(heads[0]).not.toContain('hum')
    expect(heads[1]).toContain('hum')
    expect(new Set(heads.slice(1)).size).toBe(1)
    const again = chat.facts.flatMap((fact) =>
      fact.type === 'message.added' && fact.stats ? [fact.stats.readAgain] : [],
    )
    expect(again).toEqual(['first', 'beginning', undefined, 'chat'])
  })
})
