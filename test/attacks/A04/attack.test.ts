import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#test/helpers/root'
import { attackWith, setScene } from '../attack.ts'

describe('A04 a command that reads and can be made to write', () => {
  it('writes no file through the bundled git log', async () => {
    const scene = setScene('A04')
    const skills = [{ path: join(root, 'skills', 'git'), origin: 'bundled' as const }]
    const words = [`--output=${scene.canary}`, `-O${scene.canary}`, `--open-files-in-pager=touch ${scene.canary}`]
    const attempts = words.flatMap((ref) => [
      { tool: 'git_log', args: { ref } },
      { tool: 'git_show', args: { ref } },
      { tool: 'git_diff', args: { ref } },
    ])
    const { results, started, isPwned } = await attackWith(scene, attempts, { skills })
    for (const { error } of results) expect(error).toBeDefined()
    expect(started).toEqual([])
    expect(isPwned()).toBe(false)
  })
})
