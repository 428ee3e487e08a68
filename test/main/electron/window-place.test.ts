import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitPlace, keepPlace, readPlace } from '#main/electron/window-place'
import { makeTempDir } from '#test/helpers/temp-dir'

const MAIN = { x: 0, y: 25, width: 1440, height: 875 }
const RIGHT = { x: 1440, y: 0, width: 1920, height: 1080 }

describe('the place of the window', () => {
  it('is kept in one file that is replaced whole', () => {
    const folder = makeTempDir()
    const file = join(folder, 'window.json')
    const place = { x: 40, y: 50, width: 900, height: 700, isMaximized: true }
    keepPlace(file, { ...place, x: 1 })
    keepPlace(file, place)
    expect(readPlace(file)).toEqual(place)
    expect(readdirSync(folder)).toEqual(['window.json'])
  })

  it.each(['', '{', 'null', '[]', '7', '{"x":1}', '{"x":"1","y":2,"width":3,"height":4}', '{"x":1e999,"y":0}'])(
    'is forgotten if the file contains %j',
    (text) => {
      const file = join(makeTempDir(), 'window.json')
      writeFileSync(file, text)
      expect(readPlace(file)).toBeNull()
    },
  )

  it('is unset at the first start, when the window opens in the middle of the main screen', () => {
    expect(readPlace(join(makeTempDir(), 'window.json'))).toBeNull()
    expect(fitPlace(null, [MAIN, RIGHT])).toEqual({ x: 40, y: 25, width: 1360, height: 875, isMaximized: false })
  })
})

describe('the opening window', () => {
  it.each([
    ['on the same screen', { x: 40, y: 50, width: 900, height: 700 }, { x: 40, y: 50, width: 900, height: 700 }],
    ['on the other screen', { x: 1500, y: 0, width: 900, height: 700 }, { x: 1500, y: 0, width: 900, height: 700 }],
    [
      'partly off to the left',
      { x: -700, y: 50, width: 900, height: 700 },
      { x: -700, y: 50, width: 900, height: 700 },
    ],
    ['never narrower than 720', { x: 40, y: 50, width: 300, height: 100 }, { x: 40, y: 50, width: 720, height: 480 }],
    ['above every screen', { x: 40, y: -300, width: 900, height: 700 }, { x: 270, y: 113, width: 900, height: 700 }],
    [
      'on a screen that is gone',
      { x: 5000, y: 50, width: 900, height: 700 },
      { x: 270, y: 113, width: 900, height: 700 },
    ],
    [
      'wider than any screen and mostly to the left of it',
      { x: -5000, y: 50, width: 6000, height: 700 },
      { x: 0, y: 113, width: 1440, height: 700 },
    ],
    ['larger than any screen', { x: 0, y: 25, width: 9000, height: 9000 }, { x: 0, y: 25, width: 1440, height: 875 }],
  ])('is %s', (_where, kept, expected) => {
    expect(fitPlace({ ...kept, isMaximized: true }, [MAIN, RIGHT])).toEqual({ ...expected, isMaximized: true })
  })

  it('always shows an upper edge that can be dragged', () => {
    const side = fc.integer({ min: -20_000, max: 20_000 })
    const place = fc.record({ x: side, y: side, width: side, height: side, isMaximized: fc.boolean() })
    fc.assert(
      fc.property(place, (kept) => {
        const { x, y, width } = fitPlace(kept, [MAIN, RIGHT])
        return [MAIN, RIGHT].some(
          (screen) =>
            Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >= 120 &&
            y >= screen.y &&
            y + 40 <= screen.y + screen.height,
        )
      }),
      { numRuns: 5000 },
    )
  })
})
