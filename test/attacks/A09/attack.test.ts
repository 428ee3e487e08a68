import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A09 an option hidden in a value that is split', () => {
  it('is found in every piece', async () => {
    const scene = setScene('A09')
    writeSkill(scene, { attack: { binary: 'sort', args: [{ param: 'files', split: true }] } })
    const values = [`a --output=${scene.canary}`, `a\t-o${scene.canary} b`, `a\n--compress-program=x`, 'a b -m']
    const attempts = values.map((files) => ({ tool: 'attack', args: { files } }))
    const { results, started, isPwned } = await attackWith(scene, attempts)
    for (const { error } of results) expect(error).toMatchObject({ code: 'ARG_LOOKS_LIKE_OPTION' })
    expect(started).toEqual([])
    expect(isPwned()).toBe(false)
  })
})
