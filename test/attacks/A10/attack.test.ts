import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A10 a NUL in an argument', () => {
  it('is refused with its own error wherever the value goes, and breaks nothing', async () => {
    const scene = setScene('A10')
    const args = [{ param: 'word' }, { kind: 'flag', param: 'flag' }, { kind: 'workingdir', param: 'folder' }]
    writeSkill(scene, { attack: { binary: 'echo', args } })
    const good = { word: 'w', flag: 'f', folder: '.' }
    const attempts = Object.keys(good).flatMap((name) =>
      ['\0', 'a\0b', '\0--output=x', 'x\0'].map((value) => ({ tool: 'attack', args: { ...good, [name]: value } })),
    )
    const { results, started } = await attackWith(scene, attempts)
    for (const { error } of results) expect(error).toMatchObject({ code: 'ARG_NUL' })
    expect(started).toEqual([])
  })
})
