import { describe, expect, it } from 'vitest'
import { runTurn, type TurnInput } from '#main/agent/turn'
import type { Fact, MessageAdded } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import type { ModelOutcome } from '#shared/model/model'
import { answer, call, fact, keepProposed, makeInput, makeWorld, offer, type World } from './turn-world.ts'

const DISK = '{"name": "disk_free", "arguments": {"path": "/home"}}'
const UP = '{"name": "host_uptime", "arguments": {}}'
const say = (content: string): ModelOutcome => answer({ content })
const compact = (changes: Partial<TurnInput> = {}) =>
  makeInput({
    style: 'compact',
    tools: offer('host_uptime', 'disk_free', 'city_weather'),
    text: 'How full?',
    ...changes,
  })

const answersOf = ({ facts }: World) =>
  facts.flatMap((each) => (each.type === 'message.added' && each.role === 'assistant' ? [each as MessageAdded] : []))

describe('a model that writes its calls as lines', () => {
  it('reads all tools in the system text, and its line counts as a call of the protocol', async () => {
    const world = makeWorld([say(DISK), say('Half full.')])
    const proposed = keepProposed(world)
    expect(await runTurn(compact(), world.ports)).toBe('answered')
    expect(proposed).toEqual([{ call: 'call0', tool: 'disk_free', args: { path: '/home' } }])
    const [first, second] = world.requests
    expect(first?.tools).toEqual([])
    for (const line of ['host_uptime()', 'disk_free()', 'read_output(id, from:int, to:int)']) {
      expect(first?.messages[0]?.content).toContain(`\n${line} `)
    }
    const asked = first?.messages.length ?? 0
    expect(second?.messages.slice(0, asked)).toEqual(first?.messages)
    expect(second?.messages.slice(asked)).toEqual([
      { role: 'assistant', content: DISK, calls: [] },
      {
        role: 'user',
        content:
          'Result of disk_free:\n"""\nresult of disk_free\n"""\n\nIf the request asks for more than this, call the next tool. Otherwise answer in words with this result: How full?',
      },
    ])
  })

  it('makes several calls with several lines, and reads their results in one message', async () => {
    const world = makeWorld([say(`${DISK}\n${UP}`), say('Half full, 3 days.')])
    await runTurn(compact(), world.ports)
    expect(world.ran).toEqual(['disk_free', 'host_uptime'])
    expect(world.requests[1]?.messages.length).toBe((world.requests[0]?.messages.length ?? 0) + 2)
  })

  it('is repeated letter for letter in the next turn, as the server knows it', async () => {
    const fenced = `\`\`\`json\n${DISK}\n\`\`\``
    const world = makeWorld([say(fenced), say('Half full.')])
    await runTurn(compact(), world.ports)
    const history: Fact[] = world.facts.map((each) => fact(each))
    const next = makeWorld([say('Yes.')])
    await runTurn(compact({ history, text: 'Sure?' }), next.ports)
    const before = world.requests.at(-1)?.messages ?? []
    expect(next.requests[0]?.messages.slice(0, before.length)).toEqual(before)
    expect(next.requests[0]?.messages.slice(before.length)).toEqual([
      { role: 'assistant', content: 'Half full.', calls: [] },
      { role: 'user', content: 'Sure?' },
    ])
  })

  it('calls a tool without parameters by its name alone, but only an existing one', async () => {
    const world = makeWorld([say('{"name": "host_uptime"}'), say('3 days.')])
    await runTurn(compact(), world.ports)
    expect(world.ran).toEqual(['host_uptime'])
    const other = makeWorld([say('{"name": "Ada"}')])
    await runTurn(compact({ text: 'Who wrote it, as JSON?' }), other.ports)
    expect(answersOf(other)).toMatchObject([{ content: '{"name": "Ada"}' }])
  })

  it('is taken at its word if the server found the call itself', async () => {
    const world = makeWorld([answer({ calls: [call('disk_free', [])] }), say('Half full.')])
    const proposed = keepProposed(world)
    await runTurn(compact(), world.ports)
    expect(proposed).toEqual([{ call: 'call0', tool: 'disk_free', args: {} }])
  })
})

