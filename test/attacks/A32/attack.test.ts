import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

const MIB = 1024 * 1024

describe('A32 an endless output', () => {
  it.each([
    ['one line without an end', 'head -c 100000000 /dev/zero'],
    ['ten million lines', 'yes'],
  ])('costs bounded memory as %s, and its size is known', async (_what, command) => {
    const scene = setScene('A32')
    const [binary = '', ...words] = command === 'yes' ? ['seq', '1', '10000000'] : command.split(' ')
    writeSkill(scene, { attack: { binary, subcommand: words.join(' '), args: [] } })
    const before = process.memoryUsage().rss
    const { results } = await attackWith(scene, [{ tool: 'attack', args: {} }])
    const { run } = results[0] ?? {}
    expect(run).toMatchObject({ exitCode: 0, truncated: true })
    expect(run?.stdoutBytes).toBe(command === 'yes' ? 78_888_897 : 100_000_000)
    expect(Buffer.byteLength(run?.stdout ?? '')).toBeLessThan(2 * MIB)
    expect(Buffer.byteLength(run?.forModel ?? '')).toBeLessThan(MIB)
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * MIB)
  })
})
