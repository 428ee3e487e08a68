import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A03 a program that does not stop at --', () => {
  it('gets no word that it could obey, even if the skill puts -- before it', async () => {
    const scene = setScene('A03')
    const kept = scene.write('work/kept.txt', 'kept')
    const args = [{ kind: 'literal', value: '.' }, { kind: 'literal', value: '--' }, { param: 'a' }, { param: 'b' }]
    writeSkill(scene, { attack: { binary: 'find', args } })
    const { results, started, isPwned } = await attackWith(scene, [
      { tool: 'attack', args: { a: 'x', b: '-delete' } },
      { tool: 'attack', args: { a: '-fprint', b: scene.canary } },
      { tool: 'attack', args: { a: '-exec', b: `touch ${scene.canary} ;` } },
    ])
    for (const { error } of results) expect(error).toMatchObject({ code: 'ARG_LOOKS_LIKE_OPTION' })
    expect(started).toEqual([])
    expect(existsSync(kept)).toBe(true)
    expect(isPwned()).toBe(false)
  })
})