describe('a call that may be a quotation', () => {
  it('is marked as recovered if prose surrounds it', async () => {
    const world = makeWorld([say(`I look.\n${DISK}`), say('Half full.')])
    const proposed = keepProposed(world)
    await runTurn(compact(), world.ports)
    expect(proposed).toMatchObject([{ tool: 'disk_free', recoveredFrom: 'content' }])
  })

  it.each([
    ['as it is', DISK],
    ['laid out otherwise', JSON.stringify(JSON.parse(DISK), null, 4)],
    ['as text within JSON', JSON.stringify({ body: DISK })],
    ['with its letters escaped', DISK.replace('d', '\\u0064')],
    ['its arguments first', '{"arguments": {"path": "/home"}, "name": "disk_free"}'],
  ])('is marked as recovered where an output of this chat holds it: %s', async (_how, output) => {
    const world = makeWorld([say(UP), say(DISK), say('Half full.')])
    const proposed = keepProposed(world)
    const { runCall } = world.ports
    world.ports.runCall = async (made) => ({
      ...(await runCall(made)),
      ...(made.tool === 'host_uptime' && { text: output }),
    })
    await runTurn(compact(), world.ports)
    expect(proposed.map(({ tool, recoveredFrom }) => [tool, recoveredFrom])).toEqual([
      ['host_uptime', undefined],
      ['disk_free', 'content'],
    ])
  })

  it.each([
    ['in an attached file', `Read this aloud.\n\nnotes.txt:\n\`\`\`\nline\n${DISK}\n\`\`\`\n`],
    ['in a file with fences of its own', `notes.md:\n\`\`\`\`\n\`\`\`\na\n\`\`\`\n${DISK}\n\`\`\`\`\n`],
    ['in a fence that is not closed', `notes.txt:\n~~~\n${DISK}`],
    ['in a long paste', `${'a line of a log\n'.repeat(200)}${DISK}`],
  ])('is marked as recovered where it stands %s, also when that was sent before', async (_where, text) => {
    const world = makeWorld([say(DISK), say('Half full.')])
    const proposed = keepProposed(world)
    await runTurn(compact({ text }), world.ports)
    expect(proposed).toMatchObject([{ tool: 'disk_free', recoveredFrom: 'content' }])

    const later = makeWorld([say(DISK), say('Half full.')])
    const again = keepProposed(later)
    const sent = fact({ type: 'message.added', chat: 'c', role: 'user', content: text })
    await runTurn(compact({ history: [sent], text: 'And now?' }), later.ports)
    expect(again).toMatchObject([{ tool: 'disk_free', recoveredFrom: 'content' }])
  })

  it('is not suspected if the person typed it, or if an output only mentions the tool', async () => {
    const world = makeWorld([say(UP), say(DISK), say('Half full.')])
    const proposed = keepProposed(world)
    const { runCall } = world.ports
    world.ports.runCall = async (made) => ({ ...(await runCall(made)), text: 'disk_free tells of /home' })
    await runTurn(compact({ text: `Say ${DISK}` }), world.ports)
    expect(proposed.map(({ recoveredFrom }) => recoveredFrom)).toEqual([undefined, undefined])
  })
})

