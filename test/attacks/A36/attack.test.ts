import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A36 a program that waits for somebody at the terminal', () => {
  it('ends by itself, because it gets no input and no terminal', async () => {
    const scene = setScene('A36')
    writeSkill(scene, {
      read: { binary: 'cat', args: [] },
      terminal: { binary: 'head', subcommand: '-c1 /dev/tty', args: [] },
      password: { binary: 'ssh-keygen', subcommand: '-y -f /dev/null', args: [] },
    })
    const attempts = ['read', 'terminal', 'password'].map((tool) => ({ tool, args: {} }))
    const { results } = await attackWith(scene, attempts)
    expect(results.map(({ run }) => run?.timedOut)).toEqual([false, false, false])
    expect(results[0]?.run?.exitCode).toBe(0)
    expect(results[1]?.run?.exitCode).not.toBe(0)
  })
})
