import { describe, expect, it } from 'vitest'
import { runTurn, type TurnInput } from '#main/agent/turn'
import { answer, keepProposed, makeInput, makeWorld, offer } from './turn-world.ts'

const say = (content: string) => answer({ content })
const compact = (changes: Partial<TurnInput>) =>
  makeInput({ style: 'compact', tools: offer('host_uptime', 'disk_free'), ...changes })

describe('a small model that names something nobody said', () => {
  const naming = (path: string) => `{"name": "disk_free", "arguments": {"path": "${path}"}}`
  const text = 'Wie voll ist der Ordner sicherung?'

  it('is questioned once, and its better call asks the person', async () => {
    const world = makeWorld([say(naming('securität')), say(naming('sicherung')), say('Half full.')])
    const proposed = keepProposed(world)
    await runTurn(compact({ text }), world.ports)
    expect(world.requests[1]?.messages.at(-1)?.content).toContain('Nobody said securität.')
    expect(proposed).toMatchObject([{ args: { path: 'sicherung' }, recoveredFrom: 'structured' }])
    expect(world.requests[2]?.messages.at(-2)?.content).toBe(naming('sicherung'))
  })

  it('keeps its call as it is where it repeats it', async () => {
    const world = makeWorld([say(naming('backup')), say(naming('backup')), say('Half full.')])
    const proposed = keepProposed(world)
    await runTurn(compact({ text }), world.ports)
    expect(proposed).toEqual([{ call: 'call0', tool: 'disk_free', args: { path: 'backup' } }])
  })

  it('may answer in words instead, and nothing runs', async () => {
    const world = makeWorld([say(naming('grey_cat.jpg')), say('Smoke, Ash and Fog.')])
    expect(await runTurn(compact({ text: 'Three names for a grey cat?' }), world.ports)).toBe('answered')
    expect(world.ran).toEqual([])
    expect(world.facts).toContainEqual(expect.objectContaining({ role: 'assistant', content: 'Smoke, Ash and Fog.' }))
  })

  it('is not questioned where the request or the system has that name', async () => {
    for (const path of ['sicherung', './sicherung/', '/home', '~', '.']) {
      const world = makeWorld([say(naming(path)), say('Half full.')])
      await runTurn(compact({ text }), world.ports)
      expect(world.requests).toHaveLength(2)
    }
  })
})

it('a wrong name of a tool becomes a choice among tools whose words fit, too', async () => {
  const forced = say('{"name": "city_weather", "arguments": {}}')
  const world = makeWorld([say('{"name": "host_rain", "arguments": {}}'), forced, say('Rain.')])
  const tools = offer('host_uptime', 'host_reach', 'host_train', 'host_brain', 'host_ran', 'host_rails', 'city_weather')
  await runTurn(compact({ tools, text: 'Tell me the weather' }), world.ports)
  expect(world.requests[1]?.format).toMatchObject({
    properties: { name: { enum: expect.arrayContaining(['city_weather', 'host_train']) } },
  })
})