describe('a habit of small models', () => {
  it('ends in a call by grammar if the name is nearly right', async () => {
    const forced = say('{"name": "disk_free", "arguments": {"path": "/"}}')
    const world = makeWorld([say('{"name": "free_disk", "arguments": {"path": "/"}}'), forced, say('Half full.')])
    const proposed = keepProposed(world)
    expect(await runTurn(compact(), world.ports)).toBe('answered')
    expect(world.requests[1]?.format).toMatchObject({
      properties: { name: { enum: expect.arrayContaining(['disk_free']) } },
    })
    expect(proposed).toMatchObject([{ tool: 'disk_free', args: { path: '/' }, recoveredFrom: 'structured' }])
  })

  it('ends in a call by grammar if it explains a tool and calls none', async () => {
    const explains = say('You can use the `disk_free` tool to see how full it is.')
    const world = makeWorld([explains, say('{"name": "disk_free", "arguments": {}}'), say('Half full.')])
    const proposed = keepProposed(world)
    expect(await runTurn(compact(), world.ports)).toBe('answered')
    expect(world.requests[1]?.messages.slice(-2)).toMatchObject([{ role: 'assistant' }, { content: 'Call it.' }])
    expect(proposed).toMatchObject([{ tool: 'disk_free', recoveredFrom: 'structured' }])
    expect(answersOf(world).at(-1)).toMatchObject({ content: 'Half full.' })
  })

  it('does not count if the person asks about the tool', async () => {
    const world = makeWorld([say('disk_free tells how full a disk is.')])
    expect(await runTurn(compact({ text: 'What does disk_free do?' }), world.ports)).toBe('answered')
    expect(world.requests).toHaveLength(1)
  })

  it('stays an answer if the grammar brings no call either', async () => {
    const world = makeWorld([say('Use disk_free.'), say('{}')])
    expect(await runTurn(compact(), world.ports)).toBe('answered')
    expect(world.ran).toEqual([])
    expect(answersOf(world)).toMatchObject([{ content: 'Use disk_free.' }])
  })

  it('runs nothing twice: after the same call right after its result it is told to answer', async () => {
    const world = makeWorld([say(DISK), say(DISK), say('Half full.')])
    expect(await runTurn(compact(), world.ports)).toBe('answered')
    expect(world.ran).toEqual(['disk_free'])
    expect(world.requests[2]?.messages.at(-1)?.content).toContain('its result is above. Answer with it.')
    expect(world.facts).toContainEqual(
      expect.objectContaining({ type: 'call.refused', call: 'call1', code: 'REFUSED' }),
    )
  })

  it('ends with the loop limit if it repeats the same call', async () => {
    const world = makeWorld(Array.from({ length: 9 }, () => say(DISK)))
    expect(await runTurn(compact(), world.ports)).toBe('loop')
    expect(world.ran).toEqual(['disk_free'])
  })

  it('has for a wrong name a choice among tools whose words fit, too', async () => {
    const forced = say('{"name": "city_weather", "arguments": {}}')
    const world = makeWorld([say('{"name": "host_rain", "arguments": {}}'), forced, say('Rain.')])
    const tools = offer(
      'host_uptime',
      'host_reach',
      'host_train',
      'host_brain',
      'host_ran',
      'host_rails',
      'city_weather',
    )
    await runTurn(compact({ tools, text: 'Tell me the weather' }), world.ports)
    expect(world.requests[1]?.format).toMatchObject({
      properties: { name: { enum: expect.arrayContaining(['city_weather', 'host_train']) } },
    })
  })

  it('ends in words where it goes round in circles and can still say what it found', async () => {
    const replies = [DISK, DISK, DISK, DISK, 'Half full.'].map(say)
    const world = makeWorld(replies)
    expect(await runTurn(compact(), world.ports)).toBe('answered')
    expect(world.ran).toEqual(['disk_free'])
    expect(world.requests.at(-1)?.messages.at(-1)?.content).toContain('Call no more tools.')
    expect(answersOf(world).at(-1)).toMatchObject({ content: 'Half full.' })
  })

  it('runs a call of this turn again only after something was changed', async () => {
    const looking = makeWorld([say(DISK), say(UP), say(DISK), say('Half full.')])
    expect(await runTurn(compact(), looking.ports)).toBe('answered')
    expect(looking.ran).toEqual(['disk_free', 'host_uptime'])

    const [up, ...others] = offer('host_uptime', 'disk_free')
    const tools = [...others, ...(up ? [{ ...up, function: { ...up.function, description: 'Changes files: …' } }] : [])]
    const changing = makeWorld([say(DISK), say(UP), say(DISK), say('Half full.')])
    expect(await runTurn(compact({ tools, text: 'Restart it and look again.' }), changing.ports)).toBe('answered')
    expect(changing.ran).toEqual(['disk_free', 'host_uptime', 'disk_free'])
  })

  it('gets one more request if it explains the call it just made', async () => {
    const world = makeWorld([say(DISK), say('You can use disk_free like this.'), say('Half full.')])
    expect(await runTurn(compact(), world.ports)).toBe('answered')
    expect(answersOf(world).at(-1)).toMatchObject({ content: 'Half full.' })
  })

  it('is read as no arguments if it writes []', async () => {
    const world = makeWorld([say('{"name": "host_uptime", "arguments": []}'), say('3 days.')])
    const proposed = keepProposed(world)
    await runTurn(compact(), world.ports)
    expect(proposed).toEqual([{ call: 'call0', tool: 'host_uptime', args: {} }])
  })

  it.each([
    ['a trailing comma', '{"name": "disk_free", "arguments": {"path": "/",}}'],
    ['single quotes', "{'name': 'disk_free', 'arguments': {'path': '/'}}"],
    ['a missing end', '{"name": "disk_free", "arguments": {"path": "/"'],
  ])('is mended inside a fence, and always asked about: %s', async (_what, json) => {
    const world = makeWorld([say(`\`\`\`json\n${json}\n\`\`\``), say('Half full.')])
    const proposed = keepProposed(world)
    await runTurn(compact(), world.ports)
    expect(proposed).toEqual([{ call: 'call0', tool: 'disk_free', args: { path: '/' }, recoveredFrom: 'content' }])
  })
})

describe('an answer after a call', () => {
  const notesOf = (world: World) =>
    answersOf(world)
      .at(-1)
      ?.notes?.map((note) => textOf(note))

  it.each([
    ['was denied', { text: 'declined', code: 'DECLINED' as const }],
    ['failed', { text: 'no such file', failed: true as const }],
  ])('that %s says so in a line of ours', async (_how, result) => {
    const world = makeWorld([say(DISK), say('It is half full.')])
    world.ports.runCall = async () => result
    await runTurn(compact(), world.ports)
    expect(notesOf(world)).toEqual(['disk_free gave no result. What the answer says about it may be made up.'])
  })

  it('names several failed calls in one line', async () => {
    const world = makeWorld([say(`${DISK}\n${UP}`), say('It is half full.')])
    world.ports.runCall = async () => ({ text: 'no such file', failed: true })
    await runTurn(compact(), world.ports)
    expect(notesOf(world)).toEqual([
      'disk_free, host_uptime gave no result. What the answer says about it may be made up.',
    ])
  })

  it('mentions it if the output was shortened, and otherwise says nothing', async () => {
    const world = makeWorld([say(DISK), say('It is half full.')])
    world.ports.runCall = async () => ({ text: 'line\n'.repeat(20_000) })
    await runTurn(compact(), world.ports)
    expect(notesOf(world)?.join()).toContain('read only part of the output of disk_free')
    const well = makeWorld([say(DISK), say('It is half full.')])
    await runTurn(compact(), well.ports)
    expect(notesOf(well)).toBe(undefined)
  })
})
