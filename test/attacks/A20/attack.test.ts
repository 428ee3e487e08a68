import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

const NAMES = [
  ...['./evil', '../x', '/tmp/x', '/bin/sh', 'C:\\x', 'a/b', 'a\\b', 'git.exe ', ' git', 'git\u200b', 'g\u0456t'],
  ...['', '.', '..', '-x', 'git;ls', 'git\0', 'git\n', '~', '$SHELL', 'x'.repeat(80), 'git git', '*'],
]

describe('A20 a binary that is a path or is not what it looks like', () => {
  it('withholds its tool, and nothing runs', async () => {
    const scene = setScene('A20')
    scene.write('skills/hostile/evil', `#!/bin/sh\ntouch ${scene.canary}\n`, 0o755)
    writeSkill(scene, Object.fromEntries(NAMES.map((binary, index) => [`t${index}`, { binary, args: [] }])))
    const attempts = NAMES.map((_name, index) => ({ tool: `t${index}`, args: {} }))
    const { results, started, isPwned } = await attackWith(scene, attempts)
    for (const [index, { error }] of results.entries()) {
      expect(error, JSON.stringify(NAMES[index])).toMatchObject({
        code: expect.stringMatching(/^(TOOL_BROKEN|BINARY_)/),
      })
    }
    expect(started).toEqual([])
    expect(isPwned()).toBe(false)
  })
})
