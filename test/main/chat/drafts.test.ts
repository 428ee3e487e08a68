import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDrafts } from '#main/chat/drafts'
import { makeTempDir } from '#test/helpers/temp-dir'

describe('unsent text', () => {
  it('is there after a restart, and gone when it is empty', async () => {
    const home = makeTempDir()
    const drafts = openDrafts(home)
    await Promise.all([drafts.save('new', 'Half a sen'), drafts.save('c1', 'Hello'), drafts.save('c1', '')])
    expect(openDrafts(home).all()).toEqual({ new: 'Half a sen' })
  })

  it('ends as the last text typed, however fast it came, and leaves no second file', async () => {
    const home = makeTempDir()
    const drafts = openDrafts(home)
    await Promise.all(Array.from({ length: 50 }, (_, at) => drafts.save('c', `${at}`)))
    expect(openDrafts(home).all()).toEqual({ c: '49' })
    expect(readdirSync(home)).toEqual(['drafts.json'])
  })

  it('is readable only by its owner', async () => {
    const home = makeTempDir()
    await openDrafts(home).save('c', 'secret')
    expect(statSync(join(home, 'drafts.json')).mode & 0o077).toBe(0)
  })

  it.each(['', '{', '[]', '"x"', '{"c": 1}', 'null'])('is empty if the file contains %j', (text) => {
    const home = makeTempDir()
    writeFileSync(join(home, 'drafts.json'), text)
    expect(openDrafts(home).all()).toEqual({})
  })

  it('drops the oldest before it grows without limit', async () => {
    const home = makeTempDir()
    const drafts = openDrafts(home)
    for (const chat of ['a', 'b', 'c']) await drafts.save(chat, chat.repeat(3_000_000))
    expect(Object.keys(openDrafts(home).all())).toEqual(['b', 'c'])
    expect(readFileSync(join(home, 'drafts.json'), 'utf8').length).toBeLessThan(8_000_000)
  })

  it('accepts any chat name as a name', async () => {
    const home = makeTempDir()
    await openDrafts(home).save('__proto__', 'x')
    expect(Object.entries(openDrafts(home).all())).toEqual([['__proto__', 'x']])
  })
})
