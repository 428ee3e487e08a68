import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A15 parameters nobody declared', () => {
  it('are refused by name, even the names that every object has', async () => {
    const scene = setScene('A15')
    writeSkill(scene, { attack: { binary: 'echo', args: [{ param: 'text' }] } })
    const extras = ['output', 'constructor', 'toString', '--output', '', 'binary', 'subcommand', 'allowScripts']
    const attempts = [
      ...extras.map((name) => ({ tool: 'attack', args: { text: 'a', [name]: 'x' } })),
      { tool: 'attack', args: JSON.parse('{"text":"a","__proto__":{"x":1}}') },
    ]
    const { results, started } = await attackWith(scene, attempts)
    for (const [index, { error }] of results.entries()) {
      expect(error, extras[index] ?? '__proto__').toMatchObject({ code: 'PARAM_UNKNOWN' })
    }
    expect(started).toEqual([])
  })
})
