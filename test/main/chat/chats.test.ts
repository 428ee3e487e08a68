import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readActivityPage } from '#main/calls/activity'
import { callTool, type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { writeSkill } from '#test/main/skills/write-skill'

let ollama: FakeOllama
beforeEach(async () => {
  ollama = await startFakeOllama()
})
afterEach(() => ollama.close())

describe('a chat', () => {
  it('lists the skills and offers to read one; in full mode it carries every page instead', async () => {
    const { ask, core } = await open()
    ollama.enqueue(say('Hello.'), say('Hello again.'))
    await ask('Hi')
    expect(systemOf(0)).toContain('- echo: Says things')
    expect(systemOf(0)).not.toContain('Use `echo_say`')
    expect(toolsOf(0)).toContain('read_skill')
    await core.publish({ type: 'setting.changed', chat: null, name: 'contextMode', value: 'full' })
    await ask('Hi again')
    expect(systemOf(1)).toContain('Use `echo_say` to say something.')
    expect(toolsOf(1)).not.toContain('read_skill')
    await core.close()
  })

  it('answers read_skill with the page, without its frontmatter, and without a process', async () => {
    const { ask, facts, core } = await open()
    ollama.enqueue(callTool('read_skill', { skill_name: 'echo' }), say('I know it now.'))
    await ask('What can you do?')
    const results = facts.flatMap((fact) =>
      fact.type === 'message.added' && fact.role === 'tool' ? [fact.content] : [],
    )
    expect(results).toEqual(['Use `echo_say` to say something.'])
    const started = facts.filter((fact) => fact.type === 'run.started')
    expect(started).toMatchObject([{ plan: { action: { kind: 'builtin', name: 'read_skill' }, effects: [] } }])
    expect(facts.some(({ type }) => type === 'approval.asked')).toBe(false)
    const { rows } = await readActivityPage(core.ledger, { from: 0, limit: 10 })
    expect(rows).toMatchObject([{ tool: 'read_skill', state: 'done' }])
    await core.close()
  })

  it('reads on with read_output, line by line, where a long page was shortened', async () => {
    const page = Array.from({ length: 900 }, (_, line) => `Line ${line + 1} of the page.`)
    const path = writeSkill({ 'SKILL.md': `---\nname: long\ndescription: Long.\n---\n${page.join('\n')}\n` })
    const { ask, facts, core } = await open({ skills: [{ path, origin: 'bundled' }] })
    const next = ({ messages }: Record<string, unknown>) => {
      const told = (messages as { content: string }[]).at(-1)?.content ?? ''
      const [, from] = / bytes, lines (\d+) to \d+, are left out here/.exec(told) ?? []
      const [, id] = /read_output reads more of it, with id (.+)\]$/.exec(told) ?? []
      return callTool('read_output', { id, from: Number(from), to: Number(from) + 1 })
    }
    ollama.enqueue(callTool('read_skill', { skill_name: 'long' }), next, say('I know it now.'))
    await ask('What do you know?')
    const [shortened = '', more] = facts.flatMap((fact) =>
      fact.type === 'message.added' && fact.role === 'tool' ? [fact.content] : [],
    )
    const shown = shortened.split('\n').findIndex((line) => line.includes('are left out here'))
    expect(page.slice(0, shown)).toEqual(shortened.split('\n').slice(0, shown))
    expect(more?.split('\n').slice(1)).toEqual(page.slice(shown, shown + 2))
    await core.close()
  })

  it('asks for no thinking if it wants one token, whatever is set for the rest', async () => {
    ollama.answer('/api/show', {
      status: 200,
      body: JSON.stringify({
        ...{ capabilities: ['completion', 'thinking'], details: { parameter_size: '135M' }, model_info: {} },
      }),
    })
    const { ask, core } = await open({ said: { think: true } })
    ollama.enqueue(say('answer'), say('Hello.'), say('Hello.'))
    await ask('Hi')
    const asked = ollama.requests.map(({ think, options }) => ({ think, least: options }))
    expect(asked[0]).toMatchObject({ think: false, least: { num_predict: 1 } })
    expect(asked.at(-1)).toMatchObject({ think: true })
    await core.close()
  })

  it('keeps the title that was typed before its first message', async () => {
    const { ask, core, chat } = await open()
    await core.publish({ type: 'chat.renamed', chat, title: 'My disk' })
    ollama.enqueue(say('Yes.'))
    await ask('How full is the disk?')
    expect(core.index.list()).toMatchObject([{ chat, title: 'My disk' }])
    await core.close()
  })

  it('is named after its beginning', async () => {
    const { ask, core, chat } = await open()
    ollama.enqueue(say('Yes.'))
    await ask('How full is the disk?\nAnd why?')
    expect(core.index.list()).toMatchObject([{ chat, title: 'How full is the disk?', isRunning: false }])
    await core.close()
  })
})

async function open(more: Parameters<typeof openTestCore>[0] | object = {}) {
  const { core, facts, next } = await openTestCore({ home: makeTempDir(), ...more })
  await core.publish({ type: 'setting.changed', chat: null, name: 'host', value: ollama.host })
  const chat = await core.chats.create()
  const ask = async (text: string) => {
    const finished = next('turn.finished')
    await core.chats.send(chat, text)
    await finished
    await core.chats.stop(chat)
  }
  return { core, facts, chat, ask }
}

const messagesOf = (index: number) => ollama.requests[index]?.messages as { role: string; content: string }[]
const systemOf = (index: number) => messagesOf(index)?.[0]?.content
const toolsOf = (index: number) => {
  const tools = (ollama.requests[index]?.tools ?? []) as { function: { name: string } }[]
  return tools.map((tool) => tool.function.name)
}
