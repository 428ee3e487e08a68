import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readAttachment } from '#main/chat/check-picture'
import { MOST_ATTACHED } from '#shared/chat/picture'
import { makePng, makePngHeader } from '#test/helpers/make-picture'
import { makeTempDir } from '#test/helpers/temp-dir'

const file = (content: string | Uint8Array, name = 'notes.txt') => {
  const path = join(makeTempDir(), name)
  writeFileSync(path, content)
  return path
}

describe('an attached file', () => {
  it('is read whole, up to the limit, with its name on one line', async () => {
    expect(await readAttachment(file('Ja, schön\n', 'a\nb.txt'))).toEqual({
      ok: true,
      name: 'a b.txt',
      text: 'Ja, schön\n',
    })
    expect(await readAttachment(file(''))).toMatchObject({ ok: true, text: '' })
    expect(await readAttachment(file('x'.repeat(MOST_ATTACHED)))).toMatchObject({ ok: true })
  })

  it.each([
    ['larger than the limit', 'x'.repeat(MOST_ATTACHED + 1), /larger than 256 KiB/],
    ['not UTF-8', Buffer.from([0x41, 0xff, 0xfe]), /neither UTF-8 text/],
    ['with a NUL', 'a\0b', /neither UTF-8 text/],
  ])('%s is refused, and it is said why', async (_, content, message) => {
    expect(await readAttachment(file(content))).toEqual({ ok: false, message: expect.stringMatching(message) })
  })

  it('is refused if it is a folder or missing', async () => {
    const folder = join(makeTempDir(), 'folder')
    mkdirSync(folder)
    expect(await readAttachment(folder)).toMatchObject({ ok: false })
    expect(await readAttachment(join(folder, 'none'))).toMatchObject({
      ok: false,
      message: expect.stringContaining('ENOENT'),
    })
  })

  it('is a picture if its bytes are, whatever its name', async () => {
    const bytes = makePng(4, 3)
    expect(await readAttachment(file(bytes, 'notes.txt'))).toMatchObject({
      ok: true,
      picture: { name: 'notes.txt', type: 'image/png', bytes: bytes.length, width: 4, height: 3 },
      data: bytes.toString('base64'),
    })
    expect(await readAttachment(file('<svg/>', 'a.svg'))).toMatchObject({ ok: true, text: '<svg/>' })
  })

  it('of 100 MB that is a picture is refused by name and size, without being read', async () => {
    const path = file(makePng(4, 3), 'huge.png')
    truncateSync(path, 100_000_000)
    const before = process.memoryUsage().arrayBuffers
    const read = await readAttachment(path)
    expect(read).toEqual({ ok: false, message: expect.stringMatching(/^huge\.png .*100\.0 MB.*10 MB\. Make it/) })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
  })

  it('that is a small picture of a huge size is refused by its header', async () => {
    const read = await readAttachment(file(makePngHeader(50_001, 50_000), 'bomb.png'))
    expect(read).toEqual({ ok: false, message: expect.stringMatching(/^bomb\.png .*50001 × 50000 pixels/) })
  })
})
