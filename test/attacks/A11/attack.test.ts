import { describe, expect, it } from 'vitest'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A11 half a character, shown as one thing and run as another', () => {
  it('is refused as an argument, on standard input and in a file', async () => {
    const scene = setScene('A11')
    const args = [{ param: 'word' }, { kind: 'stdin', param: 'input' }, { kind: 'tempfile', flag: 'f', param: 'file' }]
    writeSkill(scene, { attack: { binary: 'cat', args } })
    const good = { word: 'w', input: 'i', file: 'f' }
    const attempts = Object.keys(good).flatMap((name) =>
      ['a\ud800b', '\udc00', 'x\udbff'].map((value) => ({ tool: 'attack', args: { ...good, [name]: value } })),
    )
    const { results, started } = await attackWith(scene, attempts)
    for (const { error } of results) expect(error).toMatchObject({ code: 'ARG_ILL_FORMED' })
    expect(started).toEqual([])
  })
})
