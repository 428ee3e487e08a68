import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeRequests } from '#main/requests/requests'
import { callTool, say } from '#test/helpers/fake-ollama'
import { callOf, openChat } from '#test/helpers/open-chat'
import { FIXTURES, openTestCore } from '#test/helpers/open-test-core'
import { callCli } from '#test/main/cli/run-cli'

const OFF = { skill: 'echo', tool: 'echo_say', enabled: false }

describe('a tool that is switched off', () => {
  it('is offered to no model, and a call of it is answered with a sentence and never run', async () => {
    const { handlers, ollama, ask, offered, results, facts } = await openChat()
    ollama.enqueue(callTool('echo_say', { text: 'x' }), say('Well then.'))
    const switched = await handlers['skill.switchTool'](OFF)
    expect(switched).toMatchObject({ ok: true, value: { skill: { toolsOff: ['echo_say'] } } })
    await ask('Say x')
    expect(offered(0)).not.toContain('echo_say')
    expect(offered(0)).toContain('read_skill')
    expect(results()).toEqual(['error: The user switched off echo_say of the skill echo; do without it.'])
    expect(facts.find(({ type }) => type === 'call.refused')).toMatchObject({ code: 'TOOL_DISABLED' })
    expect(facts.some(({ type }) => type === 'run.started')).toBe(false)
  })

  it('is refused by runCall itself, to the person too, until it is switched on again', async () => {
    const { handlers, core } = await openChat()
    await handlers['skill.switchTool'](OFF)
    expect(await callOf(core, null, 'echo_say', { text: 'x' })).toMatchObject({ error: { code: 'TOOL_DISABLED' } })
    const plan = await handlers['call.plan']({ tool: 'echo_say', args: '{"text":"x"}' })
    expect(plan).toMatchObject({ ok: true, value: { ok: false, code: 'TOOL_DISABLED' } })
    await handlers['skill.switchTool']({ ...OFF, enabled: true })
    expect(await callOf(core, null, 'echo_say', { text: 'x' })).toMatchObject({ succeeded: true })
  })

  it('does not run even if it was switched off while its question waited', async () => {
    const asked = Promise.withResolvers<void>()
    const decided = Promise.withResolvers<void>()
    const decide = async () => {
      asked.resolve()
      await decided.promise
      return { decision: 'once', by: 'person' } as const
    }
    const { core, handlers, facts } = await openChat({ decide })
    const dispatched = callOf(core, null, 'echo_say', { text: 'x' })
    await asked.promise
    await handlers['skill.switchTool'](OFF)
    decided.resolve()
    expect(await dispatched).toMatchObject({ error: { code: 'TOOL_DISABLED' } })
    expect(facts.some(({ type }) => type === 'run.started')).toBe(false)
  })

  it('stays off after a restart, and an unknown tool cannot be switched', async () => {
    const { handlers, core, home } = await openChat()
    await handlers['skill.switchTool'](OFF)
    const unknown = await handlers['skill.switchTool']({ ...OFF, tool: 'nothing' })
    expect(unknown).toMatchObject({ ok: false, error: { code: 'TOOL_UNKNOWN' } })
    await core.close()
    const { core: again } = await openTestCore({ home })
    expect(again.registry().tools.map(({ name }) => name)).not.toContain('echo_say')
    expect(again.registry().tools.length).toBeGreaterThan(0)
    await again.close()
  })
})

it('is shown by the command line, which offers it to nobody', async () => {
  const { handlers, core, home } = await openChat()
  await handlers['skill.switchTool'](OFF)
  await core.close()
  const place = ['--home', home, '--no-bundled', '--skills', join(FIXTURES, 'dispatch-skills')]
  const skills = await callCli(['skills', ...place], { cwd: home })
  expect(skills.stdout).toMatch(/echo_say +switched off/)
  const tools = await callCli(['tools', ...place], { cwd: home })
  expect(tools.stdout).toContain('echo_fail')
  expect(tools.stdout).not.toContain('echo_say')
})

describe('a tool or a skill that is off in one chat', () => {
  it('is not offered there, is refused there with a sentence, and stays on elsewhere', async () => {
    const { handlers, ollama, core, chat, ask, offered, results, facts } = await openChat()
    ollama.enqueue(callTool('echo_say', { text: 'x' }), say('Well then.'))
    await handlers['chat.setToolsOff']({ chat, skills: [], tools: ['echo_say'] })
    await ask('Say x')
    expect(offered(0)).not.toContain('echo_say')
    expect(results()).toEqual(['error: The user switched off echo_say in this chat; do without it.'])
    expect(await callOf(core, chat, 'echo_say', { text: 'x' })).toMatchObject({ error: { code: 'TOOL_DISABLED' } })
    expect(await callOf(core, null, 'echo_say', { text: 'x' })).toMatchObject({ succeeded: true })
    expect(facts.filter(({ type }) => type === 'run.started')).toHaveLength(1)
  })

  it('is refused with a sentence if a model writes the call as text', async () => {
    const { handlers, ollama, chat, ask, results } = await openChat()
    ollama.enqueue(say('{"name": "echo_say", "arguments": {"text": "x"}}'), say('Well then.'))
    await handlers['chat.setToolsOff']({ chat, skills: [], tools: ['echo_say'] })
    await ask('Say x')
    expect(results()).toEqual(['error: The user switched off echo_say in this chat; do without it.'])
  })

  it('includes the page of a whole skill', async () => {
    const { handlers, ollama, chat, ask, offered } = await openChat()
    ollama.enqueue(say('Hello.'), say('Hello.'))
    await handlers['chat.setToolsOff']({ chat, skills: ['echo'], tools: [] })
    await ask('Hi')
    expect(offered(0).filter((name) => name.startsWith('echo_'))).toEqual([])
    expect(JSON.stringify(ollama.requests[0]?.messages)).not.toContain('- echo:')
    await handlers['chat.setToolsOff']({ chat, skills: [], tools: [] })
    await ask('Hi again')
    expect(offered(1)).toContain('echo_say')
  })

  it('is listed with the chats, sorted and once each, and is still known after a restart', async () => {
    const { handlers, core, chat, home } = await openChat()
    await handlers['chat.setToolsOff']({ chat, skills: [], tools: ['echo_say', 'a', 'a'] })
    const listed = { value: { chats: [{ chat, toolsOff: { skills: [], tools: ['a', 'echo_say'] } }] } }
    expect(await handlers['chat.list']({})).toMatchObject(listed)
    expect(await handlers['chat.setToolsOff']({ chat: 'gone', skills: [], tools: [] })).toMatchObject({
      error: { code: 'CHAT_UNKNOWN' },
    })
    await core.close()
    const { core: again } = await openTestCore({ home })
    const window = {} as Parameters<typeof makeRequests>[1]
    expect(await makeRequests(again, window)['chat.list']({})).toMatchObject(listed)
    expect(await callOf(again, chat, 'echo_say', { text: 'x' })).toMatchObject({ error: { code: 'TOOL_DISABLED' } })
    await again.close()
  })
})
