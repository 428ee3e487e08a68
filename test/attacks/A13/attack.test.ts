import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A13 more arguments than the system accepts', () => {
  it('are refused with a clear error before anything starts, and the longest list that fits runs', async () => {
    const scene = setScene('A13')
    const names = Array.from({ length: 16 }, (_none, index) => `p${index}`)
    writeSkill(scene, {
      one: { binary: 'wc', args: [{ kind: 'flag', flag: 'c', param: 'text' }] },
      echo: { binary: 'true', args: [{ param: 'text' }] },
      many: { binary: 'true', args: names.map((param) => ({ param })) },
    })
    const fits = 'x'.repeat(128 * 1024 - 1)
    const { results, started } = await attackWith(scene, [
      { tool: 'echo', args: { text: fits } },
      { tool: 'echo', args: { text: `${fits}x` } },
      { tool: 'one', args: { text: 'é'.repeat(64 * 1024) } },
      { tool: 'many', args: Object.fromEntries(names.map((name) => [name, fits])) },
    ])
    expect(results[0]?.run).toMatchObject({ exitCode: 0 })
    for (const { error } of results.slice(1, 3)) expect(error).toMatchObject({ code: 'ARG_TOO_LONG' })
    expect(textOf(results[3]?.error?.message ?? '')).toMatch(/too long|larger/)
    expect(started).toHaveLength(1)
  })
})
