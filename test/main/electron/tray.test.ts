import { afterEach, describe, expect, it } from 'vitest'
import { makeMenuTemplate, makeTrayTemplate } from '#main/electron/menu-template'
import { drawPan } from '#main/electron/tray-icon'
import { speak } from '#shared/messages/say'

afterEach(() => speak('en'))

describe('the icon of the tray', () => {
  it('is a drawing with clear corners and an opaque middle at every size', () => {
    for (const size of [16, 24, 32, 48]) {
      const pixels = drawPan(size, [201, 97, 38])
      expect(pixels).toHaveLength(size * size * 4)
      const opacity = (x: number, y: number) => pixels[(Math.floor(y * size) * size + Math.floor(x * size)) * 4 + 3]
      expect([opacity(0, 0), opacity(0.38, 0.62), opacity(0.99, 0.99)]).toEqual([0, 255, 0])
      expect(opacity(0.78, 0.22)).toBeGreaterThan(200)
      for (let at = 0; at < pixels.length; at += 4) expect(pixels[at]).toBeLessThanOrEqual(pixels[at + 3] ?? 0)
    }
  })
})

describe('the menu of the tray', () => {
  it('says how many tools run by themselves, and pauses them', () => {
    const asked: boolean[] = []
    const nothing = () => undefined
    const parts = {
      ...{ show: nothing, newChat: nothing, showWaiting: nothing, quit: nothing },
      pauseBackground: (isPaused: boolean) => void asked.push(isPaused),
    }
    const menu = makeTrayTemplate(parts, 0, { running: 2, isPaused: false })
    expect(menu.map(({ label }) => label)).toEqual([
      ...['Show Skillet', 'New chat', undefined, '2 running in the background', 'Pause background tools'],
      ...[undefined, 'Quit Skillet'],
    ])
    for (const isPaused of [false, true]) {
      const [pause] = makeTrayTemplate(parts, 0, { running: 0, isPaused }).filter(({ id }) => id === 'tray-pause')
      pause?.click?.({} as never, undefined, {} as never)
    }
    expect(asked).toEqual([true, false])
    expect(makeTrayTemplate(parts, 0, null).map(({ id }) => id)).not.toContain('tray-pause')
  })
})

describe('the menu', () => {
  it('is in the chosen language', async () => {
    await speak('de')
    const labels = makeMenuTemplate({ isMac: false, isPackaged: true, run: () => undefined }).map(({ label }) => label)
    expect(labels).toEqual(['Datei', 'Bearbeiten', 'Ansicht', 'Gehe zu', 'Fenster', 'Hilfe'])
  })
})
