import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nameTempFolder, writeTempFiles } from '#main/runners/process/temp-files'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A29 a link planted in the place of a temporary file', () => {
  it('is never followed, and no two names are the same', async () => {
    const scene = setScene('A29')
    const folder = nameTempFolder()
    symlinkSync(scene.work, folder)
    onTestFinished(() => rmSync(folder))
    expect(await writeTempFiles([{ path: join(folder, 'x'), content: 'secret' }])).toMatchObject({ ok: false })
    expect(readdirSync(scene.work)).toEqual([])
    expect(new Set(Array.from({ length: 1000 }, nameTempFolder)).size).toBe(1000)
  })

  it('finds a folder that only this user can open and that is gone afterwards', async () => {
    const scene = setScene('A29')
    mkdirSync(join(scene.work, 'seen'))
    writeSkill(scene, { attack: { binary: 'stat', args: [{ kind: 'tempfile', flag: 'file-system', param: 'text' }] } })
    const { started } = await attackWith(scene, [{ tool: 'attack', args: { text: 'x' } }])
    const file = started[0]?.at(-1) ?? ''
    expect(dirname(dirname(file))).toBe(tmpdir())
    expect(existsSync(dirname(file))).toBe(false)
    expect(() => lstatSync(file)).toThrow()
  })
})
