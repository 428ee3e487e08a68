import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

const NAMES = ['x; rm', 'a=b', 'a\0b', 'a\nb', '--', '-', '', '---x', 'é', 'a b', '-o/tmp/x', '$(id)', 'x'.repeat(80)]

describe('A16 a flag whose name holds more than a name', () => {
  it('withholds its tool, and nothing runs', async () => {
    const scene = setScene('A16')
    const tools = NAMES.map((flag, index) => [
      `t${index}`,
      { binary: 'echo', args: [{ kind: 'flag', flag, param: 'x' }] },
    ])
    writeSkill(scene, Object.fromEntries(tools))
    const attempts = NAMES.map((_name, index) => ({ tool: `t${index}`, args: { x: 'v' } }))
    const { results, started } = await attackWith(scene, attempts)
    for (const [index, { error }] of results.entries()) {
      expect(error, JSON.stringify(NAMES[index])).toMatchObject({ code: 'TOOL_BROKEN' })
    }
    expect(started).toEqual([])
  })
})
